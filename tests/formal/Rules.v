(** * The rules of inference, and why they are sound

    Every rule gives a lower bound: [at_least T at_ S b] says that no strategy pays less than [b]
    for the secrets [S], from the state [at_]. *)

From Coq Require Import List PeanoNat NArith PArith Permutation Lia Bool Relation_Operators.
From Emi Require Import Game Prices.
Import ListNotations.
Open Scope N_scope.

#[local] Arguments plus : simpl never.

(** ** Play *)

Section Play.
  Variable G : game.

  (** Induction over strategies, branch by branch. *)
  Section Induction.
    Variable P : strategy -> Prop.
    Hypothesis stop : P Stop.
    Hypothesis ask : forall g bs, Forall (fun b => P (snd b)) bs -> P (Ask g bs).
    Fixpoint strategy_induction (t : strategy) : P t :=
      match t with
      | Stop => stop
      | Ask g bs =>
          ask g bs ((fix all (bs : list (clue * strategy)) : Forall (fun b => P (snd b)) bs :=
                       match bs with
                       | [] => Forall_nil _
                       | b :: others => Forall_cons b (strategy_induction (snd b)) (all others)
                       end) bs)
      end.
  End Induction.

  (** How play goes on after a clue. *)
  Fixpoint branch (bs : list (clue * strategy)) (a : clue) : strategy :=
    match bs with
    | [] => Stop
    | (a', t) :: others => if a' =? a then t else branch others a
    end.

  Lemma tries_ask at_ g bs s :
    tries G at_ (Ask g bs) s =
    if legal G at_ g then
      if answer G g s =? found then Some 1%nat
      else one_more (tries G (next G at_ g (answer G g s)) (branch bs (answer G g s)) s)
    else None.
  Proof.
    simpl. destruct (legal G at_ g); trivial. destruct (_ =? found); trivial. f_equal.
    induction bs as [|[a t] bs IH]; simpl; trivial.
    destruct (N.eqb_spec a (answer G g s)); [now subst | exact IH].
  Qed.

  Lemma tries_positive at_ t s : tries G at_ t s <> Some O.
  Proof.
    destruct t; [discriminate|]. rewrite tries_ask.
    destruct (legal _ _ _); [|discriminate]. destruct (_ =? found); [discriminate|].
    now destruct (tries _ _ _ _).
  Qed.

  (** A state that allows no less, now and later. *)
  Definition easier_states (R : state G -> state G -> Prop) :=
    forall st' st, R st' st -> forall g, legal G st g = true ->
      legal G st' g = true /\ forall a, R (next G st' g a) (next G st g a).

  Lemma tries_easier R st' st t s n :
    easier_states R -> R st' st -> tries G st t s = Some n -> tries G st' t s = Some n.
  Proof.
    intros HR. revert st' st n. induction t as [|g bs IH] using strategy_induction; [discriminate|].
    intros st' st n H. rewrite !tries_ask. destruct (legal G st g) eqn:L; [|discriminate].
    destruct (HR _ _ H _ L) as [-> HN]. destruct (_ =? found); trivial.
    assert (HB : forall a st' st n, R st' st -> tries G st (branch bs a) s = Some n ->
                                    tries G st' (branch bs a) s = Some n).
    { clear - IH. intros a. induction IH as [|[a' t] bs Ht _ IH']; [discriminate|]. simpl.
      destruct (a' =? a); [apply Ht | apply IH']. }
    destruct (tries G _ (branch bs _) s) as [k|] eqn:E; [|discriminate].
    now rewrite (HB _ _ _ _ (HN _) E).
  Qed.

  (** ** Lower bounds *)

  Definition at_least (T : tariff) (at_ : state G) (S : list secret) (b : price) :=
    forall t, le b (total G T at_ t S).

  Lemma total_app T at_ t S S' :
    total G T at_ t (S ++ S') = plus (total G T at_ t S) (total G T at_ t S').
  Proof. unfold total. now rewrite map_app, sum_app. Qed.

  Lemma total_permutation T at_ t S S' :
    Permutation S S' -> total G T at_ t S = total G T at_ t S'.
  Proof. intros. apply sum_permutation. now apply Permutation_map. Qed.

  (** *** Parts: what holds of two parts of a set adds up. *)
  Theorem parts T at_ S S1 S2 b1 b2 :
    Permutation S (S1 ++ S2) -> at_least T at_ S1 b1 -> at_least T at_ S2 b2 ->
    at_least T at_ S (plus b1 b2).
  Proof.
    intros HP H1 H2 t. rewrite (total_permutation _ _ _ _ _ HP), total_app. now apply le_plus.
  Qed.

  (** *** Inheritance: what holds with more freedom and at lower prices holds with less. *)
  Theorem inherit R T T' st' st S b :
    easier_states R -> R st' st -> cheaper T' T = true -> at_least T' st' S b -> at_least T st S b.
  Proof.
    intros HR H C HL t. apply le_trans with (1 := HL t). apply sum_le. intros s _. apply le_times.
    apply le_trans with (owed T' (tries G st t s)); [|now apply cheaper_owed].
    destruct (tries G st t s) as [n|] eqn:E; [|apply owed_never].
    rewrite (tries_easier R st' st t s n HR H E). apply le_refl.
  Qed.

  (** *** Sizes: a set is found no faster than its guesses split it

      One secret is found by the next guess; if no guess has more than [P] clues for the set, no
      more than [P] are found by the two next, and so on: [P ^ k] by [k + 1]. *)

  (** A guess finds one secret at most. *)
  Definition one_found (g : guess) (S : list secret) :=
    forall s s', In s S -> In s' S -> answer G g s = found -> answer G g s' = found -> s = s'.

  (** States that play leads to. *)
  Inductive reached (at_ : state G) : state G -> Prop :=
  | here : reached at_ at_
  | after st g a : reached at_ st -> legal G st g = true -> reached at_ (next G st g a).

  Definition few_clues (at_ : state G) (P : N) (S : list secret) :=
    forall st g, reached at_ st -> legal G st g = true ->
    one_found g S /\
    exists clues, N.of_nat (length clues) <= P /\ forall s, In s S -> In (answer G g s) clues.

  Lemma few_clues_part at_ P S S' : incl S' S -> few_clues at_ P S -> few_clues at_ P S'.
  Proof.
    intros I H st g R L. destruct (H st g R L) as [U (clues & HL & HC)]. split.
    - intros s s' Hs Hs'. apply U; now apply I.
    - exists clues. split; trivial. intros s Hs. now apply HC, I.
  Qed.

  Lemma few_clues_next at_ P S g a :
    legal G at_ g = true -> few_clues at_ P S -> few_clues (next G at_ g a) P S.
  Proof.
    intros L H st h R. apply H. induction R as [|st g' a' _ IH L'].
    - now apply after; [apply here|].
    - now apply after.
  Qed.

  (** Where no guess leads to a state that allows more, none does later. *)
  Lemma reached_easier R at_ st g :
    easier_states R -> (forall g a, legal G at_ g = true -> R at_ (next G at_ g a)) ->
    reached at_ st -> legal G st g = true -> legal G at_ g = true.
  Proof.
    intros HR HN H. revert g.
    enough (C : clos_refl_trans_1n _ R at_ st).
    { clear H HN. induction C as [|x y z Hxy _ IH]; trivial. intros g L.
      now apply (HR _ _ Hxy), IH. }
    assert (E : forall x y, clos_refl_trans_1n _ R x y -> forall g, legal G y g = true ->
      legal G x g = true /\ forall a, clos_refl_trans_1n _ R (next G x g a) (next G y g a)).
    { induction 1 as [|x y z Hxy _ IH]; intros g L; [split; trivial; constructor|].
      destruct (IH g L) as [L' HC]. destruct (HR _ _ Hxy g L') as [L'' HC'].
      split; trivial. intros a. now apply Relation_Operators.rt1n_trans with (next G y g a). }
    induction H as [|st g a _ IH L]; [constructor|].
    destruct (E _ _ IH g L) as [L' HC].
    apply Relation_Operators.rt1n_trans with (next G at_ g a); auto.
  Qed.

  Definition in_time (k : nat) (n : option nat) : bool :=
    match n with Some n => (n <=? k)%nat | None => false end.

  Lemma at_most_one (S : list secret) :
    NoDup S -> (forall s s', In s S -> In s' S -> s = s') -> (length S <= 1)%nat.
  Proof.
    intros ND H. destruct S as [|a [|b S]]; cbn; try lia. exfalso. inversion ND as [|? ? N _].
    apply N. rewrite (H a b); cbn; auto.
  Qed.

  Lemma filter_none (p : secret -> bool) S : (forall s, In s S -> p s = false) -> filter p S = [].
  Proof.
    induction S as [|s S IH]; intros H; [trivial|]. cbn. rewrite (H s (or_introl eq_refl)).
    apply IH. intros s' Hs'. apply H. now right.
  Qed.

  Lemma by_clue (p : secret -> bool) (q : clue -> secret -> bool) c S clues :
    (forall s, In s S -> p s = true -> exists a, In a clues /\ q a s = true) ->
    (forall a, In a clues -> (length (filter (q a) S) <= c)%nat) ->
    (length (filter p S) <= length clues * c)%nat.
  Proof.
    intros H HC.
    apply Nat.le_trans with (fold_right Nat.add 0 (map (fun a =>
      length (filter (q a) S)) clues))%nat.
    - clear HC. induction S as [|s S IH]; [cbn; lia|]. cbn [filter].
      assert (IH' := IH (fun x Hx => H x (or_intror Hx))).
      assert (M : forall l, (fold_right Nat.add 0 (map (fun a => length (filter (q a) S)) l) <=
        fold_right Nat.add 0
          (map (fun a => length (if q a s then s :: filter (q a) S else filter (q a) S)) l))%nat).
      { induction l as [|a l IHl]; cbn [map fold_right]; [lia|].
        destruct (q a s); cbn [length]; lia. }
      destruct (p s) eqn:E; [|now apply Nat.le_trans with (1 := IH')].
      destruct (H s (or_introl eq_refl) E) as (a & Ha & Q). clear H IH E.
      cbn [length]. apply Nat.le_trans with (1 := le_n_S _ _ IH'). clear IH'.
      induction clues as [|a' clues IHc]; [contradiction|]. destruct Ha as [->|Ha].
      + cbn [map fold_right filter]. rewrite Q. cbn [length]. specialize (M clues). lia.
      + specialize (IHc Ha). cbn [map fold_right filter] in *. destruct (q a' s); cbn [length]; lia.
    - clear H. induction clues as [|a clues IHc]; cbn [map fold_right length Nat.mul]; [lia|].
      pose proof (HC a (or_introl eq_refl)). specialize (IHc (fun b Hb => HC b (or_intror Hb))).
      lia.
  Qed.

  Lemma found_at_once at_ t s : tries G at_ t s = Some 1%nat ->
    exists g bs, t = Ask g bs /\ legal G at_ g = true /\ answer G g s = found.
  Proof.
    destruct t as [|g bs]; [discriminate|]. rewrite tries_ask. intros H. exists g, bs.
    destruct (legal _ _ _); [|discriminate]. destruct (N.eqb_spec (answer G g s) found); auto.
    pose proof (tries_positive (next G at_ g (answer G g s)) (branch bs (answer G g s)) s).
    destruct (tries G _ (branch bs _) s) as [k|]; [|discriminate]. simpl in H. congruence.
  Qed.

  Theorem few_in_time P S k at_ t : NoDup S -> 1 <= P -> few_clues at_ P S ->
    N.of_nat (length (filter (fun s =>
      in_time (Datatypes.S k) (tries G at_ t s)) S)) <= P ^ N.of_nat k.
  Proof.
    revert S at_ t; induction k as [|k IH]; intros S at_ t ND HP HF.
    - change (P ^ N.of_nat 0) with 1.
      enough (length (filter (fun s => in_time 1 (tries G at_ t s)) S) <= 1)%nat by lia.
      apply at_most_one; [now apply NoDup_filter|].
      assert (F : forall s, In s (filter (fun s => in_time 1 (tries G at_ t s)) S) ->
                  In s S /\ tries G at_ t s = Some 1%nat).
      { intros s [Hs H]%filter_In. split; trivial. pose proof (tries_positive at_ t s).
        destruct (tries G at_ t s) as [[|[|n]]|]; try discriminate; congruence. }
      intros s s' [Hs H]%F [Hs' H']%F. destruct (found_at_once _ _ _ H) as (g & bs & -> & L & A).
      destruct (found_at_once _ _ _ H') as (g' & bs' & [= <- <-] & _ & A').
      now apply (proj1 (HF at_ g (here at_) L)).
    - destruct t as [|g bs].
      { rewrite filter_none; [apply N.le_0_l | now intros]. }
      destruct (legal G at_ g) eqn:L.
      2: { rewrite filter_none; [apply N.le_0_l|]. intros s _. now rewrite tries_ask, L. }
      destruct (HF at_ g (here at_) L) as [U (clues & HL & HC)].
      set (q := fun a s => (answer G g s =? a) &&
                           in_time (Datatypes.S (Datatypes.S k)) (tries G at_ (Ask g bs) s)).
      assert (B : (length (filter (fun s =>
        in_time (Datatypes.S (Datatypes.S k)) (tries G at_ (Ask g bs) s)) S)
                   <= length clues * N.to_nat (P ^ N.of_nat k))%nat).
      { apply by_clue with (q := q).
        - intros s Hs H. exists (answer G g s). split; [now apply HC|]. unfold q.
          now rewrite N.eqb_refl.
        - intros a _.
          assert (HPk : 1 <= P ^ N.of_nat k) by (pose proof (N.pow_nonzero P (N.of_nat k)); lia).
          destruct (N.eq_dec a found) as [->|NF].
          + enough (length (filter (q found) S) <= 1)%nat by lia.
            apply at_most_one; [now apply NoDup_filter|].
            intros s s' [Hs [A%N.eqb_eq _]%andb_prop]%filter_In [Hs' [A'%N.eqb_eq
              _]%andb_prop]%filter_In.
            now apply U.
          + specialize (IH (filter (fun s => answer G g s =? a) S) (next G at_ g a) (branch bs a)).
            assert (HI : incl (filter (fun s => answer G g s =? a) S) S) by (intros s;
              apply incl_filter).
            specialize (IH (NoDup_filter _ ND) HP (few_clues_next _ _ _ g a L
              (few_clues_part _ _ _ _ HI HF))).
            enough (length (filter (q a) S) <=
                    length (filter (fun s =>
                      in_time (Datatypes.S k) (tries G (next G at_ g a) (branch bs a) s))
                              (filter (fun s => (answer G g s =? a)%N) S)))%nat by lia.
            clear - NF L. induction S as [|s S IHS]; [cbn; lia|]. cbn [filter]. unfold q at 1.
            rewrite tries_ask, L. destruct (N.eqb_spec (answer G g s) a) as [->|_]; [|exact IHS].
            destruct (N.eqb_spec a found); [contradiction|]. cbn [filter andb].
            destruct (tries G (next G at_ g a) (branch bs a) s) as [m|];
              cbn [one_more option_map in_time];
              [|exact IHS].
            change (Datatypes.S m <=? Datatypes.S (Datatypes.S k))%nat with (m <=? Datatypes.S
              k)%nat.
            destruct (m <=? Datatypes.S k)%nat; cbn [length]; lia. }
      rewrite Nat2N.inj_succ, N.pow_succ_r'. nia.
  Qed.

  (** So the first secret pays at least for one guess, the next [P - 1] for two, and so on.

      [i] guesses were reckoned with beyond the first, [cap] is [P ^ i], [j] secrets come before. *)
  Fixpoint levels (T : tariff) (P : N) (i : nat) (cap : N) (p : price) (j : N) (S : list secret) :
      list (secret * price) :=
    match S with
    | [] => []
    | s :: others =>
        if j <? cap then (s, p) :: levels T P i cap p (j + 1) others
        else
          let p' := owed T (Some (i + 2)%nat) in
          (s, p') :: levels T P (i + 1) (cap * P) p' (j + 1) others
    end.

  (** What a secret pays with [j] before it: no more than a guess by which more could be found. *)
  Definition low (T : tariff) (P : N) (j : nat) (x : price) :=
    exists i, x = owed T (Some (i + 1)%nat) /\ (i = O \/ P ^ N.of_nat (i - 1) <= N.of_nat j).

  Definition lows (T : tariff) (P : N) (j : nat) (l : list price) :=
    forall k x, nth_error l k = Some x -> low T P (j + k) x.

  Lemma levels_low T P S i j : let l := levels T P i (P ^ N.of_nat i) (owed T (Some (i + 1)%nat))
    (N.of_nat j) S in
    (i = O \/ P ^ N.of_nat (i - 1) <= N.of_nat j) -> lows T P j (map snd l) /\ map fst l = S.
  Proof.
    revert i j; induction S as [|s S IH]; intros i j; cbv zeta.
    { split; [intros [|k] x; discriminate | trivial]. }
    intros H. cbn [levels]. replace (N.of_nat j + 1) with (N.of_nat (Datatypes.S j)) by lia.
    destruct (N.ltb_spec (N.of_nat j) (P ^ N.of_nat i)) as [_|Le]; cbn [map fst snd].
    - destruct (IH i (Datatypes.S j)) as [HL HS]; [destruct H; [now left|right; lia]|].
      split; [|congruence]. intros [|k] x.
      + intros [= <-]. exists i. now rewrite Nat.add_0_r.
      + intros Hk. replace (j + Datatypes.S k)%nat with (Datatypes.S j + k)%nat by lia.
        now apply HL.
    - replace (P ^ N.of_nat i * P) with (P ^ N.of_nat (i + 1))
        by (rewrite Nat.add_1_r, Nat2N.inj_succ, N.pow_succ_r', N.mul_comm; reflexivity).
      replace (i + 2)%nat with (i + 1 + 1)%nat by lia.
      assert (H' : (i + 1 = 0)%nat \/ P ^ N.of_nat (i + 1 - 1) <= N.of_nat j).
      { right. now replace (i + 1 - 1)%nat with i by lia. }
      destruct (IH (i + 1)%nat (Datatypes.S j)) as [HL HS]; [destruct H'; [now left|right; lia]|].
      split; [|congruence]. intros [|k] x.
      + intros [= <-]. exists (i + 1)%nat. rewrite Nat.add_0_r. now split.
      + intros Hk. replace (j + Datatypes.S k)%nat with (Datatypes.S j + k)%nat by lia.
        now apply HL.
  Qed.

  (** Numbers of guesses of which no more than [P ^ k] are up to [k + 1]. *)
  Definition spread (P : N) (ns : list (option nat)) :=
    forall k, N.of_nat (length (filter (in_time (Datatypes.S k)) ns)) <= P ^ N.of_nat k.

  Definition later_than (m n : option nat) : Prop :=
    match m, n with None, _ => True | Some m, Some n => (n <= m)%nat | Some _, None => False end.

  Lemma latest ns : ns <> [] ->
    exists m others, Permutation ns (m :: others) /\ forall n, In n (m :: others) -> later_than m n.
  Proof.
    assert (R : forall n, later_than n n) by (intros [n|]; cbn; lia || trivial).
    induction ns as [|n [|n' ns] IH]; intros H; [congruence | |].
    { exists n, []. split; trivial. intros x [<-|[]]. apply R. }
    destruct IH as (m & others & HP & HM); [discriminate|].
    assert (D : later_than m n \/ later_than n m).
    { destruct m as [m|], n as [n|]; cbn; auto. destruct (Nat.le_ge_cases n m); auto. }
    destruct D as [D|D].
    - exists m, (n :: others). split; [rewrite HP; apply perm_swap|].
      intros x [<-|[<-|Hx]]; [apply R | trivial | apply HM; now right].
    - exists n, (m :: others). split; [now rewrite HP|]. intros x [<-|Hx]; [apply R|].
      specialize (HM x Hx). destruct x as [x|], m as [m|], n as [n|]; cbn in *; trivial; lia.
  Qed.

  Lemma filter_permutation (A : Type) (f : A -> bool) l l' :
    Permutation l l' -> length (filter f l) = length (filter f l').
  Proof.
    induction 1; cbn; try congruence; repeat destruct (f _); cbn; congruence.
  Qed.

  Lemma lows_pay T P l ns : 1 <= P -> length l = length ns -> lows T P 0 l -> spread P ns ->
    (forall n, In n ns -> n <> Some O) -> le (sum l) (sum (map (owed T) ns)).
  Proof.
    intros HP1. revert ns; induction l as [|x l IH] using rev_ind; intros ns HL HLow HS H0.
    { destruct ns; [apply le_refl | discriminate]. }
    rewrite app_length, Nat.add_1_r in HL.
    destruct (latest ns) as (m & others & HP & HM); [now intros ->|].
    rewrite (sum_permutation _ _ (Permutation_map _ HP)), sum_app, plus_comm. cbn [map].
    rewrite sum_cons. pose proof (Permutation_length HP) as HL'. cbn in HL'.
    apply le_plus.
    - cbn [sum fold_right]. rewrite plus_comm, plus_0.
      destruct (HLow (length l) x) as (i & -> & Hi).
      { rewrite nth_error_app2, Nat.sub_diag; trivial. }
      destruct m as [m|]; [|apply owed_never].
      assert (Hm : m <> O).
      { intros ->. apply (H0 (Some O)); trivial.
        apply Permutation_sym in HP. apply (Permutation_in _ HP). now left. }
      apply owed_monotone. destruct Hi as [->|Hi]; [lia|].
      destruct (Nat.le_gt_cases (i + 1) m) as [|Lt]; trivial. exfalso.
      assert (HC : length (filter (in_time m) ns) = length ns).
      { rewrite (filter_permutation _ _ _ _ HP), HL'. clear - HM.
        assert (HF : forall ks, (forall n, In n ks -> later_than (Some m) n) ->
                                length (filter (in_time m) ks) = length ks).
        { induction ks as [|k ks IHk]; intros H; [trivial|]. cbn.
          specialize (H k (or_introl eq_refl)) as Hk. destruct k as [k|]; [|contradiction].
          cbn in *.
          apply Nat.leb_le in Hk. rewrite Hk. cbn. f_equal. apply IHk. intros; apply H. now right. }
        now rewrite (HF _ HM). }
      destruct m as [|m]; [congruence|]. specialize (HS m). rewrite HC in HS.
      assert (P ^ N.of_nat m <= P ^ N.of_nat (i - 1)).
      { apply N.pow_le_mono_r; lia. }
      cbn in Hi. lia.
    - apply IH.
      + lia.
      + intros k y Hk. apply HLow. rewrite nth_error_app1; trivial.
        apply nth_error_Some. congruence.
      + intros k. specialize (HS k). rewrite (filter_permutation _ _ _ _ HP) in HS. cbn in HS.
        destruct (in_time _ m); cbn [length] in HS; lia.
      + intros n Hn. apply H0. apply Permutation_sym in HP. apply (Permutation_in _ HP). now right.
  Qed.

  (** Heavy secrets first, prices that bound every beginning bound the weighted sum. *)

  Fixpoint descending (ws : list N) : bool :=
    match ws with
    | w :: ((w' :: _) as others) => (w' <=? w) && descending others
    | _ => true
    end.

  Lemma descending_last ws w : descending (ws ++ [w]) = true ->
    descending ws = true /\ forall x, In x ws -> w <= x.
  Proof.
    induction ws as [|a ws IH]; [now split|]. intros H. cbn [app] in H.
    destruct ws as [|b ws]; cbn [app descending] in H.
    - apply andb_prop in H as [H%N.leb_le _]. split; trivial. now intros x [<-|[]].
    - apply andb_prop in H as [Ha H]. destruct (IH H) as [D M]. split.
      + change ((b <=? a) && descending (b :: ws) = true). now rewrite Ha, D.
      + intros x [<-|Hx]; [|now apply M]. apply N.leb_le in Ha.
        specialize (M b (or_introl eq_refl)). lia.
  Qed.

  Lemma descending_less ws w : descending ws = true -> descending (map (fun x => x - w) ws) = true.
  Proof.
    induction ws as [|a [|b ws] IH]; trivial. intros [H%N.leb_le D]%andb_prop.
    change ((b - w <=? a - w) && descending (map (fun x => x - w) (b :: ws)) = true).
    rewrite (IH D), andb_true_r. apply N.leb_le. lia.
  Qed.

  Definition weighted (l : list (N * price)) : price :=
    sum (map (fun x => times (fst x) (snd x)) l).

  Lemma weighted_shift (l : list (N * price)) w : (forall x, In x l -> w <= fst x) ->
    weighted l = plus (times w (sum (map snd l))) (weighted (map (fun x => (fst x - w, snd x)) l)).
  Proof.
    induction l as [|[v p] l IH]; intros H; [cbn; now rewrite N.mul_0_r|].
    unfold weighted in *. cbn [map fst snd]. rewrite !sum_cons, IH by (intros; apply H; now right).
    rewrite times_plus, !plus_assoc. f_equal. rewrite <- !plus_assoc.
    rewrite (plus_comm (times w (sum _))), !plus_assoc. f_equal.
    specialize (H _ (or_introl eq_refl)). cbn in H. destruct p as [p|]; [|trivial].
    unfold times, plus. cbn [option_map]. f_equal. nia.
  Qed.

  Lemma weighted_le (l : list N) : forall (xs ys : list price),
    length xs = length l -> length ys = length l -> descending l = true ->
    (forall k, le (sum (firstn k xs)) (sum (firstn k ys))) ->
    le (weighted (combine l xs)) (weighted (combine l ys)).
  Proof.
    remember (length l) as n eqn:E. revert l E.
    induction n as [|n IH]; intros l E xs ys Hx Hy D H.
    { destruct l; [apply le_refl | discriminate]. }
    destruct l as [|w l _] using rev_ind; [discriminate|].
    destruct xs as [|x xs _] using rev_ind; [discriminate|].
    destruct ys as [|y ys _] using rev_ind; [discriminate|].
    rewrite app_length, Nat.add_1_r in *. injection E as E. injection Hx as Hx. injection Hy as Hy.
    destruct (descending_last _ _ D) as [D' M].
    assert (C : forall zs z, length zs = n -> weighted (combine (l ++ [w]) (zs ++ [z])) =
      plus (times w (sum (zs ++ [z]))) (weighted (combine (map (fun x => x - w) l) zs))).
    { intros zs z Hz. assert (Cz : combine (l ++ [w]) (zs ++ [z]) = combine l zs ++ [(w, z)]).
      { clear - E Hz. subst n. revert zs Hz.
        induction l as [|a l IHl]; intros [|b zs] Hz; try discriminate; trivial.
        cbn. f_equal. apply IHl. now injection Hz. }
      rewrite Cz. unfold weighted. rewrite map_app, sum_app. fold (weighted (combine l zs)).
      rewrite (weighted_shift (combine l zs) w).
      2: { intros [v p] I. apply M. now apply in_combine_l in I. }
      cbn [map fst snd sum fold_right]. rewrite (plus_comm _ (Some 0)), plus_0.
      rewrite <- plus_assoc, (plus_comm _ (times w z)), plus_assoc. f_equal.
      - rewrite sum_app, times_plus. f_equal.
        + f_equal. f_equal. clear - E Hz. subst n. revert zs Hz.
          induction l as [|a l IHl]; intros [|b zs] Hz; try discriminate; trivial.
          cbn. f_equal. apply IHl. now injection Hz.
        + cbn. now rewrite (plus_comm _ (Some 0)), plus_0.
      - f_equal. clear. revert zs. induction l as [|a l IHl]; intros [|b zs]; trivial. cbn.
        f_equal. apply IHl. }
    rewrite !C by trivial. apply le_plus.
    - apply le_times. specialize (H (Datatypes.S n)).
      rewrite !firstn_all2 in H; trivial; rewrite app_length; cbn; lia.
    - apply IH; try (now rewrite ?map_length); [now apply descending_less|].
      intros k. destruct (Nat.le_gt_cases k n) as [L|L].
      + specialize (H k). rewrite !firstn_app in H.
        replace (k - length xs)%nat with O in H by lia.
        replace (k - length ys)%nat with O in H by lia.
        cbn [firstn] in H. now rewrite !app_nil_r in H.
      + specialize (H n). rewrite !firstn_app, Hx, Hy, Nat.sub_diag in H. cbn [firstn] in H.
        rewrite !app_nil_r in H. rewrite !firstn_all2 in * by lia. trivial.
  Qed.

  (** The bound of a set that is given with the heavy secrets first. *)
  Definition by_size (T : tariff) (P : N) (S : list secret) : price :=
    if descending (map (weight G) S) then
      sum (map (fun x => times (weight G (fst x)) (snd x))
             (levels T P 0 1 (owed T (Some 1%nat)) 0 S))
    else Some 0.

  Lemma spread_part P (ns ns' : list (option nat)) : spread P (ns ++ ns') -> spread P ns.
  Proof.
    intros H k. specialize (H k). rewrite filter_app, app_length in H. lia.
  Qed.

  Theorem size T P at_ S : NoDup S -> 1 <= P -> few_clues at_ P S ->
    at_least T at_ S (by_size T P S).
  Proof.
    intros ND HP HF t. unfold by_size. destruct (descending _) eqn:D; [|apply le_0].
    destruct (levels_low T P S 0 0 (or_introl eq_refl)) as [HL HS].
    change (P ^ N.of_nat 0) with 1 in *. change (N.of_nat 0) with 0 in *.
    change (0 + 1)%nat with 1%nat in *.
    revert HL HS. generalize (levels T P 0 1 (owed T (Some 1%nat)) 0 S). intros l HL HS.
    set (ns := map (tries G at_ t) S).
    assert (HN : spread P ns).
    { intros k. rewrite <- (few_in_time P S k at_ t ND HP HF). unfold ns. clear.
      induction S as [|s S IH]; [cbn; lia|]. cbn. destruct (in_time _ _); cbn [length]; lia. }
    assert (E1 : map (fun x => times (weight G (fst x)) (snd x)) l =
                 map (fun x => times (fst x) (snd x)) (combine (map (weight G) S) (map snd l))).
    { rewrite <- HS, map_map. clear. induction l as [|[s p] l IH]; cbn; [trivial|]. now f_equal. }
    assert (E2 : map (fun s => times (weight G s) (owed T (tries G at_ t s))) S =
                 map (fun x => times (fst x) (snd x)) (combine (map (weight G) S) (map (owed T)
                   ns))).
    { unfold ns. clear. induction S as [|s S IH]; cbn; [trivial|]. now f_equal. }
    unfold total. rewrite E1, E2. apply weighted_le; trivial.
    - now rewrite !map_length, <- HS, map_length.
    - unfold ns. now rewrite !map_length.
    - intros k. rewrite (firstn_map (owed T)). apply lows_pay with (P := P); trivial.
      + unfold ns. rewrite !firstn_length, !map_length, <- HS, map_length. trivial.
      + intros k' x Hk. apply HL. clear - Hk. revert k k' Hk.
        induction (map snd l) as [|a q IH]; intros [|k] [|k']; cbn; try discriminate; trivial.
        apply IH.
      + apply (spread_part P _ (skipn k ns)). now rewrite firstn_skipn.
      + intros n Hn. unfold ns in Hn. rewrite firstn_map in Hn.
        apply in_map_iff in Hn as (s & <- & _).
        apply tries_positive.
  Qed.

  (** What a guess costs for a set, by itself. *)
  Definition in_one (T : tariff) (s : secret) : price := times (weight G s) (first T).

  (** *** A guess: all pay for it, and then each class pays what it costs at least.

      A class is given with its clue. That the classes are whole is not needed. *)

  Definition for_one_guess (T : tariff) (S : list secret) (bounds : list price) : price :=
    plus (sum (map (in_one T) S)) (sum bounds).

  Definition uniform (g : guess) (class : clue * list secret) :=
    forall s, In s (snd class) -> answer G g s = fst class.

  Lemma guess_pays T at_ g bs S classes (bound : clue * list secret -> price) :
    ended T = false -> legal G at_ g = true ->
    Permutation S (concat (map snd classes)) ->
    (forall c, In c classes -> uniform g c) ->
    (forall c, In c classes ->
       le (bound c) (if fst c =? found then Some 0
                     else total G (later T) (next G at_ g (fst c)) (branch bs (fst c)) (snd c))) ->
    le (for_one_guess T S (map bound classes)) (total G T at_ (Ask g bs) S).
  Proof.
    intros E L HP HU HB. rewrite (total_permutation _ _ _ _ _ HP). unfold for_one_guess.
    rewrite (sum_permutation _ _ (Permutation_map (in_one T) HP)). clear HP.
    induction classes as [|[a c] classes IH]; [apply le_refl|].
    cbn [map concat snd]. rewrite total_app, map_app, sum_app. simpl (sum (_ :: _)).
    rewrite <- plus_assoc, (plus_assoc (sum (map _ (concat _)))),
      (plus_comm (sum (map _ (concat _)))).
    rewrite <- plus_assoc, plus_assoc. apply le_plus.
    2: { apply IH; intros; [apply HU | apply HB]; now right. }
    specialize (HU _ (or_introl eq_refl)). specialize (HB _ (or_introl eq_refl)). cbn in HU, HB.
    assert (HT : le (plus (sum (map (in_one T) c))
                          (if a =? found then Some 0
                           else total G (later T) (next G at_ g a) (branch bs a) c))
                    (total G T at_ (Ask g bs) c)).
    { destruct (N.eqb_spec a found) as [->|NF].
      - rewrite plus_comm, plus_0. apply sum_le. intros s I. apply le_times.
        rewrite tries_ask, L, (HU s I). cbn. rewrite owed_one by trivial. apply le_refl.
      - unfold total. rewrite <- sum_plus. apply sum_le. intros s I.
        unfold in_one. rewrite <- times_plus. apply le_times.
        rewrite tries_ask, L, (HU s I). cbn [fst]. destruct (N.eqb_spec a found); [contradiction|].
        rewrite owed_more by trivial. apply le_refl. }
    apply le_trans with (2 := HT). apply le_plus; [apply le_refl | exact HB].
  Qed.

  (** What is paid if nothing is ever found. *)
  Definition giving_up (T : tariff) (S : list secret) : price :=
    sum (map (fun s => times (weight G s) (owed T None)) S).

  (** All strategies that begin with a guess pay at least so much. *)
  Definition costs (T : tariff) (at_ : state G) (S : list secret) (b : price) (g : guess) :=
    forall bs, le b (total G T at_ (Ask g bs) S).

  Theorem by_classes T at_ g S classes (bound : clue * list secret -> price) :
    ended T = false -> legal G at_ g = true ->
    Permutation S (concat (map snd classes)) ->
    (forall c, In c classes -> uniform g c) ->
    (forall c, In c classes ->
       if fst c =? found then bound c = Some 0
       else at_least (later T) (next G at_ g (fst c)) (snd c) (bound c)) ->
    costs T at_ S (for_one_guess T S (map bound classes)) g.
  Proof.
    intros E L HP HU HB bs. apply guess_pays; trivial.
    intros c I. specialize (HB c I). destruct (fst c =? found); [rewrite HB; apply le_refl|].
    apply HB.
  Qed.

  (** A guess that tells nothing of a set, and after which no more may be proposed. *)
  Definition useless (R : state G -> state G -> Prop) (at_ : state G) (S : list secret)
      (g : guess) :=
    exists a, a <> found /\ (forall s, In s S -> answer G g s = a) /\ R at_ (next G at_ g a).

  (** *** A set costs what the cheapest guess does; none need be looked at that tells nothing. *)
  Theorem step R T at_ S b : easier_states R ->
    le b (giving_up T S) ->
    (forall g, legal G at_ g = true -> costs T at_ S b g \/ useless R at_ S g) ->
    at_least T at_ S b.
  Proof.
    intros HR HG HS t.
    assert (Stopped : forall t, (forall s, tries G at_ t s = None) -> le b (total G T at_ t S)).
    { intros t' H. apply le_trans with (1 := HG). apply sum_le. intros s _. rewrite H.
      apply le_refl. }
    induction t as [|g bs IH] using strategy_induction; [now apply Stopped|].
    destruct (legal G at_ g) eqn:L.
    2: { apply Stopped. intros s. now rewrite tries_ask, L. }
    destruct (HS g L) as [HC|(a & NF & HA & HRa)]; [apply HC|].
    apply le_trans with (total G T at_ (branch bs a) S).
    - clear - IH Stopped. induction IH as [|[a' t] bs Ht _ IH']; [now apply Stopped|]. cbn.
      destruct (a' =? a); trivial.
    - apply sum_le. intros s Hs. apply le_times. rewrite tries_ask, L, (HA s Hs).
      destruct (N.eqb_spec a found); [contradiction|].
      destruct (tries G (next G at_ g a) (branch bs a) s) as [k|] eqn:E; [|apply owed_never].
      rewrite (tries_easier R _ _ _ _ _ HR HRa E). apply owed_monotone. lia.
  Qed.

  (** *** Symmetry: secrets and guesses change places, and the answers stay *)

  (** A state without restrictions, which stays. *)
  Definition unrestricted (guesses : list guess) (at_ : state G) :=
    (forall g, legal G at_ g = true <-> In g guesses) /\
    forall g a, In g guesses -> next G at_ g a = at_.

  (** [image] is where a secret goes; [back g] tells of a secret what [g] tells of its image. *)
  Definition keeps (guesses : list guess) (image : secret -> secret) (back : guess -> guess) :=
    (forall g, In g guesses -> In (back g) guesses) /\
    (forall s, In s (secrets G) -> In (image s) (secrets G) /\ weight G (image s) = weight G s) /\
    (forall g s, In g guesses -> In s (secrets G) -> answer G (back g) s = answer G g (image s)).

  Lemma keeps_after guesses image back image' back' :
    keeps guesses image back -> keeps guesses image' back' ->
    keeps guesses (fun s => image' (image s)) (fun g => back (back' g)).
  Proof.
    intros (B & I & A) (B' & I' & A'). split; [|split].
    - intros g Hg. now apply B, B'.
    - intros s Hs. destruct (I s Hs) as [Hi <-]. now apply I'.
    - intros g s Hg Hs. rewrite A; trivial; [|now apply B']. apply A'; trivial. now apply I.
  Qed.

  Section Symmetry.
    Variables (guesses : list guess) (at_ : state G) (image : secret -> secret) (back : guess ->
      guess).
    Hypothesis free : unrestricted guesses at_.
    Hypothesis kept : keeps guesses image back.

    Fixpoint moved (t : strategy) : strategy :=
      match t with
      | Stop => Stop
      | Ask g bs =>
          if legal G at_ g then Ask (back g) (map (fun b => (fst b, moved (snd b))) bs) else Stop
      end.

    Lemma tries_moved t s : In s (secrets G) -> tries G at_ (moved t) s = tries G at_ t (image s).
    Proof.
      intros Hs. destruct free as [Hlegal Hnext]. destruct kept as (B & _ & A).
      induction t as [|g bs IH] using strategy_induction; [trivial|]. cbn [moved].
      rewrite (tries_ask at_ g bs). destruct (legal G at_ g) eqn:L; [|trivial].
      rewrite tries_ask. apply Hlegal in L. pose proof (B g L) as L'.
      rewrite (proj2 (Hlegal _) L'), (A g s L Hs). destruct (_ =? found); trivial. f_equal.
      rewrite !Hnext by trivial. generalize (answer G g (image s)). intros a.
      induction IH as [|[a' t] bs Ht _ IH']; cbn; [trivial|]. destruct (a' =? a); trivial.
    Qed.

    Lemma total_moved T t S : incl S (secrets G) ->
      total G T at_ (moved t) S = total G T at_ t (map image S).
    Proof.
      intros I. unfold total. rewrite map_map. f_equal. apply map_ext_in. intros s Hs.
      rewrite tries_moved by (now apply I). f_equal. symmetry. now apply kept, I.
    Qed.

    (** What a set costs, its image does. *)
    Theorem symmetry T S b : incl S (secrets G) ->
      at_least T at_ S b -> at_least T at_ (map image S) b.
    Proof. intros I H t. rewrite <- total_moved by trivial. apply H. Qed.

    (** Where a set is its own image, a guess costs what the one that it comes from does. *)
    Theorem orbit T S b g : incl S (secrets G) -> Permutation S (map image S) -> In g guesses ->
      costs T at_ S b (back g) -> costs T at_ S b g.
    Proof.
      intros I HP Hg H bs. rewrite (total_permutation _ _ _ _ _ HP), <- total_moved by trivial.
      cbn [moved]. apply (proj1 free) in Hg. rewrite Hg. apply H.
    Qed.
  End Symmetry.

  (** ** What the usual tariffs say *)

  (** So much is paid for a secret that is found by the last of [d] guesses, or not. *)
  Theorem owed_steps p d m n : n <> Some O ->
    owed (steps p d (Ends m)) n =
    match n with
    | Some k => if (k <=? d)%nat then Some (p * N.of_nat k) else plus (Some (p * N.of_nat d)) m
    | None => plus (Some (p * N.of_nat d)) m
    end.
  Proof.
    assert (D : forall d, plus (Some p) (plus (Some (p * N.of_nat d)) m) =
                          plus (Some (p * N.of_nat (S d))) m).
    { intros d'. rewrite plus_assoc, Nat2N.inj_succ, N.mul_succ_r.
      f_equal. unfold plus. f_equal. apply N.add_comm. }
    revert n; induction d as [|d IH]; intros n H.
    - cbn [steps]. rewrite N.mul_0_r, plus_0. now destruct n as [[|k]|].
    - cbn [steps]. destruct n as [[|k]|]; [congruence | |].
      + change (Some (S k)) with (one_more (Some k)). rewrite owed_more by reflexivity.
        cbn [first later].
        destruct k as [|k].
        { change (plus (Some p) (owed (steps p d (Ends m)) (Some O)) = Some (p * 1)).
          rewrite N.mul_1_r. now destruct (steps p d (Ends m)); rewrite plus_comm; apply plus_0. }
        rewrite IH by congruence. cbn [one_more option_map].
        change (S (S k) <=? S d)%nat with (S k <=? d)%nat.
        destruct (S k <=? d)%nat; [|apply D]. unfold plus. f_equal.
        rewrite (Nat2N.inj_succ (S k)), N.mul_succ_r. apply N.add_comm.
      + change None with (one_more None) at 1. rewrite owed_more by reflexivity. cbn [first later].
        rewrite IH by congruence. apply D.
  Qed.

  (** Nothing is paid [within] so many guesses where all are found; if not, there is no price. *)
  Lemma total_within d t S :
    (exists x, total G (within d) (start G) t S = Some x) <->
    (forall s, In s S -> exists n, tries G (start G) t s = Some n /\ (n <= d)%nat).
  Proof.
    unfold total, within. induction S as [|s S IH].
    { split; [contradiction|]. intros _. now exists 0. }
    cbn [map]. rewrite sum_cons, owed_steps by apply tries_positive. split.
    - intros [x H]. destruct (tries G (start G) t s) as [n|] eqn:E.
      2: discriminate.
      destruct (Nat.leb_spec n d); [|discriminate].
      intros s' [<-|Hs']; [now exists n|]. apply IH; trivial.
      destruct (sum _); [now eexists|discriminate].
    - intros H. destruct (proj2 IH) as [x Hx]; [intros; apply H; now right|].
      rewrite Hx. destruct (H s (or_introl eq_refl)) as (n & -> & L%Nat.leb_le). rewrite L.
      now eexists.
  Qed.

  (** Nobody misses what is found in time. *)
  Lemma no_misses d t S :
    (forall s, In s S -> exists n, tries G (start G) t s = Some n /\ (n <= d)%nat) ->
    total G (misses d) (start G) t S = Some 0.
  Proof.
    unfold total, misses. induction S as [|s S IH]; intros H; [trivial|].
    cbn [map]. rewrite sum_cons, IH by (intros; apply H; now right).
    rewrite owed_steps by apply tries_positive.
    destruct (H s (or_introl eq_refl)) as (n & -> & L%Nat.leb_le). rewrite L.
    change (Some (0 * N.of_nat n)) with (Some 0). cbn. now rewrite N.mul_0_r.
  Qed.

  (** *** The least cost by these tariffs is the least average, or the fewest misses. *)

  Lemma sum_over (f : secret -> price) (h : secret -> N) S :
    (forall s, In s S -> f s = Some (h s)) -> sum (map f S) = Some (fold_right N.add 0 (map h S)).
  Proof.
    induction S as [|s S IH]; intros H; [trivial|]. cbn [map fold_right].
    rewrite sum_cons, IH by (intros; apply H; now right). now rewrite (H s (or_introl eq_refl)).
  Qed.

  Lemma sum_parts (f : secret -> price) S x s :
    sum (map f S) = Some x -> In s S -> exists y, f s = Some y /\ y <= x.
  Proof.
    revert x; induction S as [|s' S IH]; intros x; [contradiction|]. cbn [map]. rewrite sum_cons.
    destruct (f s') as [y|] eqn:E; [|discriminate].
    destruct (sum (map f S)) as [z|]; [|discriminate]. intros [= <-] [<-|H].
    - exists y. split; trivial. lia.
    - destruct (IH z eq_refl H) as (w & -> & L). exists w. split; trivial. lia.
  Qed.

  (** What is paid where all are found in time. *)
  Lemma paid_in_all T limit t :
    (forall n, match limit with Some k => (n <= k)%nat | None => True end -> n <> O ->
               owed T (Some n) = Some (N.of_nat n)) ->
    finds_all G limit t -> total G T (start G) t (secrets G) = Some (guesses_in_all G t).
  Proof.
    intros HT H. apply sum_over. intros s Hs. destruct (H s Hs) as (n & E & L).
    pose proof (tries_positive (start G) t s) as P. rewrite E in *. now rewrite HT by congruence.
  Qed.

  Theorem cost_average b : least_cost G average b -> least_average G None b.
  Proof.
    assert (HT : forall n, True -> n <> O -> owed average (Some n) = Some (N.of_nat n)).
    { intros n _ _. unfold average. rewrite owed_forever. f_equal. apply N.mul_1_l. }
    intros [[t H] L]. split.
    - exists t. assert (F : finds_all G None t).
      { intros s Hs. destruct (sum_parts _ _ _ s H Hs) as (y & E & _).
        destruct (tries G (start G) t s) as [n|]; [|discriminate]. now exists n. }
      split; trivial. rewrite (paid_in_all average None t HT F) in H. now injection H.
    - intros t' F. specialize (L t'). now rewrite (paid_in_all average None t' HT F) in L.
  Qed.

  Theorem cost_average_within d miss b : (forall s, In s (secrets G) -> 1 <= weight G s) ->
    b < miss ->
    least_cost G (average_within d miss) b -> least_average G (Some d) b.
  Proof.
    intros W M.
    assert (HT : forall n, (n <= d)%nat -> n <> O ->
                           owed (average_within d miss) (Some n) = Some (N.of_nat n)).
    { intros n L P. unfold average_within. rewrite owed_steps by congruence.
      apply Nat.leb_le in L. rewrite L. f_equal. apply N.mul_1_l. }
    intros [[t H] L]. split.
    - exists t. assert (F : finds_all G (Some d) t).
      { intros s Hs. destruct (sum_parts _ _ _ s H Hs) as (y & E & Ly).
        pose proof (tries_positive (start G) t s) as P. unfold average_within in E.
        rewrite owed_steps in E by trivial.
        assert (Dear : forall z, times (weight G s) (plus (Some z) (Some miss)) = Some y -> False).
        { cbn. intros z [= <-]. specialize (W s Hs). nia. }
        destruct (tries G (start G) t s) as [n|]; [|now apply Dear in E].
        destruct (Nat.leb_spec n d); [now exists n | now apply Dear in E]. }
      split; trivial. rewrite (paid_in_all _ (Some d) t HT F) in H. now injection H.
    - intros t' F. specialize (L t'). now rewrite (paid_in_all _ (Some d) t' HT F) in L.
  Qed.

  Theorem cost_misses d b : least_cost G (misses d) b -> fewest_missed G d b.
  Proof.
    assert (H : forall t, total G (misses d) (start G) t (secrets G) = Some (missed G d t)).
    { intros t. apply sum_over. intros s _. unfold misses.
      rewrite owed_steps by apply tries_positive.
      destruct (tries G (start G) t s) as [n|]; [destruct (n <=? d)%nat|];
        unfold plus, times; cbn [option_map]; f_equal; rewrite N.mul_0_l; lia. }
    intros [[t E] L]. split.
    - exists t. rewrite H in E. now injection E.
    - intros t'. specialize (L t'). now rewrite H in L.
  Qed.
End Play.
