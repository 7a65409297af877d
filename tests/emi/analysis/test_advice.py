"""What exact play says of the next guess, held against the definitions."""

import json
import random
import time
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.analysis.advice import Advising, Waiting
from emi.errors import OptionError
from emi.playing import explainer
from emi.playing.position import Position
from emi.questions.solving import solution_of
from emi.reports import render
from emi.reports.texts import LANGUAGES, Texts
from emi.reports.views.guesses import guesses as shown
from emi.results.advice import Exact
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Clock, Limits, clock
from tests import oracle
from tests.emi.cases import Memory, drawn, long_game, plain

#: More than any total of the games here.
MUCH = 10**6
ORDERS = st.sampled_from(["average", "worst"])
GAMES = st.one_of(
    st.integers(0, 10**6).map(lambda seed: emi.Motus(drawn(seed, 10, "ABCD"))),
    st.integers(0, 10**6).map(lambda seed: emi.Motus(drawn(seed, 6), drawn(seed, 9))),
    st.just(emi.Mastermind(2, 3)),
    st.just(emi.Moo(2, 4)),
    st.just(emi.Jotto(["ABCDE", "ABDCE", "ABCFG", "HIJKL", "HIJAB", "ABHIJ"])),
)


@st.composite
def positions(draw):
    """Draw a position of a small game, before the secret is found."""
    game = draw(GAMES)
    secret = draw(st.sampled_from(game.secrets))
    others = [guess for guess in game.guesses if guess != secret]
    made = draw(st.lists(st.sampled_from(others), max_size=2, unique=True))
    return Position.towards(game, secret, made)


def prices(by, worst):
    """Return the prices of the strategies that an order counts: all, or those within a number."""
    return ((1,), 1, 0) if by == "average" else ((1,) * worst, None, MUCH)


@settings(max_examples=40)
@given(positions(), ORDERS, st.data())
def test_weights_count_as_the_definitions_say(position, by, data):
    game = position.game
    some = st.lists(st.integers(1, 9), min_size=len(game.secrets), max_size=len(game.secrets))
    weights = data.draw(some)
    classes, own = plain(game)
    members = [game.secrets.index(code) for code in position.possible]
    explained = position.explain(show=[], by=by, weights=weights, limits=Limits())
    assert explained.whole == explained.weight == oracle.weight_of(members, weights)
    worst = oracle.worst_case(classes, members, own)
    least = oracle.least_cost(classes, members, own, *prices(by, worst), weights)
    assert (explained.advice.total, explained.advice.complete) == (Bounds(least, least), True)
    for one in explained.guesses:
        guess = game.guesses.index(one.guess)
        if one.exact is not None and one.exact.total is not None:
            most = one.exact.worst.upper
            total = oracle.least_cost(classes, members, own, *prices(by, most), weights, guess)
            assert one.exact.total.lower <= total <= one.exact.total.upper
            assert one.exact.total.proven
    assert explained.guesses[0].exact.total.upper == least


def test_the_best_of_both_orders_may_be_one_guess_with_two_strategies():
    """After 32, the lowest total is 29 guesses, up to 4 for a code; 30 with at most 3 for each."""
    position, store = Position(emi.Mastermind(2, 3)), Memory()
    weights = [1, 1, 1, 1, 3, 1, 1, 4, 1]
    for by, worst, total in (("worst", Bounds(3, 3), 30), ("average", Bounds(3, 4), 29)):
        for _ in range(2):
            explained = position.explain(show=[], by=by, weights=weights, store=store)
            best = explained.guesses[0]
            assert (best.guess, best.exact) == ("32", Exact(worst, Bounds(total, total)))
            assert explained.advice.rival is None


def test_kept_advice_says_by_what_it_is_the_best(monkeypatch):
    """The lowest average may take five, and four are left: the worst case comes first."""
    monkeypatch.setattr(explainer, "SOON", -1.0)
    position, store = Position(emi.ABGame(2, 4), [("02", "0b")]), Memory()
    weights = [4, 2, 1, 1, 1, 4, 5, 3, 1, 2, 5, 5]
    first, second = (position.explain(tries=4, weights=weights, store=store) for _ in range(2))
    assert second == first
    assert first.advice.by == "worst"


def test_kept_advice_is_for_the_tries_and_the_guesses_that_are_left(monkeypatch):
    """A guess that tells nothing leaves the same candidates: it is spent, and not made again."""
    monkeypatch.setattr(explainer, "SOON", -1.0)
    words, store = [f"{letter}OTTE" for letter in "BCDG"], Memory()
    game = emi.Wordle(words, [*words, "ZZZZZ"])
    for turns, misses in (((), None), ([("ZZZZZ", "BBBBB")], Bounds(1, 1))):
        for _ in range(2):
            explained = Position(game, turns).explain(tries=4, store=store)
            assert explained.advice.misses == misses
            assert ("ZZZZZ" in {profile.guess for profile in explained.guesses}) == (not turns)


@settings(max_examples=40)
@given(positions(), st.integers(1, 2), st.booleans(), st.data())
def test_within_too_few_tries_the_fewest_are_missed(position, left, weighed, data):
    game = position.game
    size = len(game.secrets)
    weights = None
    if weighed:
        weights = data.draw(st.lists(st.integers(1, 9), min_size=size, max_size=size))
    tries = len(position.turns) + left
    classes, own = plain(game)
    members = [game.secrets.index(code) for code in position.possible]
    explained = position.explain(show=[], tries=tries, weights=weights, limits=Limits())
    assert explained.game.allowed == tries
    if oracle.worst_case(classes, members, own) <= left:
        assert explained.advice.misses is None
        return
    most = oracle.most_guaranteed(classes, members, own, left, weights)
    missed = explained.whole - most
    assert explained.advice.misses == Bounds(missed, missed)
    # The guess that comes first is one that attains it.
    guess = game.guesses.index(explained.guesses[0].guess)
    assert oracle.least_cost(classes, members, own, (0,) * left, 0, 1, weights, guess) == missed


def test_the_misses_are_searched_for_within_the_same_time_limit(monkeypatch):
    asked = []
    monkeypatch.setattr(explainer, "solution_of", lambda one: asked.append(one) or solution_of(one))
    position = Position(emi.Mastermind(2, 3))
    position.explain(show=[], tries=1, limits=Limits(60))
    (fewest,) = asked
    assert fewest.objective == emi.Guaranteed(1)
    assert fewest.limits.end <= clock.now() + 60
    assert fewest.watch is not None


def test_without_time_totals_do_not_mix_with_weights():
    """What is counted once each is no bound on what is weighed."""
    game = long_game(150)
    explained = Position(game).explain(show=[], weights=[3] * 150, limits=Limits(nodes=1))
    assert explained.advice.total.lower >= 3 * 150
    known = [one.exact for one in explained.guesses if one.exact is not None]
    assert known
    assert all(one.total is None for one in known)
    # Nor where the worst case is proven, and there is no time for the average.
    for game in (emi.Motus.of_cell("C5"), emi.Motus(drawn(3, 12, "ABCD")).hardened("hints")):
        weights = [1000] * len(game.secrets)
        explained = Position(game).explain(
            show=[], top=5, weights=weights, limits=Limits(nodes=2_000)
        )
        for one in explained.guesses:
            total = None if one.exact is None else one.exact.total
            assert total is None or total.lower >= sum(weights)


def test_no_tries_left_and_too_few_weights_are_refused(refused):
    position = Position(emi.Mastermind(2, 3), [("11", "1b0w")])
    with refused(OptionError):
        position.explain(tries=1)
    with pytest.raises(OptionError, match="weight"):
        position.explain(weights=[1, 2])


@settings(max_examples=60)
@given(positions(), ORDERS)
def test_every_guess_is_valued_as_the_definitions_say(position, by):
    game = position.game
    classes, own = plain(game)
    members = [game.secrets.index(code) for code in position.possible]
    explained = position.explain(show=[], by=by, limits=Limits())
    advice = explained.advice
    worst = oracle.worst_case(classes, members, own)
    assert advice.exact
    assert advice.worst == Bounds(worst, worst)
    best = MUCH
    for one in explained.guesses:
        guess = game.guesses.index(one.guess)
        keeps = oracle.begins(classes, members, own, guess, worst)
        if by == "worst":
            assert advice.keeps(one.exact) == keeps
        if one.exact is None or one.exact.total is None:
            continue
        most = one.exact.worst.upper
        assert oracle.begins(classes, members, own, guess, most)
        assert one.exact.worst.lower <= next(
            tries for tries in range(worst, most + 1)
            if oracle.begins(classes, members, own, guess, tries)
        )  # fmt: skip
        total = oracle.least_cost(classes, members, own, *prices(by, most), None, guess)
        assert one.exact.total.lower <= total <= one.exact.total.upper
        if keeps or by == "average":
            assert one.exact.total.proven
            best = min(best, total)
    assert advice.total == Bounds(best, best)
    order = [value_of(by, profile.exact) for profile in explained.guesses]
    assert order == sorted(order)
    best_rows = [row for row in explained.guesses if value_of(by, row.exact) == order[0]]
    assert explained.tied == sum(row.alike for row in best_rows)
    # The first keeps the guarantee if one of those that are as good is known to.
    alike = [row.exact for row in best_rows]
    assert advice.keeps(alike[0]) or not any(map(advice.keeps, alike))


def value_of(by, exact):
    """Return what an order sorts a guess by: what is known, unknown, known to be no good."""
    if exact is None:
        return 1, 0, 0
    worst, total = exact.worst, exact.total
    if by == "average":
        return (1, 0, 0) if total is None else (0, total.upper)
    if worst.upper is None:
        return 2, 0, 0
    return 0, worst.upper, MUCH if total is None else total.upper


@settings(max_examples=100)
@given(positions())
def test_both_orders_and_a_review_agree(position):
    """Each list holds the best of the other, with the values that make it the best there."""
    average, worst = (
        position.explain(show=[], by=by, limits=Limits()) for by in ("average", "worst")
    )
    first, surest = average.guesses[0], worst.guesses[0]
    assert average.advice.worst == worst.advice.worst
    assert average.advice.total.upper <= worst.advice.total.upper
    for explained, other in ((average, surest), (worst, first)):
        rival = explained.advice.rival
        if rival is None:
            continue
        assert rival.guess == other.guess
        (profile,) = [row for row in explained.guesses if row.guess == rival.guess]
        # By the worst case, a guess that keeps the guarantee is valued by strategies that do.
        keeps = explained is worst and profile.exact.worst == worst.advice.worst
        assert profile.exact == rival.exact or keeps
    if average.advice.rival is None:
        # The best guess is the surest, or as good.
        assert first.guess == surest.guess or first.exact.worst == worst.advice.worst
    if worst.advice.rival is None:
        assert first.guess == surest.guess or surest.exact.total == average.advice.total
    else:
        assert worst.advice.rival.exact.total == average.advice.total
    for by, explained in (("average", average), ("worst", worst)):
        assert position.best(by=by, limits=Limits()) == explained.guesses[0].guess
    game, secret = position.game, first.guess
    if first.possible and len(position.possible) > 1:
        # Another guess than the best one is reviewed.
        secret = next(code for code in position.possible if code != first.guess)
        position.push(secret, game.feedback(secret, secret), right=True)
        move = position.review(limits=Limits()).moves[-1]
        assert move.best == (secret if move.cost == 0 else first.guess)


@settings(max_examples=40)
@given(positions(), ORDERS, st.integers(1, 5))
def test_the_first_few_are_those_of_the_whole_list(position, by, top):
    every = position.explain(show=[], by=by, limits=Limits())
    few = position.explain(top=top, show=[], by=by, limits=Limits())
    assert few.advice.complete
    # Guesses that are not among the best are not valued.
    first = [profile.guess for profile in every.guesses[:top]]
    assert [profile.guess for profile in few.guesses] == first
    assert few.tied == every.tied if few.ties_known else few.tied <= every.tied


def test_of_equal_averages_only_the_first_depends_on_the_worst_case():
    """Of permutations of three, 24 guesses take 15 on average; a search of the first few stops."""
    position = Position(emi.Permutation(3, 3))
    every = position.explain(show=[], by="average", limits=Limits())
    assert (every.guesses[0].exact.worst, every.tied) == (Bounds(3, 3), 24)
    for top in (1, 2, 3, 5, 10):
        few = position.explain(top=top, show=[], by="average", limits=Limits())
        first = [profile.guess for profile in every.guesses[:top]]
        assert [profile.guess for profile in few.guesses] == first
        # The rows are of equivalent guesses: all that are as good may be in the first of them.
        assert few.ties_known == (few.tied < few.listed or few.listed == few.ranked)
        assert few.tied == 24 or not few.ties_known


def test_the_first_word_keeps_the_guarantee_as_that_of_solve_does():
    """Of the most fertile cell the guess of least Sum does not: CARIE may take nine."""
    game = emi.Motus.of_cell("C5")
    explained = Position(game).explain(top=1, show=[], limits=Limits(nodes=2_000))
    solution = emi.solve(game)
    assert explained.advice.worst == solution.bounds
    assert explained.guesses[0].guess == solution.first_guess
    assert explained.guesses[0].exact.worst == solution.bounds
    assert Position(game).explain("SumGini", top=1, show=[]).guesses[0].guess == "CARIE"
    # The least average takes longer than that.
    assert not explained.advice.exact
    # One is found with the first guess, and one of each class with the second.
    assert explained.advice.total.lower > 2 * len(game.secrets)


def test_what_there_is_no_time_to_search_is_played_out():
    """The bounds of each guess are those of a strategy that begins with it."""
    game = long_game(150)
    explained = Position(game).explain(limits=Limits(nodes=1))
    worst = emi.solve(game).bounds
    advice = explained.advice
    assert not advice.exact
    assert advice.worst.lower < worst.lower <= advice.worst.upper
    assert explained.guesses[0].exact.worst.upper == advice.worst.upper < len(game.secrets)
    reached = [
        (one.exact.worst.upper, one.exact.total.upper) for one in explained.guesses if one.exact
    ]
    assert reached == sorted(reached)
    plain = [one.guess for one in Position(game).explain("SumGini").guesses]
    unknown = [one.guess for one in explained.guesses if one.exact is None]
    assert unknown == [one for one in plain if one in {*unknown}]
    assert len(explained.guesses) == explained.ranked == len(game.guesses)


def test_the_strategy_of_a_search_that_was_stopped_has_a_worst_case():
    """Of the guess with the lowest average known, whose average is not proven."""
    game = emi.Mastermind(4, 6)
    position = Position(game, [("1122", "1b1w")])
    explained = position.explain(limits=Limits(nodes=1_000), top=1)
    (best,) = explained.guesses
    assert not best.exact.total.proven
    assert best.exact.worst.upper is not None
    within = emi.Average(within=best.exact.worst.upper)
    lowest = emi.solve(game, within, candidates=position.possible, first=best.guess).bounds.upper
    assert lowest <= best.exact.total.upper


@pytest.mark.parametrize("method", ["exact", "Sum"])
def test_however_short_the_limit_the_best_guesses_are_profiled(monkeypatch, method):
    monkeypatch.setattr("emi.playing.explainer.PATIENT", 0.0)
    explained = Position(long_game()).explain(method, limits=Limits(seconds=1e-9))
    assert explained.profiled == len(explained.guesses) == 40


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(seconds=1e-9)], ids=["nodes", "time"])
def test_what_is_known_needs_no_search(limits):
    game, store = long_game(20), Memory()
    worst = emi.solve(game, store=store)
    emi.solve(game, emi.Average(worst.bounds.upper), candidates=game.secrets, store=store)
    assert not Position(game).explain(limits=limits).advice.exact
    known = Position(game).explain(limits=limits, store=store)
    assert known.advice.exact
    assert known.guesses[0].exact.total == known.advice.total


def test_in_hard_play_only_candidates_are_listed():
    game = emi.Motus(drawn(3, 12, "ABCD")).hardened()
    position = Position.towards(game, game.secrets[0], [game.secrets[5]])
    explained = position.explain(limits=Limits())
    assert {one.guess for one in explained.guesses} == set(position.possible)
    assert explained.advice.worst == emi.solve(game, candidates=position.possible).bounds
    within = emi.Average(explained.advice.worst.upper)
    assert explained.advice.exact
    assert explained.advice.total == emi.solve(game, within, candidates=position.possible).bounds


def test_a_named_heuristic_asks_no_search():
    explained = Position(emi.Mastermind(2, 3)).explain("Max")
    assert explained.advice is None
    assert all(one.exact is None for one in explained.guesses)


class TestShown:
    def text(self, position, form="table", **how):
        explained = position.explain(show=["Sum"], **({"limits": Limits()} | how))
        return render(shown(explained, show=["Sum"]), form)

    def test_exact(self, golden):
        text = self.text(Position(emi.Mastermind(2, 3), [("11", "1b0w")]))
        golden(text)

    def test_not_proven_and_beyond_what_the_game_allows(self, golden):
        explained = Position(long_game(150)).explain(top=3, show=[], limits=Limits(nodes=1))
        worst, total = explained.advice.worst, explained.advice.total
        text = render(shown(explained, show=[]), "table")
        golden(text)
        for said in (
            f"{worst.upper} more",
            f"{worst.lower} or more",
            f"{total.upper / 150:.2f} on",
        ):
            assert said in text
        assert f" ≤{worst.upper}  " in text

    def test_exact_in_the_worst_case(self, golden):
        text = self.text(Position(emi.Motus.of_cell("C5")), limits=Limits(nodes=2_000), top=1)
        golden(text)
        hard = emi.Motus(drawn(3, 12, "ABCD")).hardened()
        golden(self.text(Position(hard)))

    def test_of_the_first_alone_not_all_that_are_as_good_are_known(self, golden):
        text = self.text(Position(emi.Mastermind(2, 3), [("11", "1b0w")]), top=2)
        golden(text)

    def test_for_programs(self):
        position = Position(emi.Mastermind(2, 3), [("11", "1b0w")])
        document = json.loads(self.text(position, "json"))
        assert document["advice"] == {
            "worst_lower": 2, "worst_upper": 2, "total_lower": 7, "total_upper": 7,
            "complete": True, "misses_lower": None, "misses_upper": None, "by": "average",
            "rival": None, "exact": True,
        }  # fmt: skip
        assert document["profiles"][0]["keeps"]
        assert self.text(position, "csv").splitlines()[1].endswith(",2,2,7,7,,4,yes")
        alone = json.loads(render(shown(position.explain("Max"), show=[]), "json"))
        assert alone["advice"] is None


PEGS = [emi.Mastermind(3, 4), emi.Moo(3, 5), emi.BlackPeg(3, 3), emi.ABGame(2, 4)]


def moved(code, places, symbols):
    return "".join(symbols[code[place]] for place in places)


@pytest.mark.parametrize("many", [0, 1, 2])
@pytest.mark.parametrize("game", PEGS, ids=str)
def test_equivalent_codes_are_one_row(game, many):
    """A row is an orbit of the permutations that fix the guesses made, by their definition."""
    source = random.Random(many)
    signs = sorted({*"".join(game.guesses)})
    position = game.start()
    secret = source.choice(game.secrets)
    for guess in source.sample([code for code in game.guesses if code != secret], many):
        position.push(guess, game.feedback(guess, secret))
    fixing = [
        (places, symbols)
        for places in permutations(range(game.length))
        for image in permutations(signs)
        for symbols in [dict(zip(signs, image, strict=True))]
        if all(moved(turn.guess, places, symbols) == turn.guess for turn in position.turns)
    ]
    orbits = {frozenset(moved(code, *move) for move in fixing) for code in position.legal}
    for sort in ("exact", "Sum"):
        explained = position.explain(sort)
        rows = {next(orbit for orbit in orbits if row.guess in orbit): row
                for row in explained.guesses}  # fmt: skip
        assert {orbit: row.alike for orbit, row in rows.items()} == {
            orbit: len(orbit) for orbit in orbits
        }
        assert len(rows) == len(explained.guesses)
        assert explained.listed == explained.ranked == len(position.legal)
    # A guess that is asked for names its row, with the value of the others.
    orbit = max(orbits, key=len)
    values = {
        row.exact
        for guess in orbit
        for row in position.explain(also=[guess]).guesses
        if row.guess == guess
    }
    assert len(values) == 1
    # Weights tell codes apart.
    weights = [source.randint(1, 9) for _ in game.secrets]
    assert all(row.alike == 1 for row in position.explain(weights=weights).guesses)


class TestOnlyUsualWords:
    """Of all guesses with their exact values, those that people know are advised."""

    @pytest.mark.parametrize("clue", ["CABAN:GGBBY", "CITER:GBBYB", "CHUTE:GBBBG"])
    def test_are_the_best_of_those_that_people_know(self, clue):
        game = emi.game_named("C5")
        position = emi.Position(game, [tuple(clue.split(":"))], limits=Limits(seconds=600))
        every = position.explain(top=None).guesses
        usual = [row for row in every if row.usual]
        explained = position.explain(top=3, usual=True)
        assert [row.guess for row in explained.guesses] == [row.guess for row in usual[:3]]
        assert [row.exact for row in explained.guesses] == [row.exact for row in usual[:3]]
        assert explained.usual
        if every[0].exact == usual[0].exact:
            assert explained.better is None
        else:
            assert (explained.better.guess, explained.better.exact) == (
                every[0].guess, every[0].exact,
            )  # fmt: skip

    @pytest.mark.parametrize("sort", ["Sum", "Max"])
    def test_are_ordered_by_a_heuristic(self, sort):
        position = emi.Position(emi.game_named("C5"), [("CABAN", "GBBBB")])
        every = position.explain(sort).guesses
        explained = position.explain(sort, usual=True)
        usual = [row for row in every if row.usual]
        assert explained.guesses == tuple(usual)
        first, best = usual[0].values[sort], every[0].values[sort]
        assert (explained.better is None) == (first == best)
        if explained.better is None:
            tied = [row for row in usual if row.values[sort] == first]
            assert explained.tied == len(tied)

    def test_are_ordered_by_their_average_where_none_keeps_the_worst_case(self, golden):
        """Of the French words W5, WHIST is sure within 3, and no usual word is."""
        position = emi.Position("W5", [], limits=Limits(seconds=600))
        assert all(emi.solve("W5", first=row.guess).bounds.lower > 3
                   for row in position.explain(top=None).guesses if row.usual)  # fmt: skip
        explained = position.explain(usual=True)
        by_average = position.explain(top=None, by="average").guesses
        assert explained.guesses == tuple(row for row in by_average if row.usual)
        golden(render(shown(explained), "table").partition("\n")[0])

    def test_the_last_two_candidates_are_advised_whatever_they_are(self):
        game = emi.Motus.of_cell("C5").among(["CAGNE", "CANUT"])
        game.lexicon = emi.load("fr")
        assert not any(row.usual for row in game.start().explain().guesses[:1])
        explained = game.start().explain(usual=True)
        assert not explained.usual

    def test_are_refused_without_a_list_that_marks_them(self, refused):
        with refused(OptionError):
            emi.Motus(["CADES", "CANES"]).start().explain(usual=True)
        with refused(OptionError):
            emi.Motus(["CADES", "CANES"]).start(usual="yes")


def test_bounds_that_no_known_guess_attains_are_those_of_no_guess():
    """Once they were those of the last guess: `emi review wordle` ended by a contradiction."""
    from emi.analysis.class_play import ClassPlay
    from emi.analysis.ranking import FeedbackOnDemand

    game = emi.Mastermind(3, 3)
    play = ClassPlay(FeedbackOnDemand(game), 27, wide=False)
    advising = Advising(
        play=play, waiting=Waiting(Limits()), order=[5, 6], own={*range(27)}, wanted=1, by="average"
    )
    advice, values = advising.by_play({}, Bounds(4, 4))
    assert {*values} == {5}
    assert advice.worst == Bounds(4, 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_of_equivalent_codes_fit_into_a_narrow_terminal(language):
    position, t = emi.Position(emi.Mastermind(4, 6), [("1122", "1b1w")]), Texts(language)
    explained = position.explain("Sum", top=10, show=["Sum"])
    assert max(row.alike for row in explained.guesses) > 9
    text = render(shown(explained, show=["Sum"], width=40, t=t), "table", width=40)
    assert [line for line in text.splitlines() if len(line) > 40] == []
    assert t("viewClasses") in text


def test_no_less_than_no_time_is_spent(monkeypatch):
    """The end of a limit is rounded: 0.1 + 60 - 60 is later than 0.1."""
    monkeypatch.setattr(time, "monotonic", lambda: 0.1)
    still = Clock()
    for module in ("emi.analysis.advice", "emi.search.model.limits"):
        monkeypatch.setattr(f"{module}.clock", still)
    assert Waiting(Limits(seconds=60)).spent == 0
    assert Waiting(Limits(seconds=60), spent=2.0).spent == 2
