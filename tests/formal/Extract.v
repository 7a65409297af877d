(** The checker as a program: only booleans, lists, options and pairs become those of OCaml. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Emi Require Import Game Prices Rules Checker Words.

Extraction Language OCaml.
Extraction "checker.ml" Words.check Words.words_game.
