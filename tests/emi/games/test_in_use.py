"""A class that is based on a built-in game: only what holds for the rule in use is inherited."""

from functools import cache
from itertools import product

import pytest

import emi
from emi.games.mastermind import PegGame
from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.proof.checking import checker
from tests.emi.games.test_game import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="several searches")

WORDS = ["".join(one) for one in product("ABC", repeat=2)]
#: Each built-in rule with few codes; the letter A is the initial of one list.
MADE = {
    "motus": lambda kind=emi.Motus: kind([f"A{word}" for word in WORDS]),
    "wordle": lambda kind=emi.Wordle: kind(WORDS[1:6], WORDS),
    "jotto": lambda kind=emi.Jotto: kind(WORDS),
    "mastermind": lambda kind=emi.Mastermind: kind(2, 3),
    "some of mastermind": lambda kind=emi.Mastermind: kind(2, 3, secrets=["11", "12", "23", "31"]),
    "blackpeg": lambda kind=emi.BlackPeg: kind(2, 3),
    "permutation": lambda kind=emi.Permutation: kind(3, 3),
    "moo": lambda kind=emi.Moo: kind(2, 4),
    "ab": lambda kind=emi.ABGame: kind(2, 4),
    "identified": lambda kind=emi.Identification: kind(emi.Wordle(WORDS), WORDS[2:5]),
    "revealed": lambda kind=emi.Revealed: kind(emi.Wordle(WORDS)),
}
KINDS = {
    "motus": emi.Motus, "wordle": emi.Wordle, "jotto": emi.Jotto, "mastermind": emi.Mastermind,
    "some of mastermind": emi.Mastermind, "blackpeg": emi.BlackPeg,
    "permutation": emi.Permutation, "moo": emi.Moo, "ab": emi.ABGame,
    "identified": emi.Identification, "revealed": emi.Revealed,
}  # fmt: skip


def last(guess, secret):
    """A rule that is none of the built-in ones, and not symmetric."""
    return (
        "found" if guess == secret else str((ord(secret[-1]) > ord(guess[-1])) + (guess > secret))
    )


def told(game, rule=last):
    return {
        guess: [None if guess == secret else rule(guess, secret) for secret in game.secrets]
        for guess in game.guesses
    }


def values(game, rule=last):
    """Return the worst case and the least total, by recursion in plain Python."""
    answers = told(game, rule)

    @cache
    def best(members):
        found = []
        for row in answers.values():
            classes = {}
            for secret in members:
                classes.setdefault(row[secret], []).append(secret)
            right = classes.pop(None, [])
            if right or len(classes) > 1:
                parts = [best(tuple(one)) for one in classes.values()]
                deep = 1 + max((part[0] for part in parts), default=0)
                found.append((deep, len(members) + sum(part[1] for part in parts)))
        return min(one[0] for one in found), min(one[1] for one in found)

    return best(tuple(range(len(game.secrets))))


def solved(game):
    worst, total = (emi.solve(game, one).bounds for one in (WorstCase(), Average()))
    assert worst.proven
    assert total.proven
    return worst.upper, total.upper


def other_method(kind):
    """The rule replaced in the subclass."""
    return type("Other", (kind,), {"feedback": lambda _self, guess, secret: last(guess, secret)})


def two_levels(kind):
    """The rule replaced below a class that replaces nothing of it."""
    return type("Below", (other_method(type("Between", (kind,), {"note": "mine"})),), {})


def mixin(kind):
    """The rule of a class that is no game."""
    first = type("Rule", (), {"feedback": lambda _self, guess, secret: last(guess, secret)})
    return type("Mixed", (first, kind), {})


@pytest.mark.parametrize("way", [other_method, two_levels, mixin])
@pytest.mark.parametrize("name", MADE)
class TestARuleThatIsReplaced:
    def test_has_the_values_of_that_rule(self, name, way):
        game = MADE[name](way(KINDS[name]))
        assert solved(game) == values(game)
        strategy = emi.strategy(game)
        assert strategy.depth == values(game)[0]
        assert game.feedback_each(game.secrets, game.secrets[::-1]) == [
            last(*pair) for pair in zip(game.secrets, game.secrets[::-1], strict=True)
        ]

    def test_is_none_that_a_checker_knows(self, name, way, tmp_path):
        game = MADE[name](way(KINDS[name]))
        certificate = emi.solve(game, Average()).certificate()
        assert certificate.head["rule"] not in checker.RULES
        assert "matrix" in certificate.head
        assert not {"game", "symbols", "length"} & certificate.head.keys()
        paths = [tmp_path / one for one in ("s.txt", "g.txt", "rule.py", "c.emip")]
        paths[0].write_text("\n".join(game.secrets))
        paths[1].write_text("\n".join(game.guesses))
        paths[2].write_text("from tests.emi.games.test_in_use import last as feedback\n")
        certificate.write(paths[3])
        line = checker.check(checker.lines(paths[3]), [*map(str, paths[:2])], str(paths[2]))
        assert f": {values(game)[1]} guesses in all" in line

    def test_in_hard_play_has_no_hints_and_the_values_of_that_rule(self, name, way):
        game = MADE[name](way(KINDS[name]))
        with pytest.raises(emi.GameError):
            game.hardened("hints")
        if name != "identified":
            hard = game.hardened("consistent")
            assert emi.strategy(hard).depth == emi.solve(hard).bounds.upper


@pytest.mark.parametrize("name", MADE)
def test_a_rule_may_be_replaced_in_a_game_or_later_in_its_class(name, monkeypatch):
    game = MADE[name]()
    before = solved(game)
    game.feedback = last
    assert solved(game) == values(game)
    kind = KINDS[name]
    monkeypatch.setattr(kind, "feedback", lambda _self, guess, secret: last(guess, secret))
    game = MADE[name]()
    assert solved(game) == values(game)
    assert game.own_rule
    monkeypatch.undo()
    assert solved(MADE[name]()) == before
    assert not MADE[name]().own_rule


def test_a_helper_of_the_rule_may_be_replaced():
    class Backwards(emi.Motus):
        """Compares the guess backwards."""

        def _codes(self, guess, secret):
            return [guess[::-1], secret]

    game = Backwards(WORDS)
    assert solved(game) == values(game, game.feedback)
    assert (game.matrix().rows != emi.Motus(WORDS).matrix().rows).any()


@pytest.mark.parametrize("name", MADE)
def test_a_class_that_replaces_nothing_of_the_rule_keeps_everything(name):
    kind = type("Mine", (KINDS[name],), {"tries": 9, "hello": lambda _self: "hello"})
    game, plain = MADE[name](kind), MADE[name]()
    assert (game.own_rule, game.rule_name, game.key) == (False, plain.rule_name, plain.key)
    for said in ("bits", "symmetric", "marked", "pairs_at_once", "feedback_count", "gives_hints"):
        assert getattr(game, said) == getattr(plain, said)
    assert (game._compiled() is None) == (plain._compiled() is None)
    assert (game._interchangeable_codes() is None) == (plain._interchangeable_codes() is None)
    assert (game.matrix().rows == plain.matrix().rows).all()
    if plain.rule_name in ("mastermind", "moo"):
        found = emi.solve(game, Average()).certificate()
        assert found.head["rule"] == plain.rule_name


@pytest.mark.parametrize("name", ["mastermind", "moo", "jotto", "wordle", "motus"])
def test_no_other_rule_goes_by_the_name_of_a_built_in_one(name):
    class Higher(emi.Game):
        """Another rule of that name."""

        rule = name

        def feedback(self, guess, secret):
            return last(guess, secret)

    game = Higher(["11", "12", "21", "22"])
    assert game.rule_name == f"{name} of Higher"
    assert emi.solve(game).game.rule == game.rule_name
    assert emi.solve(game).certificate().head["rule"] == game.rule_name
    kind = emi.BlackPeg if name == "mastermind" else emi.Mastermind
    renamed = type("Renamed", (kind,), {"rule": name})(2, 2)
    assert renamed.rule_name == f"{name} of Renamed"
    assert solved(renamed) == solved(kind(2, 2))


def test_secrets_may_be_replaced_by_fewer_that_are_not_symmetrical(refused):
    class Even(emi.Mastermind):
        """Only some codes are secrets."""

        def __init__(self):
            super().__init__(3, 3)
            self.secrets = tuple(code for code in self.secrets if code <= "211")

    game = Even()
    assert not game.every
    assert solved(game) == values(game, emi.Mastermind(3, 3).feedback)
    with refused(emi.GameError):
        emi.solve(game).certificate()


def test_what_a_class_of_ones_own_says_of_its_rule_holds_for_that_rule_alone():
    class Alike(emi.Game):
        """Tells in how many places two codes are alike."""

        rule = "alike"
        symmetric = True
        marked = True

        def feedback(self, guess, secret):
            return str(sum(a == b for a, b in zip(guess, secret, strict=True)))

    class Unlike(Alike):
        """Another rule, which is not symmetric."""

        def feedback(self, guess, secret):
            return last(guess, secret)

    class Named(Alike):
        """The same rule."""

        tries = 3

    assert Alike(WORDS).symmetric
    assert Named(WORDS).symmetric
    game = Unlike(WORDS)
    assert (game.symmetric, game.marked) == (False, False)
    assert solved(game) == values(game)


class TestFeedbackOfManyPairs:
    def test_is_made_of_the_rule_in_use(self):
        game = MADE["motus"](other_method(emi.Motus))
        assert game.feedback_each(["AAB"], ["AAA"]) == [last("AAB", "AAA")]

    def test_must_be_that_of_the_rule(self, refused):
        class Each(emi.Motus):
            """Other feedback on many pairs than on one."""

            def feedback_each(self, guesses, secrets):
                return [last(*pair) for pair in zip(guesses, secrets, strict=True)]

        with refused(emi.GameError):
            emi.solve(Each(WORDS))

    def test_may_be_computed_in_another_way(self):
        class Quick(emi.Motus):
            """The same feedback."""

            def feedback_each(self, guesses, secrets):
                return [self.feedback(*pair) for pair in zip(guesses, secrets, strict=True)]

        assert solved(Quick(WORDS)) == solved(emi.Motus(WORDS))


class TestAGameAroundAnotherRule:
    def test_has_the_feedback_of_that_rule(self):
        base = MADE["wordle"](other_method(emi.Wordle))
        game = emi.Identification(base, WORDS[2:5])
        assert game.own_rule
        assert solved(game) == values(game, game.feedback)
        assert "game" not in emi.solve(game).certificate().head

    def test_reveals_letters_of_marks_alone(self, refused):
        with refused(emi.GameError):
            emi.Revealed(other_method(emi.Wordle)(WORDS))


def test_pegs_of_other_codes_have_the_rule_of_their_base():
    class Pegs(PegGame):
        """The rule of Mastermind on any codes."""

        rule, markers = "pegs", ("b", "w")

    game = Pegs(["ab", "ba", "aa", "cb"])
    assert game.symmetric
    assert solved(game) == values(game, game.feedback)


def test_an_example_in_a_docstring_takes_no_name_from_a_game_of_ones_own():
    """Its class has the module of the docstring, which does not hold it."""

    class Shown(emi.Game):
        __module__ = "emi.games.game"
        rule = "shown"

        def feedback(self, guess, secret):
            return str(guess == secret)

    class Mine(emi.Game):
        rule = "shown"

        def feedback(self, guess, secret):
            return str(guess > secret)

    assert Shown(["1", "2"]).rule_name == Mine(["1", "2"]).rule_name == "shown"
