"""Advice where there is no time for a feedback matrix: what is shown is exact, and it is kept."""

import json
import math
import warnings
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import emi
from emi.analysis.advice import Waiting
from emi.analysis.class_play import ClassPlay, FeedbackOnDemand, least_of
from emi.analysis.ranking import FirstGuesses, Ranking
from emi.cache import DiskStore
from emi.games.motus import Motus
from emi.playing.explainer import ROWS, Explainer
from emi.playing.position import Position
from emi.reports.views.guesses import advice
from emi.results.advice import Exact
from emi.search.heuristics.heuristic import HEURISTICS
from emi.search.heuristics.profiler import Profiler
from emi.search.heuristics.survey import Chunk, GuessValues, decode_values, encode_values
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped, clock
from emi.search.model.written import SURVEY, VALUES
from emi.upkeep.audit import status, verify
from emi.upkeep.merge import merge
from tests import oracle
from tests.emi.cases import Broken, Memory, drawn, long_game, plain

#: What is known of a guess of nine secrets or of 150.
PROVEN = Bounds(3, 4), Bounds(200, 220)
SHOWN = ["Sum", "Gini", "Entropy"]
patched = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
GAMES = [
    emi.Motus(drawn(3, 14, "ABCD")),
    emi.Motus(drawn(4, 9, "ABCD"), drawn(4, 15, "ABCD")),
    emi.Mastermind(2, 4),
    emi.Moo(2, 5),
    emi.Jotto(["ABCDE", "ABDCE", "ABCFG", "HIJKL", "HIJAB", "ABHIJ"]),
    emi.Motus(drawn(5, 12, "ABCD")).hardened(),
    emi.Motus(drawn(6, 12, "ABCD")).hardened("hints"),
]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}")


@pytest.fixture
def no_matrix(monkeypatch):
    """Let no matrix be affordable."""
    monkeypatch.setattr("emi.playing.explainer.AFFORDABLE", 0)


@pytest.fixture
def sampled(monkeypatch, no_matrix):  # noqa: ARG001 - that too
    """Let a few secrets be a sample, and a few guesses be profiled whatever the time."""
    monkeypatch.setattr(Motus, "pairs_at_once", 100)


class Time:
    """A time limit that ends after a number of checks."""

    def __init__(self, monkeypatch, looks):
        self.looks = looks
        monkeypatch.setattr(Waiting, "has_time", self.has_time)

    def has_time(self, *_):
        self.looks -= 1
        return self.looks >= 0


def shown(position, *given, **how):
    """Return guesses with their classes and values."""
    explained = position.explain(*given, show=SHOWN, **how)
    return [(one.guess, one.possible, one.classes, one.values) for one in explained.guesses]


def members_of(position):
    """Return the candidates by their indices."""
    secrets = position.game.secrets
    return np.array([secrets.index(code) for code in position.possible], np.int32)


def positions_of(game):
    """Return the start, and a position after a guess."""
    yield Position(game)
    secret = game.secrets[-1]
    made = next(one for one in game.guesses if one != secret)
    if game.restriction != "possible" or made in game.secrets:
        yield Position.towards(game, secret, [made])


@games
def test_profiles_and_order_are_those_of_the_matrix(game, no_matrix):  # noqa: ARG001
    for position in positions_of(game):
        matrix = game.matrix()
        of, profiles = Profiler(matrix).profiles(members_of(position))
        explained = position.explain("SumGini", show=["Sum", "Gini"])
        legal = game.places(position.legal).tolist()
        order, tied = HEURISTICS["SumGini"].ranking(profiles.only(of[legal]))
        # Equivalent codes are in the row of the first of them.
        orbits = game.orbits([turn.guess for turn in position.turns])
        rows = range(len(game.guesses)) if orbits is None else orbits.tolist()
        ranked = [rows[legal[at]] for at in order]
        places = [game.guesses.index(one.guess) for one in explained.guesses]
        assert places == list(dict.fromkeys(ranked))
        for place, one in zip(places, explained.guesses, strict=True):
            assert one.classes == profiles.runs(of[place])
            assert one.possible == profiles.candidate[of[place]]
            assert one.alike == ranked.count(place)
        assert explained.tied == tied


@games
def test_what_is_said_without_a_matrix_is_true(game, no_matrix):  # noqa: ARG001
    """The bounds hold the value that the definition gives, of each guess and of all."""
    for position in positions_of(game):
        explained = position.explain(limits=Limits(seconds=60))
        advice, first = explained.advice, explained.guesses[0]
        solved = Position(game, [(turn.guess, turn.feedback) for turn in position.turns]).value()
        assert advice.worst.lower <= solved.bounds.lower <= advice.worst.upper
        assert first.exact.worst.upper == advice.worst.upper
        if game.hard or len(position.possible) == 1:
            continue
        classes, own = plain(game)
        members = [game.secrets.index(code) for code in position.possible]
        for one in explained.guesses:
            if one.exact is None:
                # It tells nothing.
                assert one.classes == ((len(members), 1),)
                continue
            guess, bounds = game.guesses.index(one.guess), one.exact.worst
            value = next(d for d in range(1, 99) if oracle.begins(classes, members, own, guess, d))
            assert bounds.lower <= value <= bounds.upper
            prices = (1,) * bounds.upper, None, 10**6
            total = oracle.least_cost(classes, members, own, *prices, None, guess)
            assert one.exact.total.lower <= total <= one.exact.total.upper


@given(st.integers(1, 60), st.integers(1, 7))
def test_the_least_of_a_size_is_that_of_the_widest_tree(members, most):
    tries, level, left = [], 1, members
    while left:
        width = min(most ** (level - 1), left)
        tries += [level] * width
        level, left = level + 1, left - width
    assert least_of(members, most) == (max(tries), sum(tries))


@patched
@given(seed=st.integers(0, 10**6), threads=st.integers(1, 2), looks=st.integers(0, 6))
def test_a_play_is_a_strategy_however_soon_it_is_stopped(seed, threads, looks):
    game = emi.Motus(drawn(seed, 14, "ABC"))
    classes, own = plain(game)
    every = range(len(game.secrets))
    left = [looks]

    def has_time():
        left[0] -= 1
        return left[0] >= 0

    play = ClassPlay(FeedbackOnDemand(game), 99, wide=True, threads=threads)
    for guess in range(len(game.guesses)):
        found = play.value(guess, lambda: True, has_time)
        if found is None:
            assert len({*classes[guess]}) == 1
            continue
        assert oracle.begins(classes, every, own, guess, found.worst.upper)
        prices = (1,) * found.worst.upper, None, 10**6
        assert oracle.least_cost(classes, every, own, *prices, None, guess) <= found.total.upper


def test_a_play_that_has_no_time_for_each_class_is_none():
    play = ClassPlay(FeedbackOnDemand(long_game(60)), 99, wide=True)
    with pytest.raises(Stopped):
        play.value(0, lambda: False, lambda: True)


def test_no_guess_comes_first_for_naming_all_words_one_by_one(monkeypatch):
    """The search has no time: what it then knows of the first word of the list is true of any."""
    # On a longer list it is stopped in the midst of its first look at all guesses.
    monkeypatch.setattr("emi.search.solve.worst_case.engine.PAIRS", 1)
    explained = Position("C5").explain(top=5, limits=Limits(seconds=1e-9))
    first = explained.guesses[0]
    assert first.guess == "CARIE"
    assert first.guess == Position("C5").explain("SumGini", top=1).guesses[0].guess
    assert first.exact.worst.upper < 20
    assert not first.exact.worst.proven
    assert explained.advice.worst.upper == first.exact.worst.upper


class TestASample:
    def test_comes_first_and_the_best_of_it_are_exact(self, sampled, monkeypatch):  # noqa: ARG002
        game = long_game(150)
        Time(monkeypatch, 0)
        explained = Position(game).explain("Sum", limits=Limits(seconds=1))
        assert (explained.sample, explained.profiled) == (4, 2)
        assert (len(explained.guesses), explained.ranked) == (2, 150)
        assert not explained.ties_known
        for one in explained.guesses:
            told = Counter(game.feedback(one.guess, secret) for secret in game.secrets)
            assert one.classes == tuple(sorted(Counter(told.values()).items(), reverse=True))

    def test_is_the_same_each_time(self, sampled, monkeypatch):  # noqa: ARG002
        Time(monkeypatch, 0)
        first, again = (shown(Position(long_game(150)), "Sum") for _ in range(2))
        assert first == again

    def test_is_of_no_matter_where_there_is_time(self, sampled):  # noqa: ARG002
        game = long_game(150)
        explained = Position(game).explain("Sum")
        assert (explained.sample, explained.profiled) == (0, 150)
        by = HEURISTICS["Sum"]
        of, profiles = Profiler(game.matrix()).profiles(members_of(Position(game)))
        order, _ = by.ranking(profiles.only(of))
        assert [one.guess for one in explained.guesses] == [game.guesses[at] for at in order]

    def test_that_is_interrupted_tells_nothing(self, sampled):  # noqa: ARG002
        with pytest.raises(Stopped):
            Position(long_game(150)).explain(watch=lambda _: False)


class TestTheRows:
    """Rows are made as long as time and the time to write them allow; the others are counted."""

    @pytest.fixture
    def seconds(self, monkeypatch, no_matrix):  # noqa: ARG002
        """Let a block of ten rows take a second, and all else no time."""
        monkeypatch.setattr("emi.playing.explainer.LISTED", 10)
        passed, blocks = [0.0], Ranking.profiles

        def slowly(*given):
            for block in blocks(*given):
                passed[0] += 1
                yield block

        monkeypatch.setattr(Ranking, "profiles", slowly)
        monkeypatch.setattr(clock, "now", lambda: passed[0])
        return passed

    @pytest.mark.parametrize("sort", ["exact", "Sum"])
    def test_end_with_their_share_of_the_time(self, seconds, sort):
        every = Position(long_game(150)).explain(sort, limits=Limits(seconds=1000))
        assert (len(every.guesses), every.left_out) == (150, 0)
        for limit in (0.5, 20, 30, 60):
            begun = seconds[0]
            some = Position(long_game(150)).explain(sort, limits=Limits(seconds=limit))
            made = math.ceil(max(ROWS * limit, 1))
            assert seconds[0] - begun == made
            assert [one.guess for one in some.guesses] == [
                one.guess for one in every.guesses[: 10 * made]
            ]
            assert some.left_out == 150 - len(some.guesses)
            assert json.loads(emi.table(some).render("json"))["left_out"] == some.left_out

    def test_beyond_the_number_wanted_are_not_left_out(self, seconds):  # noqa: ARG002
        few = Position(long_game(150)).explain(top=40, limits=Limits(seconds=1))
        assert (len(few.guesses), few.left_out) == (10, 30)
        assert Position(long_game(150)).explain(top=4, limits=Limits(seconds=1)).left_out == 0

    def test_end_with_an_interrupt(self, monkeypatch, no_matrix):  # noqa: ARG002
        monkeypatch.setattr("emi.playing.explainer.LISTED", 10)
        rows, waits = Explainer._rows, [True]

        def interrupted(*given):
            waits[0] = False
            return rows(*given)

        monkeypatch.setattr(Explainer, "_rows", interrupted)
        explained = Position(long_game(150)).explain("Sum", watch=lambda _: waits[0])
        assert (len(explained.guesses), explained.left_out) == (10, 140)

    def test_unpack_the_profiles_of_a_chunk_once(self, monkeypatch, no_matrix):  # noqa: ARG002
        monkeypatch.setattr("emi.playing.explainer.LISTED", 10)
        monkeypatch.setattr("emi.search.heuristics.survey.CHUNK", 16)
        unpacked, profiles = [], Chunk.profiles
        monkeypatch.setattr(
            Chunk, "profiles", lambda chunk, *given: unpacked.append(1) or profiles(chunk, *given)
        )
        # By the totals of the classes, which are not packed.
        explained = Position(long_game(150)).explain("Sum")
        assert (len(explained.guesses), len(unpacked)) == (150, math.ceil(150 / 16))


def test_what_a_search_has_found_comes_before_what_was_played_out(no_matrix, monkeypatch, golden):  # noqa: ARG001
    """The sentence is about the first guess: the upper bound of another is none of its own."""
    game, store = long_game(150), Memory()
    best = emi.solve(game, store=store)
    monkeypatch.setattr(ClassPlay, "value", lambda *_: Exact(Bounds(1, 40), Bounds(150, 900)))
    begun = Position(game).explain(store=store, top=2)
    assert (begun.guesses[0].guess, begun.guesses[0].exact.worst) == (best.first_guess, best.bounds)
    for one in begun.guesses[1:]:
        assert one.exact.worst.upper == 40
    # A bound on all guesses, with a first guess of which less is known.
    other = replace(begun, guesses=begun.guesses[1:])
    assert f"{best.bounds.lower} or more" in advice(other)
    golden(advice(other))


def test_an_interrupt_leaves_what_is_known(monkeypatch):
    """Profiles that were made are shown, though the search was never asked."""
    ranked = Ranking.ranked
    stopped = []

    def then_stopped(*given):
        found = ranked(*given)
        stopped.append(True)
        return found

    monkeypatch.setattr(Ranking, "ranked", then_stopped)
    explained = Position(long_game(60)).explain(watch=lambda _: not stopped, limits=Limits())
    assert len(explained.guesses) == 60
    assert not explained.advice.worst.proven
    assert shown(Position(long_game(60)), "SumGini") == [
        (one.guess, one.possible, one.classes, {name: one.values[name] for name in SHOWN})
        for one in explained.guesses
    ]


class TestKept:
    @pytest.fixture
    def asked(self, monkeypatch):
        """Return a list of the guesses whose feedback was asked for."""
        real, asked = Motus._compiled, []

        def compiled(self):
            write = real(self)

            def noted(guesses, rows):
                asked.extend(guesses.tolist())
                write(guesses, rows)

            return noted

        monkeypatch.setattr(Motus, "_compiled", compiled)
        return asked

    @pytest.fixture(params=["memory", "disk"])
    def store(self, request, tmp_path):
        if request.param == "memory":
            yield Memory()
        else:
            with DiskStore(tmp_path / "cache") as store:
                yield store

    @pytest.mark.usefixtures("no_matrix")
    def test_the_second_time_nothing_is_computed(self, store, asked):
        game, limits = long_game(150), Limits(seconds=60)
        first = Position(game).explain(limits=limits, store=store)
        assert asked
        asked.clear()
        for position in (Position(game), again := Position(game), again):
            assert position.explain(limits=limits, store=store) == first
        assert Position(game).explain("Entropy", limits=limits, store=store).profiled == 150
        assert not asked

    @pytest.mark.parametrize("by", ["average", "worst"])
    @pytest.mark.parametrize("clues", [[], [("AB", "GB")]])
    def test_advice_of_a_search_is_read_again(self, store, monkeypatch, by, clues):
        monkeypatch.setattr("emi.playing.explainer.SOON", 0.0)
        game, given = long_game(40), {"by": by, "limits": Limits(seconds=60), "store": store}
        first = Position(game, clues).explain(top=5, **given)
        assert first.advice.complete
        monkeypatch.setattr("emi.analysis.advice.searched", None)
        again = Position(game, clues).explain(top=5, **given)
        assert (again.advice, again.guesses, again.tied) == (
            first.advice, first.guesses, first.tied,
        )  # fmt: skip
        other = "worst" if by == "average" else "average"
        with pytest.raises(TypeError):
            Position(game, clues).explain(top=5, **(given | {"by": other}))

    def test_heuristics_and_a_search_read_it_too(self, monkeypatch):
        """The profiles of all guesses on all secrets are not made again."""
        game, store = long_game(150), Memory()
        with monkeypatch.context() as without:
            without.setattr("emi.playing.explainer.AFFORDABLE", 0)
            Position(game).explain("Sum", store=store)
        (key,), (kept,) = store.kept.keys(), map(list, store.kept.values())
        names = "SumGini", "Entropy"
        fresh = [emi.play(game, name).total for name in names]
        first = Position(game).explain(limits=Limits(nodes=1))
        real = Profiler.profiles

        def profiles(self, members, *given, **how):
            assert len(members) < 150
            return real(self, members, *given, **how)

        monkeypatch.setattr(Profiler, "profiles", profiles)
        assert [emi.play(game, name, store=store).total for name in names] == fresh
        monkeypatch.setattr("emi.search.kernels.core.profiles.row_profiles", None)
        assert Position(game).explain(limits=Limits(nodes=1), store=store) == first
        # Where a matrix is at hand nothing more is kept.
        assert store.kept[key] == kept

    @pytest.mark.usefixtures("sampled")
    def test_it_goes_on_where_it_ended(self, store, asked, monkeypatch):
        game = long_game(150)
        with monkeypatch.context() as soon:
            Time(soon, 0)
            some = Position(game).explain("Sum", store=store).profiled
        assert 0 < some < 150
        asked.clear()
        explained = Position(game).explain("Sum", store=store)
        assert explained.profiled == 150
        # The sample is of a game of its own.
        counted = Counter(asked)
        assert sum(times == 2 for times in counted.values()) == 150 - some
        assert shown(Position(game), "Sum", store=store) == shown(Position(game), "Sum")

    @pytest.mark.usefixtures("sampled")
    def test_what_was_spent_counts(self, asked):
        game, store = long_game(150), Memory()
        FirstGuesses(game, store).keep([], {0: Exact(*PROVEN)}, (), 5.0)
        Position(game).explain("Sum", store=store, limits=Limits(seconds=5))
        some = FirstGuesses(game, store)
        assert some.spent >= 5
        assert 0 < sum(len(chunk.guesses) for chunk in some.chunks) < 150
        asked.clear()
        Position(game).explain("Sum", store=store, limits=Limits(seconds=5))
        assert not asked
        assert Position(game).explain("Sum", store=store, limits=Limits(seconds=60)).profiled == 150

    @pytest.mark.usefixtures("no_matrix")
    @pytest.mark.parametrize("place", [0, -1], ids=["profiles", "values"])
    def test_a_damaged_record_is_dropped_with_a_warning(self, place, warned):
        game, store = long_game(60), Memory()
        first = Position(game).explain(limits=Limits(seconds=60), store=store)
        (key,) = store.kept
        damaged = store.kept[key][place] = store.kept[key][place][:-7]
        with warned(UserWarning):
            assert Position(game).explain(limits=Limits(seconds=60), store=store) == first
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            store.kept[key].remove(damaged)
            assert Position(game).explain(limits=Limits(seconds=60), store=store) == first

    @pytest.mark.usefixtures("no_matrix")
    def test_nothing_is_kept_twice(self):
        position, store = Position(long_game(60)), Memory()
        for _ in range(2):
            position.explain(limits=Limits(seconds=60), store=store)
        (records,) = store.kept.values()
        assert len(records) == 2

    @pytest.mark.usefixtures("no_matrix")
    @pytest.mark.parametrize("made", [False, True])
    def test_what_a_search_has_proven_is_said(self, made):
        game, store = emi.Motus(drawn(8, 40, "ABCDE")), Memory()
        told = Counter(game.feedback(game.guesses[0], secret) for secret in game.secrets)
        clues = [(game.guesses[0], told.most_common(1)[0][0])] * made
        solved = Position(game, clues).value(store=store)
        assert solved.proven
        explained = Position(game, clues).explain(store=store)
        assert explained.advice.worst == solved.bounds
        first = explained.guesses[0]
        assert first.exact.worst == solved.bounds
        assert solved.first_guess in {one.guess for one in explained.guesses if one.exact}

    @pytest.mark.usefixtures("no_matrix")
    def test_a_store_that_fails_costs_time_not_the_answer(self, warned):
        with warned(UserWarning):
            explained = Position(long_game(60)).explain(store=Broken())
        assert explained.guesses

    @pytest.mark.usefixtures("no_matrix")
    def test_of_a_position_after_clues_nothing_is_kept(self):
        store, game = Memory(), long_game(60)
        Position.towards(game, game.secrets[-1], [game.guesses[0]]).explain(store=store)
        assert not store.kept

    @pytest.mark.parametrize("by_worst", [False, True])
    @pytest.mark.parametrize("at", [None, 0, 4])
    def test_values_come_back_as_they_were(self, at, by_worst):
        rival = None if at is None else (at, *PROVEN)
        values = GuessValues({3: PROVEN, 5: PROVEN}, {5}, 1.5, 9, 12, rival, by_worst)
        assert decode_values(encode_values(values)) == values

    @pytest.mark.parametrize("at", range(9, 25 + 2 * 29))
    def test_damaged_values_are_refused_or_in_range(self, at):
        record = bytearray(encode_values(GuessValues({3: PROVEN}, {3}, 1.5, 9, 12)))
        record[at] ^= 0xFF
        try:
            found = decode_values(bytes(record))
        except ValueError:
            return
        assert all(guess < found.guesses for guess in found.proven)
        assert all(total.lower >= found.secrets for _, total in found.proven.values())


@pytest.mark.usefixtures("no_matrix")
class TestUpkeep:
    """What is kept of first guesses is checked and joined like all else."""

    @pytest.fixture
    def folder(self, tmp_path):
        with DiskStore(tmp_path / "there") as store:
            Position(long_game(60)).explain(store=store, limits=Limits(seconds=60))
        return tmp_path / "there"

    def test_it_is_joined_to_other_caches(self, folder, tmp_path, monkeypatch):
        with DiskStore(tmp_path / "here") as store:
            done = merge(store, [folder])
            assert (done.bounds, done.strategies, done.first_guesses) == (0, 0, 2)
            assert merge(store, [folder]).first_guesses == 0
            monkeypatch.setattr(Motus, "_compiled", None)
            assert Position(long_game(60)).explain(store=store).guesses

    def test_it_is_no_search_and_no_strategy(self, folder):
        assert status(folder) == []
        found = verify(folder)
        assert (found.questions, found.records, found.bounds, found.strategies) == (1, 2, 0, 0)
        assert not found.faults

    @pytest.mark.parametrize("mark", [SURVEY, VALUES])
    def test_what_is_damaged_is_a_fault(self, folder, mark):
        with DiskStore(folder) as store:
            key = FirstGuesses(long_game(60), None).records.key
            records = [*store.read(key)]
            store.replace(key, [one[:-5] if one.startswith(mark) else one for one in records])
        assert len(verify(folder, repair=True).faults) == 1
        assert verify(folder).records == 1


class TestAPart:
    """After clues the matrix is of the candidates alone, where that of the whole is too large."""

    def test_is_searched_as_the_whole(self, monkeypatch):
        game = emi.Motus(drawn(8, 40, "ABCDE"))
        told = Counter(game.feedback(game.guesses[0], secret) for secret in game.secrets)
        ((clue, size),) = told.most_common(1)
        clues = [(game.guesses[0], clue)]
        whole = Position(game, clues).explain(limits=Limits())
        assert len(whole.possible) == size > 4
        part = game.of_lists(Position(game, clues).possible, game.guesses)
        assert part.bytes_needed < game.bytes_needed
        monkeypatch.setattr("emi.playing.explainer.PATIENT", 1.0)
        monkeypatch.setattr("emi.playing.explainer.AFFORDABLE", part.bytes_needed / 60)
        monkeypatch.setattr(Motus, "matrix", only_of(part.secrets))
        found = Position(game, clues).explain(limits=Limits(seconds=60))
        assert found.advice == whole.advice
        assert found.advice.exact
        assert [(one.guess, one.exact) for one in found.guesses] == [
            (one.guess, one.exact) for one in whole.guesses
        ]
        assert found.guesses == whole.guesses


def only_of(secrets):
    """Return what makes the matrix of a game with these secrets alone."""
    real = Motus.matrix

    def matrix(self, watch=None):
        assert self.secrets == secrets
        return real(self, watch)

    return matrix
