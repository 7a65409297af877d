(** * The games of words and pegs, and the checker for them *)

From Coq Require Import List PeanoNat NArith PArith Permutation Lia Bool FMapPositive.
From Emi Require Import Game Prices Rules Checker.
Import ListNotations.
Open Scope N_scope.

(** ** Feedback *)

(** A word or a row of pegs: its letters, as numbers. *)
Definition code := list N.

Fixpoint same (g s : code) : bool :=
  match g, s with
  | [], [] => true
  | a :: g, b :: s => (a =? b) && same g s
  | _, _ => false
  end.

(** A stock without one letter; [None] if the letter is not in it. *)
Fixpoint without (a : N) (stock : code) : option code :=
  match stock with
  | [] => None
  | b :: stock => if a =? b then Some stock else option_map (cons b) (without a stock)
  end.

(** The letters of the secret that the guess does not have in the same place. *)
Fixpoint left_over (g s : code) : code :=
  match g, s with
  | a :: g, b :: s => if a =? b then left_over g s else b :: left_over g s
  | _, _ => []
  end.

(** Motus, Lingo, Wordle. A mark for each letter: 2 well placed, 1 misplaced, 0 missing; the letters
    left over are given out from left to right. The first mark counts least. *)
Fixpoint marks (stock g s : code) : N :=
  match g, s with
  | a :: g, b :: s =>
      if a =? b then 2 + 3 * marks stock g s
      else match without a stock with
           | Some stock => 1 + 3 * marks stock g s
           | None => 3 * marks stock g s
           end
  | _, _ => 0
  end.

(** How many letters two codes share, wherever they are. *)
Fixpoint shared (g s : code) : N :=
  match g with
  | [] => 0
  | a :: g => match without a s with Some s => 1 + shared g s | None => shared g s end
  end.

Fixpoint right (g s : code) : N :=
  match g, s with a :: g, b :: s => (if a =? b then 1 else 0) + right g s | _, _ => 0 end.

Inductive rule := Motus | Pegs | Jotto.

(** The clue of a guess that is not the secret, a number above 0. *)
Definition told (r : rule) (g s : code) : clue :=
  if same g s then found
  else 1 + match r with
           | Motus => marks (left_over g s) g s
           | Pegs => right g s + (1 + N.of_nat (length g)) * (shared g s - right g s)
           | Jotto => shared g s
           end.

(** ** Hard play: which guesses an answer leaves *)

Inductive restriction := Anything_goes | Consistent | Possible | Hints.

(** The mark of each letter, from the clue of Motus. *)
Fixpoint marks_of (g : code) (m : N) : list (N * N) :=
  match g with [] => [] | a :: g => (a, m mod 3) :: marks_of g (m / 3) end.

(** The letters well placed stay, and as many of the others that were found are used. *)
Definition uses_hints (g : code) (a : clue) (h : code) : bool :=
  let all := marks_of g (a - 1) in
  let known := map fst (filter (fun x => negb (snd x =? 0)) all) in
  forallb (fun x => negb (snd (fst x) =? 2) || (fst (fst x) =? snd x)) (combine all h) &&
  (shared known h =? N.of_nat (length known)).

(** ** The game *)

(** Codes are numbered from 1. *)
Fixpoint numbered (i : positive) (codes : list code) : PositiveMap.t code :=
  match codes with
  | [] => PositiveMap.empty code
  | w :: codes => PositiveMap.add i w (numbered (Pos.succ i) codes)
  end.

Definition numbers {A} (l : list A) : list positive := map Pos.of_succ_nat (seq 0 (length l)).

Record setting := Setting {
  rule_ : rule;
  guess_codes : list code;
  secret_codes : list code;
  (** How often each secret counts; all once if there are none. *)
  weights : list N;
  hard : restriction;
  (** What may be proposed first; anything if there are none. *)
  openers : list guess
}.

(** The same, with the codes by their numbers. *)
Record tables := Tables {
  given : setting;
  guess_of : PositiveMap.t code;
  secret_of : PositiveMap.t code;
  weight_of : PositiveMap.t code;
  all_guesses : list guess;
  all_secrets : list secret
}.
Definition tables_of (given : setting) : tables := {|
  given := given;
  guess_of := numbered 1 (guess_codes given);
  secret_of := numbered 1 (secret_codes given);
  weight_of := numbered 1 (map (fun w => [w]) (weights given));
  all_guesses := numbers (guess_codes given);
  all_secrets := numbers (secret_codes given)
|}.

(** What may be proposed: anything; these first, and then anything; only these. *)
Inductive allowed := Anything | First (A : list guess) | Only (A : list guess).

Section Words.
  Variable T : tables.

  Definition answer_ (g : guess) (s : secret) : clue :=
    match PositiveMap.find g (guess_of T), PositiveMap.find s (secret_of T) with
    | Some w, Some v => told (rule_ (given T)) w v
    | _, _ => found
    end.

  Definition weight_ (s : secret) : N :=
    match PositiveMap.find s (weight_of T) with Some [w] => w | _ => 1 end.

  (** Whether [h] may be proposed when [g] was answered by [a]. *)
  Definition leaves (g : guess) (a : clue) (h : guess) : bool :=
    match PositiveMap.find g (guess_of T), PositiveMap.find h (guess_of T) with
    | Some w, Some v =>
        match hard (given T) with
        | Anything_goes => true
        | Consistent => told (rule_ (given T)) w v =? a
        | Possible => (told (rule_ (given T)) w v =? a) && existsb (same v) (secret_codes (given T))
        | Hints => uses_hints w a v
        end
    | _, _ => false
    end.

  Definition restricts : bool := match hard (given T) with Anything_goes => false | _ => true end.

  Definition is_guess (g : guess) : bool :=
    match PositiveMap.find g (guess_of T) with Some _ => true | None => false end.

  Definition legal_ (at_ : allowed) (g : guess) : bool :=
    is_guess g && match at_ with Anything => true | First A | Only A => existsb (Pos.eqb g) A end.

  Definition next_ (at_ : allowed) (g : guess) (a : clue) : allowed :=
    if restricts
    then Only (filter (leaves g a) (match at_ with Only A => A | _ => all_guesses T end))
    else Anything.

  Definition game_of : game := {|
    secrets := all_secrets T;
    weight := weight_;
    answer := answer_;
    state := allowed;
    start := match openers (given T) with [] => Anything | A => First A end;
    legal := legal_;
    next := next_
  |}.

  (** ** What the checker needs of it *)

  Lemma numbered_in codes i g w :
    PositiveMap.find g (numbered i codes) = Some w ->
    exists k, (k < length codes)%nat /\ Pos.to_nat g = (Pos.to_nat i + k)%nat.
  Proof.
    revert i; induction codes as [|v codes IH]; cbn; intros i H.
    { now rewrite PositiveMap.gempty in H. }
    destruct (Pos.eq_dec g i) as [->|N]; [exists O; lia|].
    rewrite PositiveMap.gso in H by trivial. destruct (IH _ H) as (k & L & E).
    exists (S k). rewrite Pos2Nat.inj_succ in E. lia.
  Qed.

  Lemma numbered_find codes i k :
    (k < length codes)%nat ->
    exists w, PositiveMap.find (Pos.of_nat (Pos.to_nat i + k)) (numbered i codes) = Some w.
  Proof.
    revert i k; induction codes as [|v codes IH]; cbn; intros i k L; [lia|].
    destruct k as [|k].
    - exists v. rewrite Nat.add_0_r, Pos2Nat.id. apply PositiveMap.gss.
    - rewrite PositiveMap.gso by lia. destruct (IH (Pos.succ i) k) as [w H]; [lia|].
      exists w. rewrite <- H. f_equal. lia.
  Qed.

  Variable source : setting.
  Hypothesis made : T = tables_of source.

  Lemma is_guess_in g : is_guess g = true -> In g (all_guesses T).
  Proof.
    unfold is_guess. rewrite made. cbn [guess_of all_guesses tables_of].
    destruct (PositiveMap.find _ _) eqn:F; [|discriminate]. intros _.
    apply numbered_in in F as (k & L & E). apply in_map_iff. exists k. split; [lia|].
    apply in_seq. lia.
  Qed.

  Lemma in_is_guess g : In g (all_guesses T) -> is_guess g = true.
  Proof.
    unfold is_guess. rewrite made. cbn [guess_of all_guesses tables_of].
    intros (k & <- & L)%in_map_iff. apply in_seq in L.
    destruct (numbered_find (guess_codes source) 1 k) as [w H]; [lia|].
    replace (Pos.of_succ_nat k) with (Pos.of_nat (Pos.to_nat 1 + k)) by lia.
    now rewrite H.
  Qed.

  Definition row_of_ (g : guess) : row :=
    match PositiveMap.find g (guess_of T) with
    | Some w => PositiveMap.map (told (rule_ (given T)) w) (secret_of T)
    | None => PositiveMap.empty clue
    end.

  Lemma row_answers g s : look (row_of_ g) s = answer_ g s.
  Proof.
    unfold look, row_of_, answer_. destruct (PositiveMap.find g (guess_of T)) as [w|].
    - unfold PositiveMap.map. rewrite PositiveMap.gmapi.
      now destruct (PositiveMap.find s (secret_of T)).
    - now rewrite PositiveMap.gempty.
  Qed.

  Lemma legal_guesses at_ g : legal_ at_ g = true -> In g (all_guesses T).
  Proof. intros [H _]%andb_prop. now apply is_guess_in. Qed.

  Definition part (A B : list guess) : bool :=
    match minus B A with Some _ => true | None => false end.

  Lemma part_incl A B : part A B = true -> incl A B.
  Proof.
    unfold part. destruct (minus B A) as [X|] eqn:M; [|discriminate]. intros _ g Hg.
    apply minus_permutation, Permutation_sym in M. apply (Permutation_in g M), in_or_app. now left.
  Qed.

  Definition easier_ (free at_ : allowed) : bool :=
    match free, at_ with
    | Anything, _ => true
    | First A, First B | Only A, Only B => part B A
    | _, _ => false
    end.

  (** The guesses from which the next answer leaves some. *)
  Definition base (at_ : allowed) : list guess :=
    match at_ with Only A => A | _ => all_guesses T end.

  Definition wider (st' st : state game_of) : Prop :=
    (forall g, legal_ st g = true -> legal_ st' g = true) /\
    (forall g, is_guess g = true -> In g (base st) -> In g (base st')).

  Lemma member g A : existsb (Pos.eqb g) A = true <-> In g A.
  Proof.
    rewrite existsb_exists. split.
    - now intros (h & Hh & ->%Pos.eqb_eq).
    - intros H. exists g. split; trivial. apply Pos.eqb_refl.
  Qed.

  Lemma wider_sound : easier_states game_of wider.
  Proof.
    intros st' st [HL HB] g L. split; [now apply HL|]. intros a. cbn. unfold next_.
    destruct restricts; [|now split]. fold (base st') (base st). split.
    - intros h. unfold legal_. rewrite !andb_true_iff, !member, !filter_In. intuition.
    - intros h Hh. cbn [base]. rewrite !filter_In. intuition.
  Qed.

  Lemma easier_wider st' st : easier_ st' st = true -> wider st' st.
  Proof.
    assert (P : forall A B, part B A = true ->
      forall g, is_guess g && existsb (Pos.eqb g) B = true ->
        is_guess g && existsb (Pos.eqb g) A = true).
    { intros A B H g. rewrite !andb_true_iff, !member. intuition. now apply (part_incl B A). }
    destruct st' as [|A|A], st as [|B|B]; try discriminate; intros H; split; unfold legal_;
      cbn [base];
      trivial;      try (now apply P); intros g; rewrite ?andb_true_iff; try tauto.
    - intros Hg _. now apply is_guess_in.
    - intros _. now apply part_incl.
  Qed.

  Definition narrows_ (at_ : allowed) : bool :=
    match at_ with Anything => true | First _ => false | Only _ => restricts end.

  Lemma narrows_wider at_ g a :
    narrows_ at_ = true -> legal_ at_ g = true -> wider at_ (next game_of at_ g a).
  Proof.
    intros H _. cbn [next game_of]. unfold next_.
    destruct at_ as [|A|A]; cbn in H; [|discriminate|].
    - destruct restricts; split; trivial; unfold legal_; cbn [base].
      + intros h. rewrite !andb_true_iff. tauto.
      + intros h Hh _. now apply is_guess_in.
    - rewrite H. split; unfold legal_; cbn [base].
      + intros h. rewrite !andb_true_iff, !member, filter_In. tauto.
      + intros h _. rewrite filter_In. tauto.
  Qed.

  Definition free_ (at_ : allowed) : bool :=
    match at_ with Anything => negb restricts | _ => false end.

  Lemma free_sound at_ : free_ at_ = true -> unrestricted game_of (all_guesses T) at_.
  Proof.
    destruct at_; try discriminate. intros H%negb_true_iff. split.
    - intros g. cbn [legal game_of]. unfold legal_. rewrite andb_true_r.
      split; [apply is_guess_in | apply in_is_guess].
    - intros g a _. cbn [next game_of]. unfold next_. now rewrite H.
  Qed.
End Words.

(** ** The checker *)

Definition words_game (given : setting) : game := game_of (tables_of given).

Inductive claim := Worst (d : nat) | Cost (prices : tariff) (b : N).

(** What is claimed of a game. *)
Definition value (G : game) (c : claim) : Prop :=
  match c with Worst d => worst_case G d | Cost prices_ b => least_cost G prices_ b end.

Definition check (given : setting) (c : claim) (p : certificate (words_game given)) : bool :=
  let T := tables_of given in
  match c with
  | Worst d =>
      check_worst (game_of T) (all_guesses T) (row_of_ T) easier_ (narrows_ T) (free_ T) d p
  | Cost prices b =>
      check_cost (game_of T) (all_guesses T) (row_of_ T) easier_ (narrows_ T) (free_ T) prices b p
  end.

Theorem check_sound given c p : check given c p = true -> value (words_game given) c.
Proof.
  pose (T := tables_of given). assert (made : T = tables_of given) by reflexivity.
  destruct c; cbn [check value]; intros H;
    [eapply check_worst_sound in H | eapply check_cost_sound in H]; trivial;
    try exact (wider_sound T); try exact (easier_wider T given made);
    try exact (narrows_wider T given made); try exact (free_sound T given made);
      try exact (legal_guesses T given made);
    intros; apply row_answers.
Qed.
Print Assumptions check_sound.
