(** * The checker, and what it proves

    A certificate is a strategy, which bounds the value from above, and a list of lemmas, which
    bound it from below: each follows from earlier ones by the rules of [Rules.v]. *)

From Coq Require Import List PeanoNat NArith PArith Permutation Lia Bool.
From Coq Require Import Mergesort Orders FMapPositive.
From Emi Require Import Game Prices Rules.
Import ListNotations.
Open Scope N_scope.

(** ** Classes: secrets in the order of their clues, cut where the clue changes *)

Module Clued <: TotalLeBool.
  Definition t := (clue * secret)%type.
  Definition leb (x y : t) : bool :=
    match fst x ?= fst y with Lt => true | Gt => false | Eq => (snd x <=? snd y)%positive end.
  Lemma leb_total x y : leb x y = true \/ leb y x = true.
  Proof.
    unfold leb. rewrite (N.compare_antisym (fst x)). destruct (fst x ?= fst y); cbn; auto.
    destruct (Pos.leb_spec (snd x) (snd y)); auto. right. apply Pos.leb_le. lia.
  Qed.
End Clued.
Module ClueSort := Sort Clued.

Definition row := PositiveMap.t clue.
Definition look (r : row) (s : secret) : clue :=
  match PositiveMap.find s r with Some a => a | None => found end.

Fixpoint runs (l : list (clue * secret)) : list (clue * list secret) :=
  match l with
  | [] => []
  | (a, s) :: l =>
      match runs l with
      | (a', c) :: others =>
          if a =? a' then (a, s :: c) :: others else (a, [s]) :: (a', c) :: others
      | [] => [(a, [s])]
      end
  end.

Definition classes (r : row) (S : list secret) : list (clue * list secret) :=
  runs (ClueSort.sort (map (fun s => (look r s, s)) S)).

Lemma runs_concat l : concat (map snd (runs l)) = map snd l.
Proof.
  induction l as [|[a s] l IH]; [trivial|]. cbn. rewrite <- IH.
  destruct (runs l) as [|[a' c] others]; [trivial|]. destruct (a =? a'); trivial.
Qed.

Lemma runs_uniform l c s : In c (runs l) -> In s (snd c) -> In (fst c, s) l.
Proof.
  revert c s; induction l as [|[a s0] l IH]; [contradiction|]. intros c s Hc Hs. cbn in Hc.
  destruct (runs l) as [|[a' c'] others].
  - destruct Hc as [<-|[]]. destruct Hs as [<-|[]]. now left.
  - destruct (N.eqb_spec a a') as [<-|_].
    + destruct Hc as [<-|Hc].
      * destruct Hs as [<-|Hs]; [now left|]. right. now apply (IH (a, c')); [left|].
      * right. apply IH; trivial. now right.
    + destruct Hc as [<-|Hc].
      * destruct Hs as [<-|[]]. now left.
      * right. now apply IH.
Qed.

Lemma classes_concat r S : Permutation S (concat (map snd (classes r S))).
Proof.
  unfold classes. rewrite runs_concat.
  replace S with (map snd (map (fun s => (look r s, s)) S)) at 1 by (rewrite map_map; apply map_id).
  apply Permutation_map, ClueSort.Permuted_sort.
Qed.

Lemma classes_uniform r S c s : In c (classes r S) -> In s (snd c) -> In s S /\ look r s = fst c.
Proof.
  intros Hc Hs. pose proof (runs_uniform _ _ _ Hc Hs) as H.
  eapply Permutation_in in H; [|apply Permutation_sym, ClueSort.Permuted_sort].
  apply in_map_iff in H as (s' & [= <- ->] & H). now split.
Qed.

(** ** Sets of secrets, in ascending order *)

(** What is left of a set without some of it; [None] if these are not part of it. *)
Fixpoint minus (S P : list secret) : option (list secret) :=
  match P, S with
  | [], _ => Some S
  | _, [] => None
  | p :: P', s :: S' => if (s =? p)%positive then minus S' P' else option_map (cons s) (minus S' P)
  end.

Lemma minus_permutation S P X : minus S P = Some X -> Permutation S (P ++ X).
Proof.
  revert P X; induction S as [|s S IH]; intros [|p P] X; cbn; try discriminate.
  - now intros [= <-].
  - now intros [= <-].
  - destruct (Pos.eqb_spec s p) as [<-|_].
    + intros H. constructor. now apply IH.
    + destruct (minus S (p :: P)) as [Y|] eqn:E; [|discriminate]. intros [= <-].
      rewrite (IH _ _ E). apply (Permutation_middle (p :: P)).
Qed.

Fixpoint ascending (S : list secret) : bool :=
  match S with
  | s :: ((s' :: _) as others) => (s <? s')%positive && ascending others
  | _ => true
  end.

Lemma ascending_distinct S : ascending S = true -> NoDup S.
Proof.
  assert (H : forall s S, ascending (s :: S) = true -> forall s', In s' S -> (s < s')%positive).
  { intros s S'. revert s. induction S' as [|s' S' IH]; [contradiction|].
    intros s [H1%Pos.ltb_lt H2]%andb_prop s'' [<-|I]; trivial. specialize (IH _ H2 _ I). lia. }
  induction S as [|s S IH]; intros HS; constructor.
  - intros I. specialize (H _ _ HS _ I). lia.
  - apply IH. destruct S; trivial. now apply andb_prop in HS.
Qed.

Lemma NoDup_left (S S' : list secret) : NoDup (S ++ S') -> NoDup S.
Proof.
  induction S as [|s S IH]; [constructor|]. cbn. inversion 1 as [|? ? N ND]. constructor; auto.
  intros I. apply N, in_or_app. now left.
Qed.

Lemma NoDup_right (S S' : list secret) : NoDup (S ++ S') -> NoDup S'.
Proof. induction S as [|s S IH]; [trivial|]. inversion 1. auto. Qed.

Module Placed <: TotalLeBool.
  Definition t := secret.
  Definition leb := Pos.leb.
  Lemma leb_total x y : leb x y = true \/ leb y x = true.
  Proof.
    unfold leb. destruct (Pos.leb_spec x y); auto.
    right. now apply Pos.leb_le, Pos.lt_le_incl.
  Qed.
End Placed.
Module SetSort := Sort Placed.

(** The greater of two prices. *)
Definition most (a b : price) : price := if leb a b then b else a.

Lemma most_le a b c : le a c -> le b c -> le (most a b) c.
Proof. unfold most. now destruct (leb a b). Qed.

(** The heavy secrets first. *)
Module Weighed <: TotalLeBool.
  Definition t := (N * secret)%type.
  Definition leb (x y : t) : bool := fst y <=? fst x.
  Lemma leb_total x y : leb x y = true \/ leb y x = true.
  Proof. unfold leb. destruct (N.leb_spec (fst x) (fst y)); auto. left. apply N.leb_le. lia. Qed.
End Weighed.
Module WeightSort := Sort Weighed.

(** ** Orbits: guesses that moves turn into each other, of which one each is looked at *)

Section Orbits.
  (** Where a guess goes, and where it comes from. *)
  Variable moves : list ((guess -> guess) * (guess -> guess)).

  Definition meet (x : guess) (found : list guess * PositiveMap.t unit)
      (move : (guess -> guess) * (guess -> guess)) :=
    let y := fst move x in
    if (snd move y =? x)%positive && negb (PositiveMap.mem y (snd found))
    then (y :: fst found, PositiveMap.add y tt (snd found))
    else found.

  Fixpoint reach (fuel : nat) (waiting : list guess) (met : PositiveMap.t unit) :
      PositiveMap.t unit :=
    match fuel, waiting with
    | S fuel, x :: waiting =>
        let (waiting, met) := fold_left (meet x) moves (waiting, met) in reach fuel waiting met
    | _, _ => met
    end.

  Fixpoint firsts (fuel : nat) (guesses : list guess) (met chosen : PositiveMap.t unit) :=
    match guesses with
    | [] => chosen
    | g :: guesses =>
        if PositiveMap.mem g met then firsts fuel guesses met chosen
        else
          firsts fuel guesses (reach fuel [g] (PositiveMap.add g tt met))
            (PositiveMap.add g tt chosen)
    end.

  Variable Q : guess -> Prop.
  Hypothesis closed : forall move y, In move moves -> Q (snd move y) -> Q y.
  Definition all_in (m : PositiveMap.t unit) := forall x, PositiveMap.mem x m = true -> Q x.

  Lemma mem_add x y m :
    PositiveMap.mem x (PositiveMap.add y tt m) = true -> x = y \/ PositiveMap.mem x m = true.
  Proof.
    rewrite !PositiveMap.mem_find. destruct (Pos.eq_dec x y) as [->|N]; [now left|].
    rewrite PositiveMap.gso by trivial. now right.
  Qed.

  Lemma all_in_add x m : Q x -> all_in m -> all_in (PositiveMap.add x tt m).
  Proof. intros Hx Hm y [->|Hy]%mem_add; auto. Qed.

  Lemma reach_all fuel waiting met :
    Forall Q waiting -> all_in met -> all_in (reach fuel waiting met).
  Proof.
    revert waiting met; induction fuel as [|fuel IH]; intros [|x waiting] met; trivial.
    intros HW HM. inversion HW as [|? ? Hx HW']; subst. cbn.
    assert (H : forall ms found, incl ms moves -> Forall Q (fst found) -> all_in (snd found) ->
      Forall Q (fst (fold_left (meet x) ms found)) /\ all_in (snd (fold_left (meet x) ms found))).
    { induction ms as [|m ms IHms]; [now split|]. intros f I Hf Hs. cbn.
      apply IHms; [intros z Hz; apply I; now right | |]; unfold meet;
        destruct (Pos.eqb_spec (snd m (fst m x)) x) as [E|_]; trivial;
        destruct (PositiveMap.mem _ _); trivial;
        (assert (Q (fst m x)) by (apply (closed m); [apply I; now left | now rewrite E])).
      - now constructor.
      - now apply all_in_add. }
    specialize (H moves (waiting, met) (incl_refl _) HW' HM).
    destruct (fold_left (meet x) moves (waiting, met)) as [w m]. now apply IH.
  Qed.

  Lemma firsts_all fuel guesses met chosen :
    all_in met -> all_in (firsts fuel guesses met chosen) -> forall g, In g guesses -> Q g.
  Proof.
    revert met chosen; induction guesses as [|g0 guesses IH]; intros met chosen HM HC;
      [contradiction|].
    cbn in HC.
    assert (Grow : forall gs met chosen x, PositiveMap.mem x chosen = true ->
                   PositiveMap.mem x (firsts fuel gs met chosen) = true).
    { induction gs as [|h gs IHg]; intros m c x Hx; trivial. cbn.
      destruct (PositiveMap.mem h m); apply IHg; trivial.
      rewrite PositiveMap.mem_find in *. destruct (Pos.eq_dec x h) as [->|N].
      - now rewrite PositiveMap.gss.
      - now rewrite PositiveMap.gso. }
    destruct (PositiveMap.mem g0 met) eqn:E.
    - intros g [<-|Hg]; [now apply HM | exact (IH met chosen HM HC g Hg)].
    - assert (Q0 : Q g0).
      { apply HC, Grow. rewrite PositiveMap.mem_find, PositiveMap.gss. reflexivity. }
      assert (HM' : all_in (reach fuel [g0] (PositiveMap.add g0 tt met))).
      { apply reach_all; [now constructor | now apply all_in_add]. }
      intros g [<-|Hg]; [exact Q0 | exact (IH _ _ HM' HC g Hg)].
  Qed.
End Orbits.

Section Checker.
  (** ** What the checker is given: a game, its guesses, and their rows *)

  Variable G : game.
  Variable guesses : list guess.
  Variable row_of : guess -> row.
  Hypothesis row_answers :
    forall g s, In g guesses -> In s (secrets G) -> look (row_of g) s = answer G g s.
  Hypothesis legal_guesses : forall at_ g, legal G at_ g = true -> In g guesses.
  (** Tells that a state allows no less than another, now and later. *)
  Variable easier : state G -> state G -> bool.
  Variable wider : state G -> state G -> Prop.
  Hypothesis wider_sound : easier_states G wider.
  Hypothesis easier_sound : forall st' st, easier st' st = true -> wider st' st.
  (** Tells that no guess leads to a state that allows more. *)
  Variable narrows : state G -> bool.
  Hypothesis narrows_sound : forall at_ g a,
    narrows at_ = true -> legal G at_ g = true -> wider at_ (next G at_ g a).
  (** Tells that a state has no restrictions. *)
  Variable free : state G -> bool.
  Hypothesis free_sound : forall at_, free at_ = true -> unrestricted G guesses at_.

  (** ** Certificates *)

  (** The claim that no strategy pays less than [bound] for these secrets. *)
  Record lemma := Lemma {
    prices : tariff;
    from : state G;
    set : list secret;
    bound : price
  }.
  Definition holds (l : lemma) := at_least G (prices l) (from l) (set l) (bound l).

  (** A permutation: where each secret goes, where each guess goes, and where it comes from. What is
      not named stays. *)
  Record permutation := Permuted {
    image : PositiveMap.t secret;
    forth : PositiveMap.t guess;
    back : PositiveMap.t guess
  }.
  Definition to (m : PositiveMap.t positive) (x : positive) : positive :=
    match PositiveMap.find x m with Some y => y | None => x end.

  (** A step claims a lemma, for which it names others, and permutations that leave its secrets the
      same, and guesses to be looked at rather than
      others that these make of them; or it is the image of a lemma. Lemmas are counted from 1, permutations from 0; several
      in a list are done one after the other. *)
  Inductive reasoning :=
  | Claim (l : lemma) (reasons : list positive) (symmetries : list (list nat))
      (preferred : list guess)
  | Image (of_ : positive) (by_ : list nat).

  Record certificate := Certificate {
    plays : strategy;
    permutations : list permutation;
    steps_ : list reasoning;
    last : list positive
  }.

  (** ** The bound of a set: by its size, by lemmas about parts of it, or about itself *)

  Definition sized (T : tariff) (P : N) (S : list secret) : price :=
    if descending (map (weight G) S) then by_size G T P S
    else by_size G T P (map snd (WeightSort.sort (map (fun s => (weight G s, s)) S))).

  Definition fits (T : tariff) (at_ : state G) (l : lemma) : bool :=
    cheaper (prices l) T && easier (from l) at_.

  Fixpoint side_by_side (T : tariff) (at_ : state G) (P : N) (ls : list lemma) (S : list secret) :
      price :=
    match ls with
    | [] => sized T P S
    | l :: ls =>
        match minus S (set l) with
        | Some others =>
            if fits T at_ l then plus (bound l) (side_by_side T at_ P ls others)
            else side_by_side T at_ P ls S
        | None => side_by_side T at_ P ls S
        end
    end.

  Definition itself (T : tariff) (at_ : state G) (S : list secret) (l : lemma) : price :=
    match minus S (set l) with
    | Some [] => if fits T at_ l then bound l else Some 0
    | _ => Some 0
    end.

  Definition set_bound (T : tariff) (at_ : state G) (P : N) (parts wholes : list lemma)
      (S : list secret) : price :=
    fold_right (fun l b => most (itself T at_ S l) b)
      (most (sized T P S) (side_by_side T at_ P parts S)) wholes.

  Lemma sized_sound T P at_ S :
    NoDup S -> 1 <= P -> few_clues G at_ P S -> at_least G T at_ S (sized T P S).
  Proof.
    intros ND HP HF. unfold sized. destruct (descending _); [now apply size|].
    assert (HS : Permutation S (map snd (WeightSort.sort (map (fun s => (weight G s, s)) S)))).
    { replace S with (map snd (map (fun s => (weight G s, s)) S)) at 1 by (rewrite map_map;
        apply map_id).
      apply Permutation_map, WeightSort.Permuted_sort. }
    intros t. rewrite (total_permutation _ _ _ _ _ _ HS). apply size; trivial.
    - now apply (Permutation_NoDup HS).
    - apply few_clues_part with (2 := HF). intros s Hs. apply Permutation_sym in HS.
      now apply (Permutation_in _ HS).
  Qed.

  Lemma fits_sound T at_ l : fits T at_ l = true -> holds l -> at_least G T at_ (set l) (bound l).
  Proof.
    intros [C E]%andb_prop H.
    eapply inherit; [exact wider_sound | apply easier_sound, E | exact C | exact H].
  Qed.

  Lemma side_by_side_sound T at_ P ls S :
    NoDup S -> 1 <= P -> few_clues G at_ P S -> (forall l, In l ls -> holds l) ->
    at_least G T at_ S (side_by_side T at_ P ls S).
  Proof.
    intros ND HP. revert S ND. induction ls as [|l ls IH]; intros S ND HF H; cbn [side_by_side].
    { now apply sized_sound. }
    assert (H' : forall l', In l' ls -> holds l') by (intros; apply H; now right).
    destruct (minus S (set l)) as [X|] eqn:M; [|now apply IH].
    destruct (fits T at_ l) eqn:F; [|now apply IH].
    apply minus_permutation in M. apply parts with (1 := M).
    - apply fits_sound; trivial. apply H. now left.
    - apply IH; trivial.
      + apply (Permutation_NoDup M) in ND. now apply NoDup_right in ND.
      + apply few_clues_part with (2 := HF). intros s Hs. apply Permutation_sym in M.
        apply (Permutation_in s M), in_or_app. now right.
  Qed.

  Lemma set_bound_sound T at_ P ps ws S :
    NoDup S -> 1 <= P -> few_clues G at_ P S ->
    (forall l, In l ps -> holds l) -> (forall l, In l ws -> holds l) ->
    at_least G T at_ S (set_bound T at_ P ps ws S).
  Proof.
    intros ND HP HF Hps Hws. induction ws as [|l ws IH]; cbn [set_bound fold_right].
    { intros t. apply most_le; [now apply sized_sound | now apply side_by_side_sound]. }
    intros t. apply most_le; [|apply IH; intros; apply Hws; now right].
    unfold itself. destruct (minus S (set l)) as [[|]|] eqn:M; try apply le_0.
    destruct (fits T at_ l) eqn:F; [|apply le_0].
    apply minus_permutation in M. rewrite app_nil_r in M. rewrite (total_permutation _ _ _ _ _ _ M).
    apply fits_sound; trivial. apply Hws. now left.
  Qed.

  (** ** Lemmas by their sets *)

  Definition index := PositiveMap.t (list lemma).
  (** Any key would do: what is found under it is compared. *)
  Definition key (S : list secret) : positive :=
    fold_left (fun k s => k + s * s)%positive S 1%positive.
  Definition under (k : positive) (i : index) : list lemma :=
    match PositiveMap.find k i with Some ls => ls | None => [] end.

  (** ** A guess at a set: with its classes bounded by size; if that is too little, by lemmas *)

  (** What is to be checked: a lemma, those that it names and those known before, and the guesses
      that are looked at, if not all. *)
  Record task := Task {
    claimed : lemma;
    named_ : list lemma;
    known_ : index;
    only : option (PositiveMap.t unit)
  }.

  Definition after_guess (T : tariff) (at_ : state G) (g : guess) (S : list secret)
      (classes : list (clue * list secret)) (bound_ : clue * list secret -> price) : price :=
    for_one_guess G T S
      (map (fun c : clue * list secret => if fst c =? found then Some 0 else bound_ c) classes).

  (** Only a lemma of which the first secret is in a class can be part of it. *)
  Definition told (r : row) (reasons : list lemma) : list (clue * lemma) :=
    map (fun l => (match set l with s :: _ => look r s | [] => found end, l)) reasons.
  Definition with_clue (all : list (clue * lemma)) (a : clue) : list lemma :=
    map snd (filter (fun x => fst x =? a) all).

  (** Where no guess leads to a state that allows more, only those that are allowed count. *)
  Definition counts (at_ : state G) (g : guess) : bool := negb (narrows at_) || legal G at_ g.

  (** That the guess has no more than [P] clues is seen for every guess that counts. *)
  Definition guess_refuted (P : N) (g : guess) (r : row) (t : task) : bool :=
    let l := claimed t in
    let T := later (prices l) in
    let parts := classes r (set l) in
    let enough := fun bound_ =>
      leb (bound l) (after_guess (prices l) (from l) g (set l) parts bound_) in
    ((N.of_nat (length parts) <=? P) || negb (counts (from l) g)) &&
    if match only t with Some chosen => PositiveMap.mem g chosen | None => true end then
      if legal G (from l) g then
        if match parts with [(a, _)] => negb (a =? found) && narrows (from l) | _ => false end
        then true
        else if enough (fun c => sized T P (snd c)) then true
        else
          let all := told r (named_ t) in
          enough (fun c => set_bound T (next G (from l) g (fst c)) P (with_clue all (fst c))
                             (under (key (snd c)) (known_ t)) (snd c))
      else true
    else true.

  Lemma with_clue_in r reasons a l : In l (with_clue (told r reasons) a) -> In l reasons.
  Proof.
    intros H. apply in_map_iff in H as ([a' l'] & <- & [H _]%filter_In).
    now apply in_map_iff in H as (l'' & [= _ <-] & H).
  Qed.

  (** ** A lemma, for every guess *)

  Definition inside (S : list secret) : bool :=
    match minus (secrets G) S with Some _ => true | None => false end.

  Definition well_formed (l : lemma) : bool :=
    negb (ended (prices l)) && leb (bound l) (giving_up G (prices l) (set l)) && inside (set l).

  Lemma inside_sound S : NoDup (secrets G) -> inside S = true -> NoDup S /\ incl S (secrets G).
  Proof.
    unfold inside. intros ND H. destruct (minus (secrets G) S) as [X|] eqn:M; [|discriminate].
    apply minus_permutation in M. split.
    - apply (Permutation_NoDup M) in ND. now apply NoDup_left in ND.
    - intros s Hs. apply Permutation_sym in M. apply (Permutation_in s M), in_or_app. now left.
  Qed.

  Definition one_found_by_all := forall g, In g guesses -> one_found G g (secrets G).
  Definition index_holds (i : index) := forall k l, In l (under k i) -> holds l.

  (** The guesses that are looked at decide for the others. *)
  Definition decisive (t : task) := forall b Q,
    Q = (fun g => In g guesses ->
           costs G (prices (claimed t)) (from (claimed t)) (set (claimed t)) b g \/
           useless G wider (from (claimed t)) (set (claimed t)) g) ->
    match only t with Some chosen => all_in Q chosen | None => forall g, Q g end -> forall g, Q g.

  Lemma task_sound P t :
    NoDup (secrets G) -> one_found_by_all -> 1 <= P -> well_formed (claimed t) = true ->
    (forall l, In l (named_ t) -> holds l) -> index_holds (known_ t) -> decisive t ->
    (forall g, In g guesses -> guess_refuted P g (row_of g) t = true) -> holds (claimed t).
  Proof.
    intros ND U HP [[E GU]%andb_prop M]%andb_prop HN HK HD HG. apply negb_true_iff in E.
    apply leb_le in GU. destruct (inside_sound _ ND M) as [ND' I]. clear M.
    set (l := claimed t) in *.
    assert (HF : few_clues G (from l) P (set l)).
    { intros st g R L. assert (C : counts (from l) g = true).
      { unfold counts. destruct (narrows (from l)) eqn:Nar; [|trivial].
        now apply (reached_easier G wider) with (st := st); [|intros; apply narrows_sound| |]. }
      apply legal_guesses in L. split.
      - intros s s' Hs Hs'. apply (U g L); now apply I.
      - specialize (HG g L). apply andb_prop in HG as [HC _].
        fold l in HC. rewrite C, orb_false_r in HC. apply N.leb_le in HC.
        exists (map fst (classes (row_of g) (set l))). rewrite map_length. split; [exact HC|].
        intros s Hs. rewrite <- row_answers by (trivial; now apply I).
        assert (Hs' := Permutation_in s (classes_concat (row_of g) (set l)) Hs).
        apply in_concat in Hs' as (c & Hc & Hsc). apply in_map_iff in Hc as (c' & <- & Hc').
        destruct (classes_uniform _ _ _ _ Hc' Hsc) as [_ ->]. now apply in_map. }
    apply step with (R := wider); trivial. intros g L.
    refine (HD (bound l) _ eq_refl _ g (legal_guesses _ _ L)). clear g L.
    enough (HA : forall g, match only t with Some chosen => PositiveMap.mem g chosen | None =>
      true end = true ->
      In g guesses -> costs G (prices l) (from l) (set l) (bound l) g \/ useless G wider (from l)
        (set l) g).
    { destruct (only t) as [chosen|]; [exact HA | intros g; now apply HA]. }
    intros g Chosen Hg. specialize (HG g Hg). unfold guess_refuted in HG. fold l in HG.
    rewrite Chosen in HG. apply andb_prop in HG as [_ HG].
    destruct (legal G (from l) g) eqn:L.
    2: { left. intros bs. apply le_trans with (1 := GU). apply sum_le. intros s _.
         rewrite tries_ask, L. apply le_refl. }
    pose proof (classes_concat (row_of g) (set l)) as HPerm.
    assert (HU : forall c, In c (classes (row_of g) (set l)) ->
      incl (snd c) (set l) /\ uniform G g c).
    { intros c Hc. split.
      - intros s Hs. now apply (classes_uniform _ _ _ _ Hc Hs).
      - intros s Hs. destruct (classes_uniform _ _ _ _ Hc Hs) as [Hs' <-].
        symmetry. apply row_answers; trivial. now apply I. }
    assert (HND : forall c, In c (classes (row_of g) (set l)) -> NoDup (snd c)).
    { intros c Hc. clear - Hc ND' HPerm. apply (Permutation_NoDup HPerm) in ND'. revert ND' Hc.
      generalize (classes (row_of g) (set l)). intros cs.
      induction cs as [|c' cs IH]; [contradiction|].
      cbn. intros ND [<-|Hc].
      - now apply NoDup_left in ND.
      - apply IH; trivial. now apply NoDup_right in ND. }
    assert (HC : forall bound_ : clue * list secret -> price,
      (forall c, In c (classes (row_of g) (set l)) ->
         at_least G (later (prices l)) (next G (from l) g (fst c)) (snd c) (bound_ c)) ->
      leb (bound l) (after_guess (prices l) (from l) g (set l) (classes (row_of g) (set l)) bound_)
        = true ->
      costs G (prices l) (from l) (set l) (bound l) g).
    { intros bound_ HB HL bs. apply leb_le in HL. apply le_trans with (1 := HL).
      apply by_classes; trivial.
      - intros c Hc. now apply HU.
      - intros c Hc. destruct (fst c =? found); trivial. now apply HB. }
    cbv zeta in HG. revert HG.
    destruct (match classes (row_of g) (set l) with [(a, _)] => _ | _ => false end) eqn:Useless.
    - intros _. right. destruct (classes (row_of g) (set l)) as [|[a c] [|]]; try discriminate.
      apply andb_prop in Useless as [NF%negb_true_iff%N.eqb_neq Nar].
      exists a. split; [exact NF|]. split; [|now apply narrows_sound].
      intros s Hs. apply (HU (a, c)); [now left|].
      apply (Permutation_in s HPerm) in Hs. cbn in Hs. now rewrite app_nil_r in Hs.
    - intros HG. left. destruct (leb (bound l) _) eqn:B in HG.
      + apply HC with (2 := B). intros c Hc. apply sized_sound; trivial; [now apply HND|].
        now apply few_clues_next, few_clues_part with (2 := HF); [|apply HU].
      + apply HC with (2 := HG). intros c Hc. apply set_bound_sound; trivial; [now apply HND| | |].
        * now apply few_clues_next, few_clues_part with (2 := HF); [|apply HU].
        * intros l' Hl'. apply HN. now apply with_clue_in in Hl'.
        * intros l' Hl'. now apply HK in Hl'.
  Qed.

  (** ** Permutations *)

  Definition keeps_answers (g : guess) (r : row) (p : permutation) : bool :=
    let g' := to (back p) g in
    let r' := row_of g' in
    existsb (Pos.eqb g') guesses &&
    forallb (fun s => look r' s =? look r (to (image p) s)) (secrets G).

  Definition keeps_secrets (p : permutation) : bool :=
    inside (SetSort.sort (map (to (image p)) (secrets G))) &&
    forallb (fun s => weight G (to (image p) s) =? weight G s) (secrets G).

  Lemma keeps_one p : NoDup (secrets G) -> keeps_secrets p = true ->
    (forall g, In g guesses -> keeps_answers g (row_of g) p = true) ->
    keeps G guesses (to (image p)) (to (back p)).
  Proof.
    intros ND [I W]%andb_prop A. apply inside_sound in I; trivial. destruct I as [_ I].
    rewrite forallb_forall in W.
    assert (HI : forall s, In s (secrets G) -> In (to (image p) s) (secrets G)).
    { intros s Hs. apply I. eapply Permutation_in; [apply SetSort.Permuted_sort|].
      now apply in_map. }
    assert (HB : forall g, In g guesses -> In (to (back p) g) guesses).
    { intros g Hg. specialize (A g Hg). apply andb_prop in A as [A _].
      apply existsb_exists in A as (g' & Hg' & ->%Pos.eqb_eq). trivial. }
    split; [exact HB|]. split.
    - intros s Hs. split; [now apply HI|]. now apply N.eqb_eq, W.
    - intros g s Hg Hs. rewrite <- !row_answers; auto.
      specialize (A g Hg). apply andb_prop in A as [_ A]. rewrite forallb_forall in A.
      now apply N.eqb_eq, A.
  Qed.

  (** Several, one after the other. *)
  Definition image_by (ps : list permutation) (s : secret) :=
    fold_left (fun s p => to (image p) s) ps s.
  Definition forth_by (ps : list permutation) (g : guess) :=
    fold_left (fun g p => to (forth p) g) ps g.
  Definition back_by (ps : list permutation) (g : guess) :=
    fold_right (fun p g => to (back p) g) g ps.

  Lemma keeps_all ps : (forall p, In p ps -> keeps G guesses (to (image p)) (to (back p))) ->
    keeps G guesses (image_by ps) (back_by ps).
  Proof.
    induction ps as [|p ps IH]; intros H.
    - split; [trivial|]. split; trivial. now split.
    - apply (keeps_after G guesses (to (image p)) (to (back p)) (image_by ps) (back_by ps)).
      + apply H. now left.
      + apply IH. intros; apply H. now right.
  Qed.

  Definition move (ps : list permutation) (S : list secret) : list secret :=
    SetSort.sort (map (image_by ps) S).

  (** ** All steps: which lemmas are to be checked, and what each may use *)

  Fixpoint all_named {A} (find : positive -> option A) (places : list positive) : option (list A) :=
    match places with
    | [] => Some []
    | i :: places =>
        match find i, all_named find places with
        | Some l, Some ls => Some (l :: ls)
        | _, _ => None
        end
    end.

  Lemma all_named_in {A} (find : positive -> option A) places ls :
    all_named find places = Some ls -> forall l, In l ls -> exists i, find i = Some l.
  Proof.
    revert ls; induction places as [|i places IH]; cbn; intros ls.
    - intros [= <-] _ [].
    - destruct (find i) as [l|] eqn:F; [|discriminate].
      destruct (all_named find places) as [ls'|]; [|discriminate]. intros [= <-] l' [<-|I].
      + now exists i.
      + now apply (IH ls').
  Qed.

  Section Steps.
    Variable ps : list permutation.

    Fixpoint word (ks : list nat) : option (list permutation) :=
      match ks with
      | [] => Some []
      | k :: ks =>
          match nth_error ps k, word ks with Some p, Some w => Some (p :: w) | _, _ => None end
      end.
    Fixpoint words (kss : list (list nat)) : option (list (list permutation)) :=
      match kss with
      | [] => Some []
      | ks :: kss =>
          match word ks, words kss with Some w, Some ws => Some (w :: ws) | _, _ => None end
      end.

    (** The guesses that are looked at where permutations leave a set the same. *)
    Definition look_at (l : lemma) (kss : list (list nat)) (preferred : list guess) :
        option (option (PositiveMap.t unit)) :=
      match kss with
      | [] => Some None
      | _ =>
          match words kss with
          | None => None
          | Some ws =>
              if free (from l) &&
                 forallb
                   (fun w =>
                      match minus (set l) (move w (set l)) with Some [] => true | _ => false end) ws
              then
                Some (Some (firsts (map (fun w => (forth_by w, back_by w)) ws) (length guesses)
                              (preferred ++ guesses) (PositiveMap.empty unit)
                              (PositiveMap.empty unit)))
              else None
          end
      end.

    Definition add_to (i : index) (l : lemma) : index :=
      PositiveMap.add (key (set l)) (l :: under (key (set l)) i) i.

    (** The tasks, and all lemmas by their places. *)
    Fixpoint read (i : positive) (known : PositiveMap.t lemma) (sets : index)
        (steps : list reasoning) : option (list task * PositiveMap.t lemma) :=
      match steps with
      | [] => Some ([], known)
      | Claim l reasons kss preferred :: steps =>
          if well_formed l then
            match all_named (fun j => PositiveMap.find j known) reasons, look_at l kss preferred with
            | Some ls, Some chosen =>
                match read (Pos.succ i) (PositiveMap.add i l known) (add_to sets l) steps with
                | Some (tasks, all) => Some (Task l ls sets chosen :: tasks, all)
                | None => None
                end
            | _, _ => None
            end
          else None
      | Image j ks :: steps =>
          match PositiveMap.find j known, word ks with
          | Some l, Some w =>
              let l' := Lemma (prices l) (from l) (move w (set l)) (bound l) in
              if free (from l) && inside (move w (set l)) then
                read (Pos.succ i) (PositiveMap.add i l' known) (add_to sets l') steps
              else None
          | _, _ => None
          end
      end.

    Hypothesis distinct : NoDup (secrets G).
    Hypothesis unique : one_found_by_all.
    Hypothesis kept : forall p, In p ps -> keeps G guesses (to (image p)) (to (back p)).

    Lemma word_keeps ks w : word ks = Some w -> keeps G guesses (image_by w) (back_by w).
    Proof.
      intros H. apply keeps_all. revert w H; induction ks as [|k ks IH]; cbn; intros w.
      - intros [= <-] _ [].
      - destruct (nth_error ps k) as [p|] eqn:E; [|discriminate]. apply nth_error_In in E.
        destruct (word ks) as [w'|]; [|discriminate]. intros [= <-] q [<-|Hq]; [now apply kept|].
        now apply (IH w').
    Qed.

    Lemma words_keep kss ws : words kss = Some ws ->
      forall w, In w ws -> keeps G guesses (image_by w) (back_by w).
    Proof.
      revert ws; induction kss as [|ks kss IH]; cbn; intros ws.
      - intros [= <-] _ [].
      - destruct (word ks) as [w|] eqn:E; [|discriminate].
        destruct (words kss) as [ws'|]; [|discriminate]. intros [= <-] w' [<-|Hw].
        + eapply word_keeps, E.
        + now apply (IH ws').
    Qed.

    Lemma look_at_decisive l ls sets kss preferred chosen :
      well_formed l = true -> look_at l kss preferred = Some chosen -> decisive (Task l ls sets chosen).
    Proof.
      intros [_ I]%andb_prop H b Q -> . cbn [claimed only].
      apply inside_sound in I as [_ I]; trivial.
      unfold look_at in H. destruct kss as [|ks kss]; [now injection H as <-|].
      destruct (words (ks :: kss)) as [ws|] eqn:W; [|discriminate].
      destruct (free (from l) && _) eqn:F; [|discriminate]. injection H as <-.
      apply andb_prop in F as [F HS]. rewrite forallb_forall in HS. apply free_sound in F.
      intros HA g Hg. revert HA. intros HA.
      refine (firsts_all _ _ _ _ _ _ _ _ HA g (in_or_app _ _ _ (or_intror Hg)) Hg); [|intros x Hx;
        now rewrite PositiveMap.mem_find, PositiveMap.gempty in Hx].
      intros m y Hm HQ Hy. apply in_map_iff in Hm as (w & <- & Hw). cbn in HQ.
      pose proof (words_keep _ _ W w Hw) as K. specialize (HQ (proj1 K y Hy)).
      specialize (HS w Hw). destruct (minus (set l) _) as [[|]|] eqn:M; try discriminate.
      apply minus_permutation in M. rewrite app_nil_r in M.
      assert (HP : Permutation (set l) (map (image_by w) (set l))).
      { rewrite M at 1. apply Permutation_sym, SetSort.Permuted_sort. }
      destruct HQ as [HQ|(a & NF & HA' & HR)].
      - left. now apply (orbit G guesses (from l) (image_by w) (back_by w) F K).
      - right. exists a. split; [exact NF|]. destruct F as [Fl Fn]. split.
        + intros s Hs. apply (Permutation_in s HP) in Hs. apply in_map_iff in Hs as (s' & <- & Hs').
          rewrite <- (proj2 (proj2 K)); auto.
        + rewrite Fn in HR by (now apply K). now rewrite Fn.
    Qed.

    Definition known_holds (known : PositiveMap.t lemma) :=
      forall i l, PositiveMap.find i known = Some l -> inside (set l) = true /\ holds l.

    Lemma known_add known i l :
      known_holds known -> inside (set l) = true -> holds l ->
        known_holds (PositiveMap.add i l known).
    Proof.
      intros K W H j l'. destruct (Pos.eq_dec i j) as [->|N].
      - rewrite PositiveMap.gss. now intros [= <-].
      - rewrite PositiveMap.gso by congruence. apply K.
    Qed.

    Lemma index_add sets l : index_holds sets -> holds l -> index_holds (add_to sets l).
    Proof.
      intros K H k l'. unfold under at 1, add_to. destruct (Pos.eq_dec (key (set l)) k) as [<-|N].
      - rewrite PositiveMap.gss. intros [<-|I]; [trivial|]. now apply K in I.
      - rewrite PositiveMap.gso by congruence. apply (K k).
    Qed.

    Lemma read_sound steps i known sets tasks all :
      read i known sets steps = Some (tasks, all) -> known_holds known -> index_holds sets ->
      (forall t, In t tasks -> exists P, 1 <= P /\
         forall g, In g guesses -> guess_refuted P g (row_of g) t = true) ->
      known_holds all.
    Proof.
      revert i known sets tasks all; induction steps as [|[l reasons kss preferred|j ks] steps IH];
        cbn [read];
        intros i known sets tasks all.
      - now intros [= _ <-].
      - destruct (well_formed l) eqn:W; [|discriminate].
        destruct (all_named _ reasons) as [ls|] eqn:N; [|discriminate].
        destruct (look_at l kss preferred) as [chosen|] eqn:L; [|discriminate].
        destruct (read _ _ _ steps) as [[tasks' all']|] eqn:R; [|discriminate].
        intros [= <- <-] K X C.
        assert (H : holds l).
        { destruct (C _ (or_introl eq_refl)) as (P & HP & HG).
          apply (task_sound P (Task l ls sets chosen)); trivial.
          - intros l' Hl'. destruct (all_named_in _ _ _ N l' Hl') as [k Hk]. now apply (K k).
          - eapply look_at_decisive; eassumption. }
        apply (IH _ _ _ _ _ R).
        + apply known_add; trivial. now apply andb_prop in W.
        + now apply index_add.
        + intros t Ht. apply C. now right.
      - destruct (PositiveMap.find j known) as [l|] eqn:F; [|discriminate].
        destruct (word ks) as [w|] eqn:Wd; [|discriminate].
        cbv zeta. destruct (free (from l) && inside (move w (set l))) eqn:Fr; [|discriminate].
        apply andb_prop in Fr as [Fr I']. intros R K X.
        destruct (K _ _ F) as [I H]. apply inside_sound in I as [_ I]; trivial.
        assert (H' : holds (Lemma (prices l) (from l) (move w (set l)) (bound l))).
        { intros t. unfold move. cbn [prices from set bound].
          rewrite (total_permutation _ _ _ _ _ _ (Permutation_sym (SetSort.Permuted_sort _))).
          revert t. apply (symmetry G guesses (from l) (image_by w) (back_by w)); trivial.
          - now apply free_sound.
          - eapply word_keeps, Wd. }
        apply (IH _ _ _ _ _ R); [now apply known_add | now apply index_add].
    Qed.
  End Steps.

  (** ** The certificate *)

  Definition finds_one (r : row) : bool :=
    match filter (fun s => look r s =? found) (secrets G) with _ :: _ :: _ => false | _ => true end.

  Lemma finds_one_sound g : In g guesses -> finds_one (row_of g) = true ->
    one_found G g (secrets G).
  Proof.
    intros Hg H s s' Hs Hs' A A'. unfold finds_one in H.
    assert (F : forall x, In x (secrets G) -> answer G g x = found ->
                          In x (filter (fun s => look (row_of g) s =? found) (secrets G))).
    { intros x Hx Ax. apply filter_In. split; trivial. rewrite row_answers, Ax by trivial.
      reflexivity. }
    apply F in A, A'; trivial. destruct (filter _ _) as [|x [|]]; [contradiction| |discriminate].
    destruct A as [<-|[]]. now destruct A' as [<-|[]].
  Qed.

  (** For most lemmas it is enough to know that a guess has no more clues than there are secrets. *)
  Definition own (t : task) : N := N.max 1 (N.of_nat (length (set (claimed t)))).

  Definition screen_one (r : row) (g : guess) (x : N * task * bool) : N * task * bool :=
    (fst x, if snd x then guess_refuted (fst (fst x)) g r (snd (fst x)) else false).
  Definition screen (tasks : list task) : list (N * task * bool) :=
    fold_left (fun found g => let r := row_of g in map (screen_one r g) found) guesses
      (map (fun t => (own t, t, true)) tasks).

  Lemma screen_sound tasks t : In t tasks -> exists b, In (own t, t, b) (screen tasks) /\
    (b = true -> forall g, In g guesses -> guess_refuted (own t) g (row_of g) t = true).
  Proof.
    intros Ht. unfold screen.
    assert (H : forall gs found b, In (own t, t, b) found ->
      exists b', In (own t, t, b') (fold_left (fun found g =>
        map (screen_one (row_of g) g) found) gs found) /\
        (b' = true -> b = true /\ forall g, In g gs ->
          guess_refuted (own t) g (row_of g) t = true)).
    { clear. induction gs as [|g gs IH]; intros found b Hb.
      - exists b. split; trivial. intros ->. split; trivial. contradiction.
      - cbn [fold_left].
        destruct (IH (map (screen_one (row_of g) g) found)
                    (if b then guess_refuted (own t) g (row_of g) t else false)) as (b' & H1 & H2).
        { apply in_map_iff. now exists (own t, t, b). }
        exists b'. split; trivial. intros E. destruct (H2 E) as [Hg Hgs].
        destruct b; [|discriminate].
        split; trivial. intros h [<-|Hh]; auto. }
    destruct (H guesses (map (fun t => (own t, t, true)) tasks) true) as (b & H1 & H2).
    { apply in_map_iff. now exists t. }
    exists b. split; trivial. intros E. now apply H2.
  Qed.

  (** For the others, the most clues that a guess has for the set of each, 2 at least. That none has
      more is seen again when it is used. *)
  Definition most_clues (tasks : list task) : list (N * task) :=
    fold_left
      (fun found g =>
         let r := row_of g in
         map (fun x => let l := claimed (snd x) in
                       if counts (from l) g
                       then (N.max (fst x) (N.of_nat (length (classes r (set l)))), snd x)
                       else x) found)
      guesses (map (fun t => (2, t)) tasks).

  Definition check_guess (tasks : list (N * task)) (ps : list permutation) (g : guess) :=
    let r := row_of g in
    finds_one r && forallb (keeps_answers g r) ps &&
    forallb (fun x => guess_refuted (fst x) g r (snd x)) tasks.

  (** No strategy pays less than [b]. *)
  Definition check_lower (T : tariff) (b : price) (c : certificate) : bool :=
    ascending (secrets G) && forallb keeps_secrets (permutations c) &&
    match read (permutations c) 1 (PositiveMap.empty lemma) (PositiveMap.empty (list lemma))
      (steps_ c) with
    | None => false
    | Some (tasks, all) =>
        let left := filter (fun x => negb (snd x)) (screen tasks) in
        let wide := most_clues (map (fun x => snd (fst x)) left) in
        match all_named (fun i => PositiveMap.find i all) (last c) with
        | None => false
        | Some ls =>
            leb b (set_bound T (start G) (N.of_nat (length (secrets G)) + 1) ls ls (secrets G)) &&
            forallb (fun x => 1 <=? fst x) wide &&
            forallb (check_guess wide (permutations c)) guesses
        end
    end.

  Lemma most_clues_tasks tasks : map snd (most_clues tasks) = tasks.
  Proof.
    unfold most_clues. clear. set (f := fun _ _ => _).
    assert (H : forall gs l, map snd (fold_left f gs l) = map snd l).
    { induction gs as [|g gs IH]; intros l; [trivial|]. cbn [fold_left]. rewrite IH. unfold f.
      rewrite map_map. apply map_ext. intros x. now destruct (counts _ _). }
    now rewrite H, map_map, map_id.
  Qed.

  Theorem check_lower_sound T b c :
    check_lower T b c = true -> at_least G T (start G) (secrets G) b.
  Proof.
    intros [[D%ascending_distinct W]%andb_prop H]%andb_prop. rewrite forallb_forall in W.
    destruct (read _ _ _ _ _) as [[tasks all]|] eqn:R; [|discriminate].
    cbv zeta in H. set (left := map (fun x => snd (fst x)) _) in H.
    pose proof (most_clues_tasks left) as HW. revert H HW. generalize (most_clues left).
    intros wide H HW.
    destruct (all_named _ (last c)) as [ls|] eqn:N; [|discriminate].
    apply andb_prop in H as [[B%leb_le H1]%andb_prop H]. rewrite forallb_forall in H, H1.
    assert (HG : forall g, In g guesses ->
      finds_one (row_of g) = true /\
      (forall p, In p (permutations c) -> keeps_answers g (row_of g) p = true) /\
      (forall P t, In (P, t) wide -> guess_refuted P g (row_of g) t = true)).
    { intros g Hg. apply H in Hg as [[F P]%andb_prop C]%andb_prop.
      rewrite forallb_forall in P, C. repeat split; trivial. intros Q t I. apply (C (Q, t) I). }
    assert (U : one_found_by_all).
    { intros g Hg. apply finds_one_sound; trivial. now apply HG. }
    assert (K : known_holds all).
    { eapply (read_sound (permutations c) D U); [|exact R | | |].
      - intros p Hp. apply keeps_one; trivial; [now apply W|]. intros g Hg. now apply HG.
      - intros i l F. now rewrite PositiveMap.gempty in F.
      - intros k l I. unfold under in I. now rewrite PositiveMap.gempty in I.
      - intros t Ht. destruct (screen_sound tasks t Ht) as ([|] & HS & HR).
        { exists (own t). split; [unfold own; lia|]. now apply HR. }
        assert (Ht' : In t left).
        { unfold left. apply in_map_iff. exists (own t, t, false). split; trivial.
          now apply filter_In. }
        rewrite <- HW in Ht'. apply in_map_iff in Ht' as ([P t'] & <- & I).
        exists P. split; [now apply N.leb_le, (H1 (P, t'))|]. intros g Hg. now apply HG. }
    assert (KL : forall l, In l ls -> holds l).
    { intros l Hl. destruct (all_named_in _ _ _ N l Hl) as [i Hi]. now apply (K i). }
    intros t. apply le_trans with (1 := B). apply set_bound_sound; trivial; [lia|].
    intros st g _ L. apply legal_guesses in L. split; [now apply U|].
    exists (map (answer G g) (secrets G)). rewrite map_length. split; [lia|].
    intros; now apply in_map.
  Qed.

  (** The least cost is [b]. *)
  Definition check_cost (T : tariff) (b : N) (c : certificate) : bool :=
    match total G T (start G) (plays c) (secrets G) with Some x => x =? b | None => false end &&
    check_lower T (Some b) c.

  Theorem check_cost_sound T b c : check_cost T b c = true -> least_cost G T b.
  Proof.
    intros [U L]%andb_prop. split; [|intros t; now apply check_lower_sound in L].
    exists (plays c). destruct (total _ _ _ _ _); [|discriminate]. apply N.eqb_eq in U. now f_equal.
  Qed.

  (** The worst case is [d]: no secret is missed within [d] guesses, but one is within [d - 1]. *)
  Definition check_worst (d : nat) (c : certificate) : bool :=
    match total G (within d) (start G) (plays c) (secrets G) with
    | Some _ => true
    | None => false
    end &&
    match d with O => true | S d' => check_lower (misses d') (Some 1) c end.

  Theorem check_worst_sound d c : check_worst d c = true -> worst_case G d.
  Proof.
    intros [U L]%andb_prop. split.
    - exists (plays c). apply total_within. destruct (total _ _ _ _ _); [now eexists|discriminate].
    - intros d' [t H]. destruct d as [|d]; [lia|]. apply check_lower_sound in L.
      destruct (Nat.le_gt_cases (S d) d') as [|Lt]; trivial. exfalso.
      specialize (L t). rewrite (no_misses G d t) in L; [cbn in L; lia|].
      intros s Hs. destruct (H s Hs) as (n & E & Ln). exists n. split; trivial. lia.
  Qed.
End Checker.
