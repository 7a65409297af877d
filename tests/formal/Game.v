(** * Games, strategies and their values

    What the theorems speak of. Nothing here is proven; whoever believes these definitions need not
    read the proofs in [Rules.v] and [Checker.v]. Guesses and secrets are numbered. *)

From Coq Require Import List NArith PArith.
Import ListNotations.
Open Scope N_scope.

Definition guess := positive.
Definition secret := positive.
(** What a guess tells of a secret. 0: the guess is the secret, which is found. *)
Definition clue := N.
Definition found : clue := 0.

(** A game. Its [state] is what happened so far, as far as it restricts what may be proposed; a game
    without restrictions has one state. *)
Record game := Game {
  secrets : list secret;
  weight : secret -> N;
  answer : guess -> secret -> clue;
  state : Type;
  start : state;
  legal : state -> guess -> bool;
  next : state -> guess -> clue -> state
}.

(** A decision tree: what is proposed, and how play goes on after each clue. *)
Inductive strategy := Stop | Ask (g : guess) (branches : list (clue * strategy)).

Section Play.
  Variable G : game.

  (** The number of guesses that a strategy takes to find a secret; [None] if it does not find it,
      since it stops before, or proposes what is not legal. *)
  Fixpoint tries (at_ : state G) (t : strategy) (s : secret) : option nat :=
    match t with
    | Stop => None
    | Ask g branches =>
        if legal G at_ g then
          if answer G g s =? found then Some 1%nat
          else
            option_map S
              ((fix follow (bs : list (clue * strategy)) :=
                  match bs with
                  | [] => None
                  | (a, t') :: others =>
                      if a =? answer G g s then tries (next G at_ g a) t' s else follow others
                  end) branches)
        else None
    end.

  (** Some strategy finds every secret within [d] guesses. *)
  Definition found_within (d : nat) :=
    exists t, forall s, In s (secrets G) -> exists n, tries (start G) t s = Some n /\ (n <= d)%nat.

  (** The worst case. *)
  Definition worst_case (d : nat) := found_within d /\ forall d', found_within d' -> (d <= d')%nat.

  (** The strategy finds every secret, within so many guesses if there is a limit. *)
  Definition finds_all (limit : option nat) (t : strategy) :=
    forall s, In s (secrets G) -> exists n, tries (start G) t s = Some n /\
      match limit with Some k => (n <= k)%nat | None => True end.

  Definition over_all (f : secret -> N) : N := fold_right N.add 0 (map f (secrets G)).

  (** The number of guesses for all secrets together, each as often as it counts. *)
  Definition guesses_in_all (t : strategy) : N :=
    over_all (fun s =>
      weight G s * match tries (start G) t s with Some n => N.of_nat n | None => 0 end).

  (** The least average: what the best strategy takes in all, of those that find every secret. *)
  Definition least_average (limit : option nat) (b : N) :=
    (exists t, finds_all limit t /\ guesses_in_all t = b) /\
    forall t, finds_all limit t -> b <= guesses_in_all t.

  (** How many secrets are not found within [k] guesses. *)
  Definition missed (k : nat) (t : strategy) : N :=
    over_all (fun s => match tries (start G) t s with
                       | Some n => if Nat.leb n k then 0 else weight G s
                       | None => weight G s
                       end).
  Definition fewest_missed (k : nat) (b : N) :=
    (exists t, missed k t = b) /\ forall t, b <= missed k t.
End Play.

(** A price is a number; [None] is more than every number. *)
Definition price := option N.
Definition plus (a b : price) : price :=
  match a, b with Some x, Some y => Some (x + y) | _, _ => None end.
Definition le (a b : price) : Prop :=
  match a, b with _, None => True | Some x, Some y => x <= y | None, Some _ => False end.
Definition times (w : N) (a : price) : price := option_map (N.mul w) a.
Definition sum (l : list price) : price := fold_right plus (Some 0) l.

(** What a secret pays: a price for each guess until it is found, the first, the second and so on.
    Where the tariff ends the game does, and whoever is not found by then pays for the miss. *)
Inductive tariff := Ends (miss : price) | Pay (first : N) (later : tariff) | Forever (each : N).

(** What is paid for a secret that takes so many tries. One that is never found pays for all guesses
    that there are. *)
Fixpoint owed (T : tariff) (n : option nat) : price :=
  match n with
  | Some O => Some 0
  | _ =>
      match T with
      | Ends miss => miss
      | Pay p later => plus (Some p) (owed later (option_map pred n))
      | Forever p => option_map (fun k => p * N.of_nat k) n
      end
  end.

Section Cost.
  Variable G : game.

  (** What a strategy pays for some secrets, from a state. *)
  Definition total (T : tariff) (at_ : state G) (t : strategy) (S : list secret) : price :=
    sum (map (fun s => times (weight G s) (owed T (tries G at_ t s))) S).

  (** The least that any strategy pays for all secrets. *)
  Definition least_cost (T : tariff) (b : N) :=
    (exists t, total T (start G) t (secrets G) = Some b) /\
    forall t, le (Some b) (total T (start G) t (secrets G)).
End Cost.

(** The tariffs of the usual questions: 1 for each guess; 1 for each of [d], and more than all that
    for a miss; nothing for [d] guesses, and 1 for a miss. The end of [Rules.v] shows what their
    least costs are. *)
Definition average := Forever 1.
Fixpoint steps (p : N) (d : nat) (end_ : tariff) : tariff :=
  match d with O => end_ | S d => Pay p (steps p d end_) end.
Definition average_within (d : nat) (miss : N) := steps 1 d (Ends (Some miss)).
Definition misses (d : nat) := steps 0 d (Ends (Some 1)).
(** Nothing, if all secrets are found within [d] guesses; if not, more than every number. *)
Definition within (d : nat) := steps 0 d (Ends None).
