(** * Prices and tariffs

    Arithmetic with what is paid: sums, comparisons, and what follows from the shape of a tariff. *)

From Coq Require Import List PeanoNat NArith PArith Permutation Lia Bool.
From Emi Require Import Game.
Import ListNotations.
Open Scope N_scope.

(** ** Prices *)

Lemma le_refl a : le a a.
Proof. destruct a; simpl; trivial; lia. Qed.

Lemma le_trans a b c : le a b -> le b c -> le a c.
Proof. destruct a, b, c; simpl; trivial; try lia; tauto. Qed.

Lemma le_plus a b c d : le a c -> le b d -> le (plus a b) (plus c d).
Proof. destruct a, b, c, d; simpl; trivial; try lia; tauto. Qed.

Lemma le_times w a b : le a b -> le (times w a) (times w b).
Proof. destruct a, b; simpl; trivial. intros; now apply N.mul_le_mono_l. Qed.

Lemma plus_comm a b : plus a b = plus b a.
Proof. destruct a, b; simpl; trivial. f_equal; lia. Qed.

Lemma plus_assoc a b c : plus a (plus b c) = plus (plus a b) c.
Proof. destruct a, b, c; simpl; trivial. f_equal; lia. Qed.

Lemma plus_0 a : plus (Some 0) a = a.
Proof. now destruct a. Qed.

Lemma le_0 a : le (Some 0) a.
Proof. destruct a; simpl; trivial; lia. Qed.

Lemma le_top a : le a None.
Proof. now destruct a. Qed.

Lemma le_plus_right a b : le b (plus a b).
Proof. destruct a, b; simpl; trivial; lia. Qed.

Lemma times_plus w a b : times w (plus a b) = plus (times w a) (times w b).
Proof. destruct a, b; simpl; trivial. f_equal; lia. Qed.

#[local] Arguments plus : simpl never.

Lemma sum_cons a l : sum (a :: l) = plus a (sum l).
Proof. reflexivity. Qed.

Lemma sum_app l l' : sum (l ++ l') = plus (sum l) (sum l').
Proof. induction l; simpl; [now rewrite plus_0 | now rewrite IHl, plus_assoc]. Qed.

Lemma sum_permutation l l' : Permutation l l' -> sum l = sum l'.
Proof.
  induction 1; simpl; trivial; [now f_equal | | congruence].
  now rewrite !plus_assoc, (plus_comm y).
Qed.

Lemma sum_le (A : Type) (f h : A -> price) l :
  (forall x, In x l -> le (f x) (h x)) -> le (sum (map f l)) (sum (map h l)).
Proof.
  induction l; intros H; [apply le_refl | simpl; apply le_plus; [apply H | apply IHl]].
  - now left.
  - intros; apply H; now right.
Qed.

Lemma sum_plus (A : Type) (f h : A -> price) l :
  sum (map (fun x => plus (f x) (h x)) l) = plus (sum (map f l)) (sum (map h l)).
Proof.
  induction l; simpl; trivial. rewrite IHl, !plus_assoc. f_equal.
  rewrite <- !plus_assoc. f_equal. apply plus_comm.
Qed.

(** The lesser of two prices. *)
Definition least (a b : price) : price :=
  match a, b with None, _ => b | _, None => a | Some x, Some y => Some (N.min x y) end.

Lemma least_left a b c : le a c -> le (least a b) c.
Proof. destruct a, b, c; simpl; trivial; try tauto; lia. Qed.

Lemma least_right a b c : le b c -> le (least a b) c.
Proof. destruct a, b, c; simpl; trivial; try tauto; lia. Qed.

(** ** Tariffs *)

Definition one_more : option nat -> option nat := option_map S.

(** The least for one secret, whatever is done. *)
Definition alone (T : tariff) : price :=
  match T with Ends m => m | Pay p _ | Forever p => Some p end.

(** The first guess, and what comes after it. *)
Definition first (T : tariff) : price :=
  match T with Ends _ => Some 0 | Pay p _ | Forever p => Some p end.
Definition later (T : tariff) : tariff := match T with Pay _ r => r | _ => T end.

Definition ended (T : tariff) : bool := match T with Ends _ => true | _ => false end.

Lemma owed_forever p n : owed (Forever p) (Some n) = Some (p * N.of_nat n).
Proof. destruct n; [cbn; now rewrite N.mul_0_r | reflexivity]. Qed.

Lemma owed_more T n : ended T = false ->
  owed T (one_more n) = plus (first T) (owed (later T) n).
Proof.
  destruct T as [|p r|p]; [discriminate | |]; intros _; destruct n as [n|]; try reflexivity.
  cbn [one_more option_map first later]. rewrite !owed_forever, Nat2N.inj_succ, N.mul_succ_r.
  unfold plus. f_equal. apply N.add_comm.
Qed.

Lemma owed_one T : ended T = false -> owed T (Some 1%nat) = first T.
Proof.
  intros E. rewrite (owed_more T (Some 0%nat) E : owed T (Some 1%nat) = _).
  rewrite plus_comm. destruct T as [|p [| |]|]; try discriminate; apply plus_0.
Qed.

Lemma owed_alone T n : n <> Some O -> le (alone T) (owed T n).
Proof.
  destruct T as [m|p r|p]; destruct n as [[|n]|]; simpl; trivial; intros H; try congruence.
  - apply le_refl.
  - apply le_refl.
  - destruct (owed r (Some n)); simpl; trivial; lia.
  - destruct (owed r None); simpl; trivial; lia.
  - lia.
Qed.

Lemma owed_never T n : le (owed T n) (owed T None).
Proof.
  revert n; induction T as [m|p r IH|p]; intros [[|n]|]; try apply le_0; try apply le_refl; simpl;
    trivial.
  apply le_plus; [apply le_refl | apply IH].
Qed.

(** *** A tariff by which nobody pays more *)

Definition leb (a b : price) : bool :=
  match a, b with _, None => true | Some x, Some y => x <=? y | None, Some _ => false end.

Lemma leb_le a b : leb a b = true -> le a b.
Proof. destruct a, b; simpl; trivial; try discriminate. now intros ?%N.leb_le. Qed.

(** [p] for each guess costs no more than [T]; [x] and [y] were paid before. *)
Fixpoint cheaper_forever (x p y : N) (T : tariff) : bool :=
  match T with
  | Ends m => leb None m
  | Pay p' later => (x + p <=? y + p') && cheaper_forever (x + p) p (y + p') later
  | Forever p' => (x + p <=? y + p') && (p <=? p')
  end.

Fixpoint cheaper_after (x : N) (T : tariff) (y : N) (T' : tariff) : bool :=
  match T, T' with
  | Forever p, _ => cheaper_forever x p y T'
  | _, Ends m => leb (plus (Some x) (owed T None)) (plus (Some y) m)
  | Ends m, Pay p _ | Ends m, Forever p => leb (plus (Some x) m) (Some (y + p))
  | Pay p r, Pay p' r' => (x + p <=? y + p') && cheaper_after (x + p) r (y + p') r'
  | Pay p r, Forever p' => (x + p <=? y + p') && cheaper_after (x + p) r (y + p') T'
  end.

Definition cheaper (T T' : tariff) : bool := cheaper_after 0 T 0 T'.

Definition paid_after (x : N) (T : tariff) (n : option nat) : price := plus (Some x) (owed T n).

Lemma paid_zero x T : paid_after x T (Some O) = Some x.
Proof. unfold paid_after. rewrite plus_comm. destruct T; apply plus_0. Qed.

Lemma paid_one_more x T n : ended T = false ->
  paid_after x T (one_more n) =
  match first T with Some p => paid_after (x + p) (later T) n | None => None end.
Proof.
  intros E. unfold paid_after. rewrite owed_more by trivial. rewrite plus_assoc.
  now destruct T.
Qed.

Lemma one_more_cases n : n = Some O \/ exists k, n = one_more k.
Proof. destruct n as [[|n]|]; [now left | right; now exists (Some n) | right; now exists None]. Qed.

Lemma cheaper_forever_paid x p y T n : x <= y -> cheaper_forever x p y T = true ->
  le (paid_after x (Forever p) n) (paid_after y T n).
Proof.
  revert x y n; induction T as [m|p' r IH|p']; intros x y n L H; cbn [cheaper_forever] in H;
    (destruct (one_more_cases n) as [->|[k ->]]; [now rewrite !paid_zero|]).
  - destruct m; [discriminate|]. destruct k; apply le_top.
  - apply andb_prop in H as [H1%N.leb_le H2]. rewrite !paid_one_more by trivial.
    now apply IH.
  - apply andb_prop in H as [H1%N.leb_le H2%N.leb_le]. unfold paid_after.
    destruct k as [k|]; [|exact I]. cbn [one_more option_map]. rewrite !owed_forever.
    change (x + p * N.of_nat (S k) <= y + p' * N.of_nat (S k)). rewrite Nat2N.inj_succ. nia.
Qed.

Lemma cheaper_paid x T y T' n : x <= y -> cheaper_after x T y T' = true ->
  le (paid_after x T n) (paid_after y T' n).
Proof.
  assert (Least : forall y p n, n <> Some O -> ended p = false ->
                  le (plus (Some y) (first p)) (paid_after y p n)).
  { intros y0 p n0 N E. destruct (one_more_cases n0) as [|[k ->]]; [congruence|].
    unfold paid_after. rewrite owed_more by trivial. apply le_plus; [apply le_refl|].
    rewrite plus_comm. apply le_plus_right. }
  revert x y T' n; induction T as [m|p r IH|p]; intros x y T' n L H;
    (destruct (one_more_cases n) as [->|[k ->]]; [now rewrite !paid_zero|]).
  - assert (E : paid_after x (Ends m) (one_more k) = plus (Some x) m) by now destruct k.
    rewrite E. destruct T' as [m'|p' r'|p']; apply leb_le in H; apply le_trans with (1 := H).
    + unfold paid_after. destruct k; apply le_refl.
    + apply (Least y (Pay p' r')); trivial. now destruct k.
    + apply (Least y (Forever p')); trivial. now destruct k.
  - destruct T' as [m'|p' r'|p']; cbn [cheaper_after] in H.
    + apply leb_le in H. apply le_trans with (plus (Some x) (owed (Pay p r) None)).
      * apply le_plus; [apply le_refl | apply owed_never].
      * apply le_trans with (1 := H). unfold paid_after. destruct k; apply le_refl.
    + apply andb_prop in H as [H1%N.leb_le H2]. rewrite !paid_one_more by trivial. now apply IH.
    + apply andb_prop in H as [H1%N.leb_le H2]. rewrite !paid_one_more by trivial.
      now apply (IH _ _ (Forever p')).
  - now apply cheaper_forever_paid.
Qed.

Lemma cheaper_owed T T' n : cheaper T T' = true -> le (owed T n) (owed T' n).
Proof. intros H. apply (cheaper_paid 0 T 0 T' n) in H; [|lia]. unfold paid_after in H.
now rewrite !plus_0 in H. Qed.

(** More guesses never cost less. *)
Lemma owed_monotone T k n : (k <= n)%nat -> le (owed T (Some k)) (owed T (Some n)).
Proof.
  revert k n; induction T as [m|p r IH|p]; intros [|k] [|n] L; try apply le_0; try lia.
  - apply le_refl.
  - apply le_plus; [apply le_refl|]. apply IH. cbn. lia.
  - rewrite !owed_forever. apply N.mul_le_mono_l. lia.
Qed.
