"""The records of a question between runs, also with a damaged or failing store."""

import re
import sqlite3
import warnings
import zlib
from contextlib import nullcontext

import numpy as np
import pytest

import emi
from emi import Average, Guaranteed, Limits, WorstCase
from emi.cache import CacheWarning, DiskStore
from emi.questions.certifying import certified, proof
from emi.questions.question import Question
from emi.questions.records import Records
from emi.questions.solving import best_strategy, solve
from emi.results.base import plain
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.model.record import Proven, decode, encode
from emi.search.model.strategy import Strategy
from emi.search.model.written import STRATEGY, Outline, encode_written
from emi.search.solve import session
from emi.search.solve.cost.average import AverageSearch
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.cost.proof import Refuter
from emi.strategies.heuristics import play_optimal
from tests.emi.cases import FAMILY, PAPER, ROOT, Broken, Memory, long_game

LONG = [WorstCase(), Average(), Guaranteed(4)]
long = pytest.mark.parametrize("objective", LONG, ids=lambda one: one.name)
EVERY = Candidates.every(8)


def whole(lower, upper, guess=0, candidates=EVERY):
    """Return a record on the worst case of a game."""
    return encode([Proven(candidates, lower, upper, guess)])


@long
class TestTheStore:
    def test_answers_the_second_time_without_a_search(self, objective, tmp_path):
        found = []
        for _ in range(2):
            with DiskStore(tmp_path / "cache") as store:
                found.append(solve(long_game(), objective, store=store))
        first, second = found
        assert second.nodes < first.nodes
        assert objective.name != "worst" or second.nodes == 0
        for name in ("bounds", "first_guess", "worst", "at_worst", "missed"):
            assert getattr(second, name) == getattr(first, name)

    def test_is_told_the_game_and_the_question(self, objective, golden):
        store, first = Memory(), "CE" if objective.name != "worst" else None
        solve(long_game(name="L2"), objective, store=store, first=first)
        golden(list(store.labels.values()))

    def test_spares_what_was_proven_before_a_search_was_stopped(self, objective):
        game, store = long_game(), Memory()
        fresh = solve(game, objective)
        # A tie is broken after the value is proven: that is quick for the average, which takes two
        # thirds of the nodes itself.
        share = {"worst": 0.99, "average": 0.5, "guaranteed": 0.5}[objective.name]
        limits = Limits(nodes=int(fresh.nodes * share))
        stopped = solve(game, objective, store=store, limits=limits)
        assert not stopped.proven
        assert len(*store.kept.values()) > (objective.name == "worst")
        again = solve(game, objective, store=store, limits=Limits(seconds=1e-9))
        if objective.name == "worst":
            assert (again.bounds, again.first_guess) == (stopped.bounds, stopped.first_guess)
        resumed = solve(game, objective, store=store)
        assert resumed.bounds == fresh.bounds
        assert resumed.nodes < fresh.nodes
        # What was proven on the way is of no more use, nor is it when the strategy is written.
        assert len(*store.kept.values()) == 1 + (objective.name != "worst")

    def test_never_answers_another_question(self, objective):
        game, store = long_game(20), Memory()
        solve(game, objective, store=store)
        some = {"candidates": game.secrets[:9]}
        others = [(WorstCase(), {}), (WorstCase(), some), (Average(), some), (Guaranteed(3), {}),
                  (Average(), {"first": game.guesses[3]}), (Average(within=14), {}),
                  (Average(weights=range(1, 21)), {}), (Guaranteed(4, range(9, 29)), {}),
                 ]  # fmt: skip
        for other, options in others:
            kept = solve(game, other, store=store, **options)
            assert kept.bounds == solve(game, other, **options).bounds

    @pytest.mark.parametrize("rubbish", [b"rubbish", b"\0" * 63, b"\xff" * 64])
    def test_a_record_that_makes_no_sense_is_dropped_with_a_warning(
        self, objective, rubbish, warned
    ):
        game, store = long_game(), Memory()
        fresh = solve(game, objective, store=store)
        (records,) = store.kept.values()
        records.insert(0, rubbish)
        with warned(UserWarning):
            again = solve(game, objective, store=store)
        assert again.bounds == fresh.bounds
        assert again.nodes < fresh.nodes

    def test_that_takes_nothing_costs_a_warning_and_not_the_answer(
        self, objective, monkeypatch, warned
    ):
        # Everything is worth keeping, at every look at the clock.
        monkeypatch.setattr(session, "FLUSH", -1.0)
        game, store, working = long_game(), Broken(), Memory()
        value = solve(game, objective, store=working).bounds
        assert working.writes > 1
        with warned(UserWarning) as caught:
            assert solve(game, objective, store=store).bounds == value
        assert (len(caught), store.writes) == (1, 1)

    def test_is_not_needed(self, objective):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert solve(emi.Motus(PAPER), objective, store=None).proven


class TestOfAWorstCase:
    def test_answers_without_the_kernels_when_the_value_is_known(self, monkeypatch):
        def unwanted(*_, **__):
            raise AssertionError("the kernels take a while to load")

        game, store = long_game(), Memory()
        value = solve(game, store=store).bounds
        monkeypatch.setattr("emi.questions.question.kernels_ready", unwanted)
        assert solve(game, store=store).bounds == value

    @pytest.mark.parametrize(
        "other",
        [
            emi.Motus(FAMILY[:-1]),
            emi.Motus([*FAMILY, "SOTTE"]),
            emi.Motus([*FAMILY[:-1], "SOTTE"]),
            emi.Motus(FAMILY[:-1], FAMILY),
            emi.Motus(FAMILY, [*FAMILY, "BCDGH"]),
            emi.Motus(FAMILY).hardened(),
        ],
        ids=["one less", "one more", "one other", "fewer secrets", "more guesses", "hard"],
    )
    def test_never_answers_for_a_list_that_changed(self, other):
        store = Memory()
        solve(emi.Motus(FAMILY), store=store)
        assert Records(emi.Motus(FAMILY), store).read()
        assert not Records(other, store).read()
        assert solve(other, store=store).bounds == solve(other).bounds

    def test_of_the_same_words_under_another_name_answers(self):
        store = Memory()
        solve(long_game(), store=store)
        assert solve(long_game(name="other"), store=store).nodes == 0

    @pytest.mark.parametrize("bounds", [[(2, 2), (4, 4)], [(2, 2), (3, 8)], [(3, 8)]])
    def test_that_contradicts_itself_or_what_is_found_is_not_believed(self, bounds, warned):
        game, store = emi.Motus(PAPER, name="L7"), Memory()
        store.write(Records(game, store).key, [whole(*each) for each in bounds])
        with warned(UserWarning):
            assert solve(game, store=store).bounds == Bounds(2, 2)

    @pytest.mark.parametrize(
        "record",
        [
            b"rubbish",
            whole(2, 2)[:-1],
            whole(2, 2) + b"\x00",
            whole(1, 1, candidates=Candidates.every(7)),
            whole(1, 1, candidates=Candidates([], 8)),
            whole(2, 2, 8),
            whole(2, 2, -2),
            whole(9, 9),
            whole(4, 3),
        ],
        ids=["rubbish", "cut", "longer", "size", "empty", "guess", "negative", "bounds", "order"],
    )
    def test_a_record_that_makes_no_sense_says_why(self, tmp_path, record, golden, warned):
        game = emi.Motus(PAPER, name="L7")
        with DiskStore(tmp_path / "cache") as store:
            store.write(Records(game, store).key, [record])
            with warned(UserWarning) as caught:
                assert solve(game, store=store).bounds == Bounds(2, 2)
            assert store.info().labels == ("L7",)
        (said,) = caught
        golden(str(said.message))

    def test_a_record_that_was_damaged_on_disk_is_dropped_with_a_warning(self, tmp_path):
        game, lie = emi.Motus(PAPER), whole(5, 5)
        with DiskStore(tmp_path / "cache") as store:
            solve(game, store=store)
        with sqlite3.connect(tmp_path / "cache" / "cache.db") as database:
            ((rowid, value),) = database.execute(
                "SELECT rowid, value FROM Cache WHERE key LIKE 'record/%'"
            ).fetchall()
            bent = value[: -len(lie)] + lie
            assert bent != value
            database.execute("UPDATE Cache SET value = ? WHERE rowid = ?", (bent, rowid))
        database.close()
        with (
            DiskStore(tmp_path / "cache") as store,
            pytest.warns(CacheWarning, match="1 record dropped"),
        ):
            assert solve(game, store=store).bounds == Bounds(2, 2)


WEIGHTS = tuple(range(1, 41))
EVERYTHING = [
    (WorstCase(), {}),
    (WorstCase(), {"candidates": 12}),
    (Average(), {}),
    (Average(), {"first": "CE"}),
    (Average(), {"candidates": 12}),
    (Average(within=12), {}),
    (Average(weights=WEIGHTS), {}),
    (Average(14, WEIGHTS), {"first": "CE"}),
    (Guaranteed(4), {}),
    (Guaranteed(6), {}),
    (Guaranteed(4, WEIGHTS), {"first": "CE", "candidates": 30}),
]


def counted(method, calls):
    """Return a method that notes its calls in a list."""

    def noting(*arguments, **options):
        calls.append(method.__name__)
        return method(*arguments, **options)

    return noting


class TestASecondRun:
    """Whatever was found is answered again without a search, a matrix or the kernels."""

    @pytest.fixture
    def closed(self, monkeypatch):
        """Return a function that lets no more kernels be asked for."""

        def unwanted(*_, **__):
            raise AssertionError("the kernels take a while to load")

        return lambda: monkeypatch.setattr("emi.questions.question.kernels_ready", unwanted)

    @pytest.mark.parametrize(("objective", "options"), EVERYTHING, ids=repr)
    def test_knows_the_value_and_the_strategy(self, objective, options, tmp_path, closed):
        game, found = long_game(), []
        if "candidates" in options:
            options = {**options, "candidates": game.secrets[: options["candidates"]]}
        for _ in range(2):
            with DiskStore(tmp_path / "cache") as store:
                solution = solve(game, objective, store=store, **options)
                question = solution.source.question
                question = Question(game, store=store, candidates=question.candidates)
                strategy = solution.strategy()
                if objective.name == "worst":
                    assert best_strategy(question).nested() == strategy.nested()
            values = plain(solution) | {"seconds": 0, "stored": None}
            found.append((values.pop("nodes"), values, strategy.nested(), question.session.nodes))
            closed()
        (nodes, *first, _), (nodes_again, *again, of_strategy) = found
        assert nodes > nodes_again == of_strategy == 0
        assert again == first

    @pytest.mark.parametrize("asked_before", ["solve", "certify"])
    @pytest.mark.parametrize("game", [emi.Motus.of_cell("K5"), emi.Moo(3, 5)], ids=repr)
    @pytest.mark.parametrize("objective", [Average(), Guaranteed(3)], ids=lambda one: one.name)
    def test_of_a_value_alone_makes_its_certificate_no_dearer(
        self, objective, game, asked_before, tmp_path, monkeypatch
    ):
        asked, pieces = [], []
        for each, name in ((Refuter, "_searched"), (CostEngine, "search")):
            monkeypatch.setattr(each, name, counted(getattr(each, name), asked))
        with DiskStore(tmp_path / "cache") as store:
            for each in (None, store, store):
                asked.clear()
                made = certified(Question(game, store=each).asking(objective))
                pieces.append(len(asked))
                assert made.bounds.proven
                if each is None and asked_before == "solve":
                    solve(game, objective, store=store)
        assert max(pieces[1:]) <= pieces[0]

    @pytest.mark.parametrize(
        "game", [emi.Mastermind(3, 4), emi.Moo(3, 6), emi.Mastermind(3, 5)], ids=repr
    )
    def test_of_a_symmetrical_game_writes_the_same_certificate(self, game, tmp_path):
        """Whether the search has learned something on the way, or was spared by the cache."""
        fresh = certified(Question(game))
        with DiskStore(tmp_path / "cache") as store:
            for _ in range(2):
                question = Question(game, store=store)
                assert certified(question) == fresh
        assert question.session.nodes == 0

    @pytest.mark.parametrize(
        "game", [emi.Motus.of_cell("K5"), emi.Wordle(PAPER), emi.BlackPeg(2, 3)], ids=repr
    )
    def test_knows_the_certificate(self, game, tmp_path, closed):
        found = []
        for _ in range(2):
            with DiskStore(tmp_path / "cache") as store:
                question = Question(game, store=store)
                found.append((certified(question), solve(game, store=store).nodes))
            closed()
        assert found[0] == found[1]
        with DiskStore(tmp_path / "cache") as store:
            assert found[0][0] == solve(game, store=store).certificate()
        assert question.session.nodes == 0

    @pytest.mark.parametrize(
        "line",
        [
            "strategy C5",
            "strategy C5 --hard possible",
            "strategy C5 --objective average --first caban",
            "strategy C5 --objective guaranteed --tries 2",
            "certify C5 --out {out}",
            "solve C5 --objective average --max-tries 4 --weights {weights} --format json",
        ],
    )
    def test_of_the_program_needs_no_kernels(self, line, run, lexicon, weights, tmp_path, closed):
        out, found = tmp_path / ("proof.emip" if "certify" in line else "proof.json"), []
        for _ in range(2):
            ran = run(*line.format(out=out, weights=weights).split(), "--lexicon", lexicon)
            assert ran.code == 0
            said = re.sub(r'("nodes"|"seconds"|"stored"): [a-z0-9.]+', "", ran.out)
            found.append((said, out.read_bytes() if out.exists() else b""))
            closed()
        assert found[0] == found[1]

    def test_of_the_optima_goes_on_where_the_first_was_interrupted(self):
        game, store, heard = long_game(), Memory(), []
        with pytest.raises(Stopped):
            play_optimal(game, 4, store=store, watch=lambda said: not said.startswith("Fewest"))
        assert solve(game, Average(), store=store).nodes == 0
        first = play_optimal(game, 4, store=store)
        again = play_optimal(game, 4, store=store, watch=lambda said: heard.append(said) or True)
        assert [one.counts for one in again] == [one.counts for one in first]
        assert all(said.endswith(" 0 nodes") for said in heard)

    def test_goes_on_with_a_strategy_that_was_stopped(self, monkeypatch):
        game, store = long_game(), Memory()
        fresh = solve(game, Average())
        looks = iter(range(10**6))
        monkeypatch.setattr("emi.search.solve.engine.SLICE", 0.0)

        def watch(progress):
            # A little after the value is proven.
            return not progress.bounds.proven or next(looks) < 3

        stopped = solve(game, Average(), store=store, watch=watch)
        assert stopped.proven
        resumed = solve(game, Average(), store=store)
        assert resumed.worst_proven
        assert resumed.nodes < fresh.nodes
        assert solve(game, Average(), store=store).nodes == 0

    def test_does_without_a_store_that_was_closed(self, tmp_path):
        game = long_game()
        with DiskStore(tmp_path / "cache") as store:
            solution = solve(game, store=store)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert solution.strategy().nested() == solve(game).strategy().nested()

    @pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(4)], ids=repr)
    @pytest.mark.parametrize("damage", ["cut", "other", "rubbish"])
    def test_believes_no_strategy_that_does_not_reach_the_value(self, objective, damage):
        game, store = long_game(), Memory()
        fresh = solve(game, objective, store=store)
        strategy = fresh.strategy().nested()
        (records,) = store.kept.values()
        if damage == "other":
            chain = Strategy.node(0, np.arange(40, dtype=np.int32))
            records[-1] = encode_written(Outline.of(chain, np.arange(40, dtype=np.int32)))
        else:
            records[-1] = records[-1][:-9] if damage == "cut" else STRATEGY + zlib.compress(b"1234")
        said = pytest.warns(UserWarning, match="dropped a record of the cache: a ")
        with nullcontext() if damage == "other" else said:
            again = solve(game, objective, store=store)
            assert again.bounds == fresh.bounds
            assert again.strategy().nested() == strategy


@pytest.mark.parametrize(
    ("game", "first", "few", "value"),
    [
        (emi.Mastermind(2, 3), "12", ["11"], 3),
        (emi.Mastermind(2, 5), "32", ["11", "14", "41", "44", "45", "51", "54"], 4),
    ],
    ids=str,
)
def test_what_some_take_after_a_first_guess_is_not_what_they_take_alone(game, first, few, value):
    """The guess is wasted on them, so that they take one more; it is not wasted on the game."""
    store = Memory()
    for _ in range(2):
        alone = solve(game, candidates=few, store=store).bounds
        begun = solve(game, candidates=few, first=first, store=store).bounds
        assert begun == Bounds(alone.lower + 1, alone.upper + 1)
        assert solve(game, first=first, store=store).bounds == Bounds(value, value)


def test_a_strategy_whose_writing_was_cut_short_is_gone_on_with(monkeypatch):
    monkeypatch.setattr(session, "FLUSH", 0.0)
    monkeypatch.setattr("emi.search.solve.engine.SLICE", 0.0)
    game, store = long_game(60), Memory()
    solve(game, store=store)
    value = {key: [*records] for key, records in store.kept.items()}

    def written(most=10**6):
        """Write the strategy within a number of nodes; return the nodes used."""
        taken = []

        def watch(progress):
            taken.append(progress.nodes)
            return progress.nodes < most

        try:
            found = solve(game, store=store).strategy(watch).nested()
        except Stopped:
            found = None
        return found, taken[-1]

    _, alone = written()
    store.kept = value
    assert written(alone // 2)[0] is None
    assert len(*store.kept.values()) > 1
    found, rest = written()
    assert found is not None
    assert rest < 0.7 * alone
    # What was proven on the way is of no more use: there is the value, and the strategy.
    assert len(*store.kept.values()) == 2


class TestTheRecords:
    GAME = emi.Motus(PAPER, name="L7")

    def batch(self, *, upper):
        part = Proven(Candidates([0, 1, 2], 8), 5, 5, 3, 1)
        return [part, Proven(None, 15, upper, 2, 0)]

    def test_writes_what_can_be_read(self):
        store = Memory()
        keep = Records(self.GAME, store, "average")
        keep(self.batch(upper=16))
        assert keep.read() == self.batch(upper=16)
        assert Records(self.GAME, store, "another").read() == []
        assert store.writes == 1

    def test_puts_what_settles_the_question_in_the_place_of_the_rest(self):
        store = Memory()
        keep = Records(self.GAME, store)
        batch = [Proven(Candidates([0, 1], 8), 2, 2), Proven(EVERY, 2, 2, 3)]
        for one in batch:
            keep([one])
        assert keep.read() == batch[1:]
        assert store.labels == {keep.key: "L7"}

    def test_holds_on_to_what_was_proven_of_costs_until_a_strategy_is_written(self):
        store = Memory()
        keep = Records(self.GAME, store, "average")
        keep(self.batch(upper=15))
        assert Records(self.GAME, store, "average").read() == self.batch(upper=15)
        outline = solve(self.GAME, Average()).outline
        keep.write(outline, settled=self.batch(upper=15)[1])
        assert keep.read() == self.batch(upper=15)[1:]
        found, refutation = keep.written(lambda _: True)
        assert (found.nodes, refutation) == (outline.nodes, None)
        assert store.labels == {keep.key: "L7, average"}

    def test_asks_a_store_that_failed_no_more(self, warned):
        store = Broken()
        keep = Records(self.GAME, store, "average")
        with warned(UserWarning):
            keep(self.batch(upper=16))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            keep(self.batch(upper=16))
        assert store.writes == 1

    def test_without_a_store_has_nothing(self):
        assert Records(self.GAME, None, "average").read() == []

    def test_is_handed_what_took_work_during_a_long_search(self, monkeypatch):
        monkeypatch.setattr(session, "FLUSH", 0.0)
        store = Memory()
        best = solve(long_game(60), Average(), store=store, limits=Limits(nodes=30_000))
        assert not best.proven
        (records,) = store.kept.values()
        batch = [one for record in records for one in decode(record, 60, 60, states=True)]
        assert encode(batch) == b"".join(records)


class TestACacheOfTheReleaseBefore:
    @pytest.fixture
    def folder(self, tmp_path):
        script = ROOT / "tests" / "emi" / "data" / "cache_0.1.0.sql"
        folder = tmp_path / "cache"
        folder.mkdir(mode=0o700)
        database = sqlite3.connect(folder / "cache.db")
        database.executescript(script.read_text(encoding="utf-8"))
        database.close()
        return folder

    def test_answers_from_its_records(self, folder, lexicon):
        c5, a5, c6 = (emi.Motus.of_cell(cell, str(lexicon)) for cell in ("C5", "A5", "C6"))
        numbered = Average(weights=range(1, 13))
        asked = [(a5, WorstCase(), 3), (c5, WorstCase(), 3), (c6, WorstCase(), 3),
                 (emi.Mastermind(2, 3), WorstCase(), 3), (c5, Average(), 26), (c5, numbered, 166),
                 (c5, Guaranteed(2), 3)]  # fmt: skip
        with DiskStore(folder) as store:
            assert store.info().games == 8
            for game, objective, value in asked:
                solution = solve(game, objective, store=store)
                assert solution.bounds == Bounds(value, value) == solve(game, objective).bounds
                assert solution.nodes == 0
                assert solution.strategy().depth >= 1
            # That no strategy of this total has a better worst case is searched for again.
            begun = solve(c5, Average(), first="CABAN", store=store)
            assert (begun.bounds, begun.worst, begun.nodes) == (Bounds(31, 31), 4, 1)
            # Nothing was asked that was not known: a question more would be a game more.
            assert store.info().games == 8

    def test_is_read_by_the_program(self, folder, run, lexicon):
        ran = run("solve", "C5", "--lexicon", lexicon, "--cache-dir", folder)
        assert ran.out.splitlines()[0].startswith("C5: 3 (proven), ")
        assert ran.out.splitlines()[2].startswith("0 nodes, ")


@pytest.mark.parametrize("soon", [-1.0, 3600.0])
def test_of_ties_that_were_broken_the_value_alone_is_kept(soon, monkeypatch):
    monkeypatch.setattr("emi.questions.records.SOON", soon)
    store = Memory()
    found = solve(long_game(), Average(), store=store)
    assert found.proven
    ties = [key for key, label in store.labels.items() if "ties at" in label]
    assert bool(ties) == (soon < 0)
    for key in ties:
        (record,) = store.kept[key]
        (one,) = decode(record, 40, 40, states=True)
        assert one.candidates is None
        assert one.lower == one.upper


def test_ties_that_were_stopped_are_kept_and_taken_up_again(monkeypatch):
    game, store = long_game(), Memory()
    with monkeypatch.context() as patch:
        patch.setattr("emi.search.solve.cost.engine.WORTH_KEEPING", 0)
        patch.setattr(CostSearch, "_search", stopping(CostSearch._search))
        assert solve(game, Average(), store=store).proven
    assert any("ties at" in label for label in store.labels.values())
    told = []
    monkeypatch.setattr(CostSearch, "_search", lambda _, records: told.extend(records) or ())
    solve(game, Average(), store=store)
    assert told


def stopping(real):
    """Return a search that is stopped after a while where it is about ties."""

    def search(self, records):
        yield from real(self, records)
        if not isinstance(self, AverageSearch):
            self.bounds = Bounds(0, self.bounds.upper)

    return search


def test_a_proof_that_was_stopped_is_taken_up_again(monkeypatch):
    monkeypatch.setattr(session, "FLUSH", -1.0)
    game, store = long_game(), Memory()
    whole = Question(game)
    proof(whole)
    with pytest.raises(Stopped):
        proof(Question(game, store=store, limits=Limits(nodes=whole.session.nodes * 3 // 4)))
    again = Question(game, store=store)
    assert as_plain(proof(again)) == as_plain(proof(whole))
    assert again.session.nodes < whole.session.nodes / 2
    assert len([record for records in store.kept.values() for record in records]) == 2


def as_plain(proof):
    """Return a proof as numbers."""
    outline, (cores, minimal, final) = proof
    return [*outline.numbers()], [(d, m.tolist(), *why) for d, m, *why in cores], minimal, final


def test_a_proof_is_not_misled_by_a_wrong_bound():
    game, store = long_game(), Memory()
    value = solve(game).bounds.upper
    wrong = [
        Proven(Candidates(range(value), 40), value, value),
        Proven(Candidates.every(40), value, value, 0),
    ]
    Records(game, store)._put([encode(wrong)])
    assert as_plain(proof(Question(game, store=store))) == as_plain(proof(Question(game)))


class TestTheKeyOfACustomRule:
    """Whatever a value depends on is in its key: the feedback, not the name or the text."""

    class Table(emi.Game):
        """Feedback from a table."""

        rule = "table"

        def __init__(self, secrets, guesses, table):
            super().__init__(secrets, guesses)
            self.table = table

        def feedback(self, guess, secret):
            return self.table(guess, secret)

    SECRETS, GUESSES = ["00", "01", "10", "11"], ["00", "01", "10", "11", "22", "33"]

    @staticmethod
    def alike(guess, secret):
        return str(sum(a == b for a, b in zip(guess, secret, strict=True)))

    @staticmethod
    def nothing(_guess, _secret):
        return ""

    def solved(self, table, store, objective=None, hard=None):
        game = self.Table(self.SECRETS, self.GUESSES, table)
        game = game if hard is None else game.hardened(hard)
        return emi.solve(game, objective, store=store).bounds

    @pytest.mark.parametrize("objective", [emi.WorstCase(), emi.Average(), emi.Guaranteed(2)])
    def test_changes_with_the_feedback(self, objective):
        store = Memory()
        values = [self.solved(one, None, objective) for one in (self.alike, self.nothing)]
        assert values[0] != values[1]
        for _ in range(2):
            for one, value in zip((self.alike, self.nothing), values, strict=True):
                assert self.solved(one, store, objective) == value

    def test_changes_within_one_game(self):
        store, game = Memory(), self.Table(self.SECRETS, self.GUESSES, self.alike)
        assert emi.solve(game, store=store).bounds == self.solved(self.alike, None)
        game.table = self.nothing
        assert emi.solve(game, store=store).bounds == self.solved(self.nothing, None)

    def test_changes_with_the_feedback_of_guesses_on_each_other_in_hard_play(self):
        """Two rules differ only where the secret is one of the guesses that are no secrets."""

        def apart(guess, secret):
            if secret in ("22", "33"):
                return "x"
            return self.alike(guess, secret) if guess in self.SECRETS else secret

        def together(guess, secret):
            if secret in ("22", "33"):
                return self.alike(guess, "01" if secret == "22" else "10")
            return self.alike(guess, secret) if guess in self.SECRETS else secret

        store = Memory()
        values = [self.solved(one, None, emi.Average(), "consistent") for one in (apart, together)]
        keys = []
        for one, value in zip((apart, together), values, strict=True):
            assert self.solved(one, store, emi.Average(), "consistent") == value
            game = self.Table(self.SECRETS, self.GUESSES, one).hardened("consistent")
            keys.append(Question(game).key)
        assert keys[0] != keys[1]

    def test_is_not_made_of_a_limited_time(self):
        store = Memory()
        game = self.Table(self.SECRETS, self.GUESSES, self.alike)
        found = emi.solve(game, store=store, limits=emi.Limits(seconds=1e-9))
        assert not found.bounds.proven

    def test_of_a_built_in_rule_needs_no_matrix(self, monkeypatch):
        monkeypatch.setattr(emi.Game, "matrix", None)
        game = emi.Motus(FAMILY)
        assert Question(game).key == game.key
