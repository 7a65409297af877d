"""Every proven value has a certificate, and no changed certificate proves a false one.

Each is given to two checkers, that of the project and one in C that was written from the page on
the format. What both accept is judged by trying all strategies.
"""

import random
import re
import runpy
import subprocess
import types
from contextlib import suppress
from copy import copy
from functools import cache
from itertools import combinations, permutations, product

import pytest
from hypothesis import settings

import emi
from emi.analysis.pareto import front_certificate
from emi.proof import certificate, verify
from emi.questions.certifying import certified
from emi.questions.question import Question
from emi.search.model import limits
from emi.search.model.limits import Clock, Stopped
from emi.search.solve.cost.miss_proof import MissRefuter
from emi.search.solve.cost.proof import Refuter
from emi.search.solve.hard.proof import HardRefuter
from emi.search.solve.worst_case.proof import Listing
from tests.emi.cases import FAMILY, FREE, HELPED, PAPER, ROOT, Memory, drawn
from tests.emi.proof.judge import Judge

SOURCE = (ROOT / "emi" / "proof" / "verify.py").read_text(encoding="utf-8")
#: What a line that makes no sense may lead to.
REFUSED = ArithmeticError, LookupError, TypeError, ValueError
OBJECTIVES = [
    emi.WorstCase(), emi.Average(), emi.Average(4), emi.Guaranteed(1), emi.Guaranteed(2),
    emi.Guaranteed(3),
]  # fmt: skip


class Number(emi.Game):
    """A custom rule: higher or lower."""

    rule = "number"

    def feedback(self, guess, secret):
        if guess == secret:
            return "yes"
        return "higher" if int(secret) > int(guess) else "lower"


class Lopsided(emi.Game):
    """A rule that no permutation keeps: a guess that begins with 3 tells the code, others nothing.

    All codes of two places and three symbols are secrets and guesses.
    """

    rule = "lopsided"

    def feedback(self, guess, secret):
        return secret if guess[0] == "3" else str(guess == secret)


OWN_RULE = """
def feedback(guess, secret):
    if guess == secret:
        return "yes"
    return "higher" if int(secret) > int(guess) else "lower"
"""


@pytest.fixture
def checked(tmp_path, compiled):
    """Return a function that runs both checkers on the text of a certificate."""

    def checked(game, text, module=verify, *, both=True):
        path, lists, more = tmp_path / "c.emip", [], []
        path.write_text(text, encoding="utf-8")
        own = game.rule not in verify.RULES
        if own or not isinstance(game, (emi.Mastermind, emi.Moo)):
            listed = [game.lexicon.words] if game.lexicon else [game.secrets, game.guesses]
            for k, codes in enumerate(listed):
                lists.append(str(tmp_path / f"{k}.txt"))
                (tmp_path / f"{k}.txt").write_text("\n".join([*sorted(codes), ""]))
        if own:
            (tmp_path / "rule.py").write_text(OWN_RULE)
            (tmp_path / "rule.txt").write_text("\n".join([*certificate.rows(game), ""]))
            more = [str(tmp_path / f"rule.{'py' if game.rule == 'number' else 'txt'}")]
        said = None
        try:
            said = module.check(module.lines(path), lists, *more)
        except (verify.Foreign, verify.Unproven, *REFUSED):
            pass
        except Exception as error:  # noqa: BLE001 - those of another module are other classes
            assert type(error).__name__ in {"Foreign", "Unproven"}  # noqa: PT017
        if both and compiled is not None:
            also = ["--rule", str(tmp_path / "rule.txt")] if more else []
            done = subprocess.run([compiled, path, *lists, *also], capture_output=True, check=False)
            assert done.returncode == (said is None), (said, done, text)
        return said

    return checked


def text_of(game, objective, **asked):
    return certified(Question(game, **asked).asking(objective)).text


def read(text):
    head, _, body = text.partition("\nsteps\n")
    return head, [[*map(int, line.split())] for line in body.splitlines()]


def joined(head, lines):
    return "\n".join([head, "steps", *[" ".join(map(str, line)) for line in lines], ""])


# -- what is proven has a certificate -------------------------------------------------------------


def restrictions(game):
    return [game, *[game.hardened(one) for one in ("possible", "consistent")]] + (
        [game.hardened("hints")] if game.gives_hints else []
    )


GAMES = [
    *[emi.Wordle(drawn(seed, many, "ABC")) for seed, many in ((1, 9), (2, 12), (3, 7))],
    emi.Wordle(drawn(4)[:6], drawn(4)), emi.Jotto(PAPER[:5], PAPER), emi.Wordle(FREE),
    emi.Wordle(HELPED.secrets, HELPED.guesses), emi.Mastermind(2, 3), emi.Mastermind(3, 2),
    emi.Moo(2, 4), emi.Moo(3, 3), Number(map(str, range(11, 22))),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{len(game.secrets)}")
def test_whatever_is_proven_has_a_certificate(game, checked):
    for played in restrictions(game):
        for objective in OBJECTIVES:
            try:
                value = emi.solve(played, objective).bounds
            except emi.OptionError:  # No strategy is within the limit.
                continue
            said = checked(played, text_of(played, objective))
            assert said is not None, (played, objective)
            assert re.search(rf": {value}[ ,]", said), (said, value)
            assert said.startswith(f"OK {played.rule}")


def test_misses_that_a_finer_question_shows_are_named_as_misses(checked, monkeypatch):
    game, objective = emi.Mastermind(3, 8), emi.Guaranteed(5)
    monkeypatch.setattr("emi.search.solve.cost.guaranteed.PATIENCE", 0)
    monkeypatch.setattr("emi.search.solve.cost.guaranteed.MissBeam.widen", lambda *_: iter(()))

    def idle(search):
        while not search.bounds.proven and search.session.go_on():
            yield

    monkeypatch.setattr("emi.search.solve.cost.guaranteed.GuaranteedSearch._raise_misses", idle)
    made = certified(Question(game).asking(objective))
    value = emi.solve(game, objective).bounds
    assert made.bounds == value
    assert f" with {value} missed within 5" in checked(game, made.text)


@pytest.mark.parametrize(
    "game",
    [emi.Wordle(FREE), emi.Moo(3, 3), emi.Mastermind(3, 4), GAMES[-1]],
    ids=lambda game: f"{game.name}-{len(game.secrets)}",
)
def test_what_is_not_proven_has_a_certificate_of_bounds(game, checked):
    open_ = 0
    for played, objective in product(restrictions(game), OBJECTIVES):
        question = Question(played, limits=emi.Limits(nodes=1))
        try:
            value = emi.solve(played, objective).bounds.upper
            made = certified(question.asking(objective))
        except emi.OptionError:  # No strategy is within the limit.
            continue
        text = made.text
        said = checked(played, text)
        if made.bounds.proven:
            assert re.search(rf": {value}[ ,]", said)
            continue
        open_ += 1
        assert made.head["bounds"] == str(made.bounds)
        bounds = str(made.bounds).replace(",", "")
        lower, upper = bounds.split("..")
        assert int(lower) <= value
        assert upper == "?" or value <= int(upper)
        assert f": {bounds.replace('..', ' to ')} " in said.replace(",", " ")
        if isinstance(objective, emi.WorstCase):
            continue
        # What is not true is refused, however little it is changed.
        head, lines = read(text)
        for line in lines:
            if line[0] in {3, 7} and not (line[0] == 3 and value == 0):
                before, line[1] = line[1], value + (1 if line[0] == 7 else -1)
                assert checked(played, joined(head, lines)) is None
                line[1] = before
    assert open_ > 0


def test_a_search_that_ends_at_once_says_a_guess_a_secret(checked):
    for game, objective in (
        (emi.Mastermind(3, 4), emi.Average()),
        (emi.Wordle(FREE).hardened("consistent"), emi.Average(6)),
    ):
        said = checked(game, text_of(game, objective, limits=emi.Limits(nodes=1)))
        found = re.search(r": (\d+)( to [\d?]+)? guesses in all", said)
        assert len(game.secrets) <= int(found[1])
        with pytest.raises(Stopped):
            certified(Question(game, limits=emi.Limits(seconds=1e-9)).asking(objective))


@pytest.fixture
def out_of_time(monkeypatch):
    """Return a function that makes the time limit expire when a method is called."""
    clock = Clock()
    monkeypatch.setattr(limits, "clock", clock)

    def out_of_time(owner, method):
        real = getattr(owner, method)

        def late(self, *arguments, **options):
            clock._state = -1e6, None
            return real(self, *arguments, **options)

        monkeypatch.setattr(owner, method, late)

    return out_of_time


@pytest.mark.parametrize(
    "game",
    [emi.Mastermind(3, 4), emi.Wordle(FAMILY[:7]), emi.Wordle(FREE).hardened("consistent")],
    ids=repr,
)
def test_where_the_proof_of_the_worst_case_is_not_written_in_time_the_strategy_stays(
    checked, out_of_time, game
):
    value = emi.solve(game).bounds.upper
    out_of_time(Listing, "collect")
    for owner in (Refuter, MissRefuter, HardRefuter):
        out_of_time(owner, "refute")
    question = Question(game, limits=emi.Limits(seconds=1e5))
    made = certified(question)
    assert made.bounds == emi.Bounds(2, value)
    assert f": 2 to {value} (" in checked(game, made.text)


def test_without_time_a_file_of_one_block_is_packed_and_a_larger_one_is_not(monkeypatch):
    made = certified(Question(emi.Mastermind(2, 3)))
    assert made.encode(".xz", go_on=lambda: False) == made.encode(".xz")
    monkeypatch.setattr(certificate, "BLOCK", 100)
    with pytest.raises(Stopped):
        made.encode(".xz", go_on=lambda: False)


@pytest.mark.parametrize("objective", [emi.Average(), emi.Average(6), emi.Guaranteed(2)], ids=repr)
@pytest.mark.parametrize("stored", [False, True])
def test_where_the_proof_of_costs_is_not_written_in_time_the_strategy_stays(
    checked, out_of_time, objective, stored
):
    game, store = emi.Mastermind(3, 4), Memory() if stored else None
    value = emi.solve(game, objective, store=store).bounds.upper
    for owner in (Refuter, MissRefuter):
        out_of_time(owner, "refute")
    question = Question(game, limits=emi.Limits(seconds=1e5), store=store)
    made = certified(question.asking(objective))
    lower = 0 if objective.name == "guaranteed" else len(game.secrets)
    assert made.bounds == emi.Bounds(lower, value)
    assert f": {lower} to {value} " in checked(game, made.text)


def test_bounds_go_with_weights_and_a_first_guess(checked):
    game = emi.Mastermind(3, 4)
    weights = [1 + n % 7 for n in range(64)]
    for objective, first in ((emi.Average(weights=weights), None), (emi.Average(), "111")):
        made = certified(Question(game, objective, first=first, limits=emi.Limits(nodes=1)))
        said = checked(game, made.text)
        assert made.head["bounds"].replace("..", " to ") in said.replace(",", "")
        assert ("weighted" in said, "beginning with" in said) == (first is None, first is not None)


def test_what_was_proven_is_written_unless_whoever_watches_stops():
    """Writing continues after a limit, but not after Ctrl-C."""
    game, limits = emi.Mastermind(3, 4), emi.Limits(nodes=1)
    for objective in OBJECTIVES:
        question = Question(game, limits=limits, watch=lambda _: False)
        with pytest.raises(Stopped):
            certified(question.asking(objective))
    assert emi.solve(game, limits=limits).certificate(limits=limits).bounds == emi.Bounds(3, 4)


@pytest.mark.slow
def test_bounds_of_more_than_four_guesses_without_symmetry(checked, hard):
    """The proof asks about all secrets one level below the first, which must exist."""
    question = Question(emi.Motus.of_cell("3", str(hard)), limits=emi.Limits(nodes=1000))
    made = certified(question)
    assert made.bounds == emi.Bounds(5, 7)
    assert checked(question.game, made.text) == "OK 3: 5 to 7 (500 words)"


@pytest.mark.slow
def test_what_is_proven_of_logik_has_a_certificate(checked):
    """Five guesses are too few for 32,768 codes: seven lemmas about large classes."""
    question = Question(emi.game_named("logik"), limits=emi.Limits(nodes=200))
    made = certified(question)
    assert made.bounds == emi.Bounds(6, 7)
    assert checked(question.game, made.text) == "OK mastermind:5x8: 6 to 7 (32768 codes)"


@pytest.mark.parametrize(
    ("objective", "first"),
    [
        (emi.WorstCase(), None),
        (emi.Average(), None),
        (emi.Average(), "ddb"),
        (emi.Guaranteed(3), None),
        (emi.Guaranteed(3), "ddb"),
    ],
)
def test_of_symbols_in_any_order_the_same_is_proven(objective, first, checked):
    """The search and a checker examine different guesses of an orbit: lemmas rename symbols."""
    mixed, plain = emi.Mastermind(3, 4, "dbca"), emi.Mastermind(3, 4, "abcd")
    said = checked(mixed, text_of(mixed, objective, first=first))
    assert said == checked(plain, text_of(plain, objective, first=first))


@pytest.mark.parametrize("game", [emi.Moo(2, 7), emi.Mastermind(3, 5)], ids=lambda game: game.name)
def test_a_worst_case_by_symmetry_goes_on_from_the_cores_of_the_search(game, checked):
    """A worst case of five: cores with three guesses left, equivalent guesses before."""
    text = text_of(game, emi.WorstCase())
    assert "\n6 " in text
    assert checked(game, text) == f"OK {game.name}: 5 ({len(game.secrets)} codes)"


def test_lemmas_side_by_side_give_way_to_one_for_each_class(checked, monkeypatch):
    """Lemmas are taken in the order of the reasons, so one may exclude another."""

    def all_that_tell(self, members, used):  # noqa: ARG001 - as of `_unrefuted`
        sizes = self.refuter.sizes
        return {*sizes.open_guesses(members, self.goal.state, self.bound, None).tolist()}

    monkeypatch.setattr("emi.search.solve.cost.miss_proof._Proof._unrefuted", all_that_tell)
    for game in (emi.Wordle(FAMILY), emi.Mastermind(2, 6)):
        said = checked(game, text_of(game, emi.Guaranteed(4)))
        assert f": {emi.solve(game, emi.Guaranteed(4)).bounds} missed within 4" in said


@pytest.mark.parametrize("hard", ["hints", "consistent", "possible"])
def test_sizes_are_told_by_the_guesses_that_are_allowed(hard, checked):
    """In hard play, guesses forbidden by a path may make the most classes."""
    game = emi.Wordle(emi.load("fr").cell("K", 5)).hardened(hard)
    value = emi.solve(game, emi.Average()).bounds
    assert f": {value} guesses in all" in checked(game, text_of(game, emi.Average()))


@pytest.mark.slow
def test_the_misses_of_a_cell_have_a_certificate(tmp_path):
    """A whole cell: lemmas about disjoint sets refute many guesses together."""
    lexicon = emi.load("fr")
    game, path = emi.Motus.of_cell("R5", lexicon), tmp_path / "R5.emip"
    path.write_text(text_of(game, emi.Guaranteed(5)), encoding="ascii")
    assert str(emi.verify(path, lexicon)) == "OK R5: 2 missed within 5 (459 words)"


def test_a_front_has_a_certificate(checked):
    for game in (emi.Wordle(drawn(3, 7)), emi.Mastermind(2, 3), emi.Moo(2, 3).hardened()):
        said = checked(game, front_certificate(Question(game)).text)
        for row in emi.pareto(game):
            within = "" if row.tries is None else f", within {row.tries}"
            text = f"{row.total_upper} guesses in all{within}"
            if row.misses_upper:
                assert f"{row.misses_upper} missed within {row.tries}; " in said
                text = f"{row.total_upper} guesses in all with {row.misses_upper} missed"
            assert text in said


def test_weights_and_a_first_guess_have_certificates(checked):
    game = emi.Wordle(PAPER)
    weights = [3, 1, 4, 1, 5, 9, 2, 6]
    for objective in (emi.Average(weights=weights), emi.Guaranteed(1, weights)):
        value = emi.solve(game, objective).bounds
        said = checked(game, text_of(game, objective))
        assert re.search(rf"wordle: {value} .*, weighted", said)
    for first in (PAPER[0], PAPER[2]):
        for objective in OBJECTIVES[1:]:
            solution = emi.solve(game, objective, first=first)
            said = checked(game, solution.certificate().text)
            assert re.search(rf": {solution.bounds} .*, beginning with {first} ", said)
    # One that tells nothing.
    same = emi.Wordle(["AAB", "AAC", "AAD"], ["AAB", "AAC", "AAD", "EEE"])
    solution = emi.solve(same, emi.Average(), first="EEE")
    assert checked(same, solution.certificate().text).startswith("OK wordle: 9 guesses")


@pytest.mark.parametrize("seed", range(30))
def test_any_weights_of_pegs_have_certificates(seed, checked):
    """The sizes of a whole class may be a better bound than lemmas about some of its secrets."""
    source = random.Random(seed)
    weights = [source.randint(1, 20) for _ in range(25)]
    game, objective = emi.Mastermind(2, 5), emi.Guaranteed(source.choice([2, 3, 3]), weights)
    value = emi.solve(game, objective).bounds
    said = f": {value} missed within {objective.tries}, weighted (25 codes)"
    assert said in checked(game, text_of(game, objective))


def test_disjoint_cores_of_one_class_prove_several_misses(checked):
    """Ten words of each rhyme; beside them, two letters at a time can be asked for."""
    firsts, helpers = "BCDFGHJKLM", ["BCXXX", "DFXXX", "GHXXX", "JKXXX"]
    secrets = [first + rhyme for rhyme in ("ATCH", "IVEY", "OUND") for first in firsts]
    game = emi.Wordle(secrets, sorted([*secrets, *helpers]))
    said = checked(game, text_of(game, emi.Guaranteed(4)))
    assert said == "OK wordle: 8 missed within 4 (30 of 34 words)"


def test_a_secret_that_is_alone_has_certificates(checked):
    """Its cost follows from its size, without a lemma."""
    game = emi.Wordle(["AAB"], ["AAB", "AAC"])
    for first, tries in ((None, 1), ("AAB", 1), ("AAC", 2)):
        for objective in (emi.Average(), emi.Average(2), emi.Average(weights=[7])):
            said = checked(game, text_of(game, objective, first=first))
            total = tries * (1 if objective.weights is None else 7)
            assert said.startswith(f"OK wordle: {total} guesses in all")
    said = checked(game, text_of(game, emi.Guaranteed(1), first="AAC"))
    assert said.startswith("OK wordle: 1 missed within 1, beginning with AAC")
    for objective in (emi.WorstCase(), emi.Guaranteed(1)):
        assert checked(game, text_of(game, objective)) == "OK wordle: 1 (1 of 2 words)"


def all_but_the_best(game):
    """Return the certificate of all first guesses but the best, and what it claims."""
    costs = {g: emi.solve(game, emi.Average(), first=g).bounds.upper for g in game.guesses}
    best = min(costs.values())
    bound = min([cost for cost in costs.values() if cost > best])
    known = {g: str(cost) if cost == best else f">={bound}" for g, cost in costs.items()}
    listed = " ".join(sorted(g for g, cost in costs.items() if cost == best))
    said = f"{bound} to ? guesses in all, beginning with none of {listed} ("
    made = runpy.run_path(ROOT / "docs" / "make_openers.py")["others"](game, known)
    return made.text, said


@pytest.mark.parametrize(
    "game",
    [emi.Wordle(drawn(4)[:6], drawn(4)), emi.Jotto(PAPER[:5], PAPER), emi.Mastermind(2, 3)],
    ids=str,
)
def test_all_first_guesses_but_the_best_have_a_certificate(game, checked):
    text, claim = all_but_the_best(game)
    assert claim in checked(game, text)
    head, lines = read(text)
    (at,) = [k for k, line in enumerate(lines) if line[0] == 8]
    for wrong in (
        # The guesses that are cheaper are not excluded, or the bound is too high.
        [line for line in lines if line[0] != 8],
        [*lines[:-1], [7, lines[-1][1] + 1, *lines[-1][2:]]],
        # Unknown guesses, none, or twice.
        [*lines[:at], [8, len(game.guesses) + 1], *lines[at + 1 :]],
        [*lines[:at], [8, 0], *lines[at + 1 :]],
        [*lines[:at], [8], *lines[at + 1 :]],
        [*lines[: at + 1], *lines[at:]],
        # After a first guess, and after a bound.
        [[1, 1, *lines[0][2:]], *lines[1:]],
        [lines[0], [7, 1], *lines[1:]],
    ):
        assert checked(game, joined(head, wrong)) is None


# -- nothing else is proven -----------------------------------------------------------------------


LIKE = ("CALER", "CAMER", "CANER", "CAPER", "CARTE", "COUPE", "CRANE", "CREPE")
LEXICON = emi.Lexicon("like", LIKE, "none", "by hand")
TINY = {
    "cell": (emi.Motus.of_cell("C5", LEXICON), emi.WorstCase()),
    "lexicon": (emi.Jotto.of_lexicon(LEXICON), emi.WorstCase()),
    "two lists": (emi.Wordle(LIKE, sorted([*LIKE, "BUTTE", "VIVAT"])), emi.WorstCase()),
    "pegs": (emi.Mastermind(2, 4), emi.WorstCase()),
    "pegs that differ": (emi.Moo(3, 4), emi.WorstCase()),
    "average": (emi.Wordle(drawn(3, 6)), emi.Average()),
    "within": (emi.Wordle(FREE[:7]), emi.Average(4)),
    "missed": (emi.Wordle(drawn(1, 7)), emi.Guaranteed(2)),
    "worst": (emi.Wordle(drawn(3, 7)), emi.WorstCase()),
    "hints": (emi.Wordle(drawn(3, 6)).hardened("hints"), emi.Average()),
    "consistent": (emi.Wordle(drawn(1, 6)).hardened("consistent"), emi.Guaranteed(2)),
    "possible": (emi.Moo(2, 3).hardened(), emi.WorstCase()),
    "symmetry": (emi.Mastermind(2, 3), emi.Average()),
    "missed by symmetry": (emi.Moo(2, 3), emi.Guaranteed(2)),
    "weights": (emi.Wordle(PAPER[:6]), emi.Average(weights=[3, 1, 4, 1, 5, 9])),
    "weights of pegs": (emi.Moo(2, 3), emi.Average(weights=[3, 1, 4, 1, 5, 9])),
    "own": (Number(map(str, range(11, 18))), emi.Average()),
    "symmetry of a matrix": (emi.BlackPeg(2, 3), emi.Average()),
    "symmetry of two lists": (emi.Permutation(2, 3), emi.Average()),
    "all but the best": (emi.Wordle(drawn(3, 6)), emi.Average()),
    "symmetry in hard play": (emi.Mastermind(2, 3).hardened("consistent"), emi.Average()),
    "missed by symmetry in hard play": (emi.ABGame(2, 3).hardened(), emi.Guaranteed(2)),
}
#: First guesses that are given.
FIRST = {"weights of pegs": "01"}


def mutated(source, head, lines, codes):
    """Change a number, a line or the head of a certificate."""
    lines = [list(line) for line in lines]
    at = source.randrange(len(lines))
    line = lines[at]
    kind = source.randrange(10)
    if kind == 0:
        place = source.randrange(len(line))
        line[place] = max(0, line[place] + source.choice([-2, -1, 1, 2]))
    elif kind == 1:
        line[source.randrange(len(line))] = source.randrange(codes + 2)
    elif kind == 2:
        lines.pop(at)
    elif kind == 3:
        line.pop(source.randrange(len(line)))
    elif kind == 4:
        line.insert(source.randrange(len(line) + 1), source.randrange(codes + 2))
    elif kind == 5:
        other = source.randrange(len(lines))
        lines[at], lines[other] = lines[other], line
    elif kind == 6 and line[0] in {4, 7}:
        place = 2 if line[0] == 4 else 1
        line[place] += source.choice([1, 1, 2, 5])
    elif kind == 7 and line[0] == 4 and line[3] > 1:
        # A smaller set.
        place = source.randrange(4, 4 + line[3])
        line[3:] = [line[3] - 1, *line[4:place], *line[place + 1 :]]
    elif kind == 8:
        # A permutation, which only games of pegs have.
        said = dict(line.split(" ", 1) for line in head.splitlines())
        many = int(said.get("length", 2)), len(said.get("symbols", ""))
        orders = [source.sample(range(1, one + 1), one) for one in many]
        lines.insert(at, [6, *orders[0], *orders[1]])
    elif kind == 9 and source.random() < 0.3:
        head = source.choice(
            [
                head.replace("hard ", "harder "),
                head.replace("secrets 6", "secrets 5"),
                head.replace("rule moo", "rule mastermind"),
                head.replace("hints", "consistent"),
                head.replace("length 2", "length 3"),
                head + "\nhard consistent",
            ]
        )
    return head, lines


@pytest.fixture(scope="module")
def proofs():
    made = {name: read(text_of(*asked, first=FIRST.get(name))) for name, asked in TINY.items()}
    return made | {"all but the best": read(all_but_the_best(TINY["all but the best"][0])[0])}


@pytest.mark.parametrize("name", TINY)
def test_random_changes_are_rejected_by_both_checkers_or_still_true(name, proofs, checked):
    game, objective = TINY[name]
    head, lines = proofs[name]
    source = random.Random(name)
    thorough = settings.get_current_profile_name() == "thorough"

    @cache
    def judge(restriction, *weights):  # noqa: ARG001 - a judge remembers what they make it cost
        other = copy(game)
        other.restriction = restriction
        return Judge(other, objective.weights)

    def true(head, lines):
        # A change of the head makes another game.
        said = re.search("^hard (.*)$", head, re.MULTILINE)
        return judge(said and said[1], *(tuple(one) for one in lines if one[0] == 2)).true(lines)

    assert true(head, lines)
    rejected = accepted = 0
    # What is certified most is changed most.
    while rejected + accepted < (4 if name == "cell" else 1) * (110 if thorough else 40):
        new_head, new = mutated(source, head, lines, len(game.guesses))
        if (new_head, new) == (head, lines):
            continue
        if checked(game, joined(new_head, new)) is None:
            rejected += 1
        else:
            accepted += 1
            assert true(new_head, new), new
    assert rejected > accepted


#: What a checker may forget, as changes of the one that stands.
WRONG = {
    "the price of a guess": (
        "bound - self.prices[state] * sum(weights)",
        "bound - 2 * self.prices[state] * sum(weights)",
    ),
    "the last guess": (
        "for i in tried if only",
        "for i in tried[:-1] if only",
    ),
    "that a lemma is inside a class": ("if rest.issuperset(inside) and", "if"),
    "that all secrets of a lemma are alike": (
        "[alike(at, i) for i in others]",
        "[alike(at, others[0])]",
    ),
    "that one secret beside a lemma may be the guess": (
        "one * (sum(weights) - weights[0])",
        "one * sum(weights)",
    ),
    "what a lemma alone must cost": (">= enough", ">= enough - 1"),
    "that secrets are counted once": ("rest.difference(inside)", "rest"),
    "that an earlier state may be cheaper": ("if of == state and every", "if every"),
    "which guesses are barred": ("if not needs & ~barred]", "]"),
    "that a guess finds itself": ("    found.pop(0, None)\n", ""),
    "that the permutations keep the set": ("sets = [own]", "sets = []"),
    "that the permutations keep the weights": ("return same and self.equal", "return same"),
    "that the permutations keep the feedback": (
        "if not (self.symmetric or self.keeps(moved)):",
        "if not moved:",
    ),
    "which guesses the permutations make equal": (
        "new = {one[at] for one in maps for at in new} & left",
        "new = {*left}",
    ),
    "that the strategy begins with no other guess": ("other = self", "other = None and self"),
    "that a bound comes after the exclusion": (
        "begun = self.firsts is not None or (self.lower, self.upper) != (0, ",
        "begun = self.firsts is not None or (0, 0) == (1, ",
    ),
    "that a first guess is no other": ("if self.maps and only is None else", "if self.maps else"),
    "how many classes there are": ("most = max(most, bounds[i])", "most = 2"),
    "that all secrets are known before their classes": (
        "if not self.totals and len(self.columns) == len(self.secrets):",
        "if not self.totals:",
    ),
    "how many classes there are at most": (
        "again.at_most(size - dear - 1)",
        "again.at_most(size - dear - 2)",
    ),
    "that a guess that is a secret costs less": ("cost - one * weights[0] >=", "cost >="),
    "what the strategy costs": ("or cost > bound or", "or"),
    "which guesses the strategy may make": (" or barred >> g & 1:", ":"),
    "what is known of all secrets": (
        "elif bound > self.available(",
        "elif bound > 9 + self.available(",
    ),
}


def checker(source):
    """Return a checker that counts classes in tiny games as in large ones: by upper bounds."""
    module = types.ModuleType("checker")
    exec(source, module.__dict__)  # noqa: S102 - our own program
    module.FEW_SECRETS, module.WINDOW, module.SAMPLE = 2, 2, 2
    # Few rows fit, so that rows are cleared and computed again.
    module.MOST_MEMORY = 20
    return module


def wrong_checker(name):
    old, new = WRONG[name]
    assert SOURCE.count(old) == 1, name
    return checker(SOURCE.replace(old, new))


#: Hard play with permutations.
SYMMETRIC = emi.Mastermind(2, 3).hardened("consistent")
SYMMETRIC_HEAD, _ = read(text_of(SYMMETRIC, emi.Average()))
STRICT = cache(Judge(SYMMETRIC).value)


def permuted(source, prices):
    """Return a certificate of hard play with permutations: some keep what is allowed, some not."""
    codes = SYMMETRIC.secrets
    one, other = ([source.randint(1, 9), source.randint(1, 9)] for _ in range(2))
    places, symbols = source.sample((1, 2), 2), source.sample((1, 2, 3), 3)
    part, more = set(), set(source.sample(codes, source.randint(1, 3)))
    while more - part:
        part |= more
        more = {"".join(str(symbols[int(code[p - 1]) - 1]) for p in places) for code in part}
    judge = Judge(SYMMETRIC)
    allowed = judge.after(frozenset(codes), codes[one[0] - 1], codes[one[1] - 1])
    value = STRICT(frozenset(part), 0, allowed, (1,), True) or 9
    numbers = sorted(codes.index(code) + 1 for code in part)
    lemma = [4, 0, value + source.choice([0, 0, 1]), len(part), *numbers]
    return (
        SYMMETRIC,
        SYMMETRIC_HEAD,
        [prices, [5, *one], [6, *places, *symbols], lemma, [5, *other], lemma, [7, 9]],
    )


def overstated(source):
    """Return a certificate whose last lemma claims too much, by true ones about its secrets."""
    # Of the second list, each guess but the last leaves two of the first three in a class.
    game = emi.Wordle(source.choice([FAMILY[:5], ["CBB", "CCD", "CEA", "EEA"]]))
    endless, prices = source.choice([(1, [1]), (0, [0, 0, 1]), (0, [0, 0, 0, 1])])
    judge, allowed, lines = Judge(game), frozenset(game.guesses), []
    every = range(1, len(game.secrets) + 1)

    def lemma(state, numbers, more):
        part = frozenset(game.secrets[s - 1] for s in numbers)
        value = judge.value(part, state, allowed, tuple(prices), bool(endless))
        return [4, state, value + more, len(numbers), *numbers, *range(1, len(lines) + 1)]

    for count in (2, 3):
        for part in combinations(every, count):
            lines += [lemma(1 - endless, part, 0)]
    lines.append(lemma(0, sorted(source.sample(every, source.randint(3, len(every)))), 1))
    head = text_of(game, emi.Average()).partition("\nsteps")[0]
    return game, head, [[1, 0, endless, *prices], *lines, [7, endless]]


def forgeries(proofs):
    """Yield games with false certificates: some by hand, many at random."""
    words, prices = emi.Wordle(PAPER), [1, 0, 1, 1]
    head = text_of(words, emi.Average()).partition("\nsteps")[0]
    # A lemma about other secrets, and one about a later state.
    yield words, head, [prices, [4, 0, 3, 2, 1, 2], [4, 0, 6, 2, 3, 4, 1], [7, 8, 2]]
    yield words, head, [[1, 0, 0, 0, 0, 1], [4, 1, 1, 2, 1, 2], [7, 1, 1]]
    # Lemmas about play in which the helpful guess is barred, and which may make it.
    hard = emi.Wordle(HELPED.secrets, HELPED.guesses).hardened("consistent")
    head = text_of(hard, emi.Average()).partition("\nsteps")[0]
    threes = [[4, 0, 6, 3, *three] for three in combinations(range(1, 5), 3)]
    for g, s in product(range(1, 7), range(1, 5)):
        yield hard, head, [prices, [5, g, s], *threes, [4, 0, 10, 4, 1, 2, 3, 4], [7, 10, 5]]
    # A permutation that turns guesses that are 12, 13 or 23 into others: it moves the three.
    lemma = [[6, 2, 1, 2, 3, 1], [4, 0, 6, 3, 2, 3, 6]]
    yield TINY["symmetry"][0], proofs["symmetry"][0], [prices, *lemma, [7, 6, 1]]
    # One that makes guesses equal, but not 12 and 11, which is dearer.
    lemma = [[6, 1, 2, 2, 1, 3], [4, 0, 22, 9, *range(1, 10)]]
    yield TINY["symmetry"][0], proofs["symmetry"][0], [prices, *lemma, [7, 22, 1]]
    # One that makes first guesses equal, though 13 is dearer than 12 by weights.
    moo = emi.Moo(2, 3)
    lines = [[2, 3, 1, 4, 1, 5, 9], [1, 1, 1, 1], [6, 1, 2, 2, 3, 1], [6, 1, 2, 2, 1, 3], [7, 50]]
    head = text_of(moo, emi.Average()).partition("\nsteps")[0]
    yield moo, head, lines
    # The same in a lemma.
    for bound in range(40, 70):
        lemma = [4, 0, bound, 6, *range(1, 7)]
        yield moo, head, [*lines[:-1], lemma, [7, bound, 1]]
    # Permutations that make equal what tells the code and what tells nothing.
    own = Lopsided(map("".join, product("123", repeat=2)))
    head = text_of(own, emi.Average()).partition("\nsteps")[0] + "\nlength 2\nsymbols 123"
    moves = [[6, 2, 1, 1, 2, 3], [6, 1, 2, 2, 1, 3], [6, 1, 2, 1, 3, 2]]
    yield own, head, [prices, *moves, [4, 0, 20, 9, *range(1, 10)], [7, 20, 1]]
    # Permutations after feedback, and another feedback after which the lemma is claimed as well.
    for seed in range(600):
        yield permuted(random.Random(seed), prices)
    for seed in range(50):
        yield overstated(random.Random(seed))
    # A strategy that begins with a guess that is excluded: before, and after.
    game = TINY["all but the best"][0]
    (exclusion,) = [line for line in proofs["all but the best"][1] if line[0] == 8]
    head, lines = read(text_of(game, emi.Average()))
    for at in (1, 2):
        yield game, head, [*lines[:at], exclusion, *lines[at:]]
    # A strategy for play that is not hard.
    free = emi.Wordle(FAMILY[:9], [*FAMILY[:9], "OBCDG", "CHLMN"])
    for name in ("consistent", "hints"):
        head, lines = read(text_of(free, emi.Average()))
        yield free.hardened(name), f"{head}\nhard {name}", lines[:2]
    for seed in range(1500):
        source = random.Random(seed)
        game, _ = TINY[kind := source.choice([*TINY])]
        head, lines = proofs[kind]
        for _ in range(source.choice([1, 2])):
            _, lines = mutated(source, head, lines, len(game.guesses))
        yield game, head, lines


@pytest.mark.no_cover
def test_upper_bounds_on_the_number_of_classes_change_no_answer(proofs, checked):
    module, accepted = checker(SOURCE), 0
    for game, head, lines in forgeries(proofs):
        text = joined(head, lines)
        said = checked(game, text, both=False)
        assert checked(game, text, module, both=False) == said
        accepted += said is not None
    assert accepted > 100


@pytest.mark.no_cover
@pytest.mark.parametrize("name", WRONG)
def test_a_checker_made_wrong_is_caught(name, proofs, checked):
    module = wrong_checker(name)
    for game, head, lines in forgeries(proofs):
        text = joined(head, lines)
        if checked(game, text, module, both=False) and not checked(game, text, both=False):
            weights = [3, 1, 4, 1, 5, 9] if lines[0][0] == 2 else None
            if not Judge(game, weights).true(lines):
                return
    pytest.fail(f"no forgery was accepted by a checker that forgets {name}")


@pytest.mark.parametrize(
    ("move", "kept"),
    [([1, 2, 1, 2, 3], True), ([2, 1, 2, 1, 3], True), ([2, 1, 1, 2, 3], False)],
)
def test_permutations_must_keep_what_is_allowed(move, kept, checked):
    """After 12, answered as of 13, the codes 11, 13, 22 and 32 are allowed; 11 and 22 are kept."""
    lines = [[1, 0, 1, 1], [5, 2, 3], [6, *move], [4, 0, 3, 2, 1, 5], [7, 9]]
    assert (checked(SYMMETRIC, joined(SYMMETRIC_HEAD, lines)) is not None) is kept


@pytest.mark.parametrize(
    "game",
    [SYMMETRIC, emi.Moo(2, 4).hardened("consistent"), emi.Mastermind(3, 2).hardened()],
    ids=str,
)
def test_lemmas_with_permutations_are_true_after_any_feedback(game):
    """Random permutations, and the sets that they keep: what the checker accepts is judged."""
    head = dict(line.split(" ", 1) for line in read(text_of(game, emi.Average()))[0].splitlines())
    checker, judge, accepted = verify.Game(head, [], None), Judge(game), 0
    every, codes, symbols = frozenset(game.guesses), game.secrets, sorted(game.symbols)

    def after(g, s):
        return judge.after(every, codes[g - 1], codes[s - 1]) if g != s else every

    for seed in range(150):
        source = random.Random(seed)
        prices, endless = source.choice([((1,), 1), ((0, 0, 1), 0), ((1, 1, 9), 0)])
        places = source.sample(range(1, game.length + 1), game.length)
        names = source.sample(range(1, len(symbols) + 1), len(symbols))
        path, other = ([source.randint(1, len(codes)) for _ in range(2)] for _ in range(2))
        part, more = set(), set(source.sample(codes, source.randint(1, 3)))
        while more - part:
            part |= more
            more = {
                "".join(symbols[names[symbols.index(code[p - 1])] - 1] for p in places)
                for code in part
            }
        members, allowed = frozenset(part), after(*path)
        if len(part) < 2 or not members <= allowed:
            continue
        numbers = sorted(codes.index(code) + 1 for code in part)
        value = judge.value(members, 0, allowed, prices, bool(endless))
        for bound in range(1, value + 3):
            proof = verify.Proof(checker, [1] * len(codes), 0, endless, *prices)
            proof.path(*path)
            proof.permute(*places, *names)
            with suppress(verify.Unproven):
                proof.lemma(0, bound, len(numbers), *numbers)
                accepted += 1
                assert bound <= value
                (key,) = proof.table
                proof.path(*other)
                if members <= after(*other):
                    known = proof.known(key, proof.barred)
                    assert known <= judge.value(members, 0, after(*other), prices, bool(endless))
    assert accepted > 50


def test_a_lemma_needs_the_same_with_permutations_as_without():
    """The guesses that must be forbidden are all of an orbit, though one is examined."""
    game = emi.Mastermind(3, 3).hardened("consistent")
    text = text_of(game, emi.Average()).partition("\nsteps")[0]
    head = dict(line.split(" ", 1) for line in text.splitlines()[1:])
    codes, weights, several = game.secrets, [1] * 27, 0

    def needed(path, part, *moves):
        proof = verify.Proof(verify.Game(head, [], None), weights, 0, 1, 1)
        proof.path(*path)
        for move in moves:
            proof.permute(*move)
        proof.lemma(0, len(part), len(part), *part)
        return [needs for ((_, needs),) in proof.table.values()]

    for guess, move in product(["112", "123"], product(permutations((1, 2, 3)), repeat=2)):
        for told in {game.feedback(guess, code) for code in codes} - {"3b"}:
            part = [at for at, code in enumerate(codes, 1) if game.feedback(guess, code) == told]
            path = codes.index(guess) + 1, part[0]
            with suppress(verify.Unproven):  # These permutations change something.
                found = needed(path, part, sum(move, ()))
                assert found == needed(path, part)
                several += found[0].bit_count() > 1
    assert several > 10


# -- lines that make no sense ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        "", "7 1", "1 0 1 1", "1 0 1", "1 0 2 1", "1 9 1 1", "1 0 0 1", "1 0 1 1\n8 1",
        "1 0 1 1\n0",
        "1 0 1 1\n\n3 10 1 2 3 4", "1 0 1 1\n3 10 1 2  3 4", "1 0 1 1\n3 10 1 2 3 4 ", "1 0 1 -1",
        "1 0 1 1\n3 10 1 2 3 4 4", "1 0 1 1\n3 10 1 2 3", "1 0 1 1\n3 9 1 2 3 4", "1 0 1 1.0",
        "1 0 1 1\n3 10 1 2 3 5", "1 0 1 1\n3 10 0 2 3 4", "1 0 1 1\n4 0 3 2 1 1\n7 1",
        "1 0 1 1\n4 0 3 2 2 1\n7 1", "1 0 1 1\n4 0 3 2 1 5\n7 1", "1 0 1 1\n4 0 3 0\n7 1",
        "1 0 1 1\n4 0 3 3 1 2\n7 1", "1 0 1 1\n4 0 3\n7 1", "1 0 1 1\n4 1 3 2 1 2\n7 1",
        "1 0 1 1\n4 0 3 2 1 2 1\n7 1", "1 0 1 1\n4 0 3 2 1 2 0\n7 1",
        "1 0 1 1\n7 1 1", "1 0 1 1\n7 0 0", "1 0 1 1\n7 8", "1 0 1 1\n7",
        "2 1 1 1\n1 0 1 1\n7 7", "2 1 1 1 0\n1 0 1 1\n7 7", "1 0 1 1\n2 1 1 1 1\n7 7",
        "1 0 1 1\n5 1\n7 7", "1 0 1 1\n5 9 1\n7 7", "1 0 1 1\n6 1 2\n7 7", "1 0 1 1\n7 7\n1 0 1 1",
        "1 0 1 1\n7 " + "9" * 19, "1 0 1" + " 1" * 1001 + "\n7 1", "1 0 1 1\n7 \u0667",
        "1 0 1 1\n7 1_0",
    ],
)  # fmt: skip
def test_lines_that_make_no_sense_are_refused_by_both(checked, lines):
    game = emi.Wordle(["CALER", "CAMER", "CANER", "CAPER"])
    head, _, _ = text_of(game, emi.Average()).partition("\nsteps\n")
    assert (
        checked(game, f"{head}\nsteps\n1 0 1 1\n7 7\n")
        == "OK wordle: 7 to ? guesses in all (4 words)"
    )
    assert checked(game, f"{head}\nsteps\n{lines}\n") is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("emip 2", "emip 3"), ("rule wordle", "rule chess"), ("rule wordle\n", ""),
        ("secrets 4", "secrets 04"), ("guesses 4 ", "guesses 4 0"), ("rule", "rule wordle\nrule"),
        ("rule wordle", "rule mastermind\nlength 2\nsymbols 11"), ("steps\n", ""),
        ("rule wordle", "rule mastermind\nlength 0\nsymbols 12"), ("steps", "hard harder\nsteps"),
        ("rule wordle", "rule moo\nlength x\nsymbols 12"),
        ("rule wordle", "rule jotto\nhard hints"),
    ],
)  # fmt: skip
def test_heads_that_make_no_sense_are_refused_by_both(checked, old, new):
    game = emi.Wordle(["CALER", "CAMER", "CANER", "CAPER"])
    text = text_of(game, emi.Average())
    assert checked(game, text) == "OK wordle: 10 guesses in all (4 words)"
    assert checked(game, text.replace(old, new, 1)) is None


def test_what_is_said_of_a_worst_case_is_shown(checked):
    """A given first guess proves nothing about others; the claim has the best of several bounds."""
    game = emi.Wordle(["CALER", "CAMER", "CANER", "CAPER"])
    head, _, _ = text_of(game, emi.Average()).partition("\nsteps\n")

    def said(*questions):
        return checked(game, "\n".join([head, "steps", *questions, ""])).split(": ", 1)[1]

    found = {
        k: f"1 0 0{' 0' * k} 1\n3 {max(0, 4 - k)} {' '.join('1234'[:k])}" for k in (1, 3, 4, 5)
    }
    missed = {k: f"1 0 0{' 0' * k} 1\n4 {k - 1} 1 2 1 2\n7 1" for k in (1,)}
    cores = "\n".join(f"4 1 1 3 {three}" for three in ("1 2 3", "1 2 4", "1 3 4", "2 3 4"))
    missed[3] = f"1 0 0 0 0 0 1\n{cores}\n4 0 1 4 1 2 3 4 1 2 3 4\n7 1 5"
    assert said(found[4], missed[3]) == "4 (4 words)"
    assert said(found[5], missed[3]) == "4 to 5 (4 words)"
    assert said(found[5], missed[1], missed[3], found[4]) == "4 (4 words)"
    assert said(found[5], missed[1]) == "2 to 5 (4 words)"
    assert said(missed[3]) == "1 to ? missed within 3 (4 words)"
    assert said(found[4]) == "0 missed within 4 (4 words)"
    first = missed[3].replace("1 0 0", "1 1 0", 1)
    line = "0 missed within 4; 1 to ? missed within 3, beginning with CALER (4 words)"
    assert said(found[4], first) == line


def test_games_of_other_rules_are_certified_by_their_matrix():
    for game in (emi.Mastermind(2, 3, secrets=["11", "12", "23"]), emi.ABGame(2, 3)):
        made = emi.solve(game, emi.Average()).certificate()
        assert len(made.head["matrix"]) == 64
        assert not any(line.startswith("6 ") for line in made.steps)


class Digits(emi.Game):
    """A custom rule in which guesses that are not secrets have arbitrary feedback."""

    rule = "digits"

    def feedback(self, guess, secret):
        return str(sum(map(int, guess)) - sum(map(int, secret)))


@pytest.mark.parametrize(
    "game",
    [
        emi.BlackPeg(3, 3), emi.ABGame(2, 4), emi.Permutation(3, 3),
        emi.BlackPeg(2, 3, secrets=["21", "13", "11"], guesses=["33", "11", "13", "21", "31"]),
        Digits(["12", "30", "03", "55"], ["30", "99", "12", "03", "55", "00"]),
        emi.ABGame(2, 4).hardened("possible"), emi.ABGame(2, 4).hardened("consistent"),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("pairs", [1, 10, 1 << 20])
def test_rows_by_the_compiled_rule_are_those_of_the_checker(game, pairs, monkeypatch):
    monkeypatch.setattr(certificate, "PAIRS_AT_ONCE", pairs)
    asked = game.secrets if game.restriction == "possible" else game.guesses
    expected = verify.numbered(sorted(asked), sorted(game.secrets), game.feedback)
    assert list(certificate.rows(game)) == list(expected)
