"""Letters revealed one after the other: the first that is neither revealed nor in place so far."""

import random
from functools import cache, partial
from itertools import product

import pytest

import emi
from emi import Average, Guaranteed, NextRevealed, Revealed, WorstCase
from emi.analysis.class_play import ClassPlay
from emi.analysis.ranking import Ranking
from emi.errors import WordError
from emi.playing.assistant import Assistant
from emi.playing.host import Evil, Fair, Host
from emi.playing.review import review
from emi.playing.shared import lines_told
from emi.proof.verify import marks
from emi.strategies.trees import paths_text
from search.model.cost_model import FORBIDDEN, CostModel
from search.solve.objectives import MissesThenAverage
from tests.emi.cases import seeds

LETTERS = [a + b + c + d for a in "AB" for b in "ABC" for c in "AB" for d in "ABC"]
#: Lists of Lingo for which it helps to leave a known letter out, so that the rule matters.
LISTS = {
    name: text.split()
    for name, text in {
        "Z": "ZEGDE ZEGEL ZEGEN ZEGES ZEGGE ZESDE ZESJE ZESTE ZETJE ZETTE ZWAAI ZWAAN ZWAAR ZWADE "
        "ZWALK ZWALP ZWAMP ZWAMT ZWANG ZWANS ZWARE ZWART ZWEED ZWEEF ZWEEM ZWEEP ZWELT ZWERF "
        "ZWERK ZWERM ZWIJG ZWIJM ZWIKT ZWING",
        "B": "BAALS BAALT BAART BAAST BANJO BANKT BASTA BATCH BATIG BATIK BEMIN BENAM BENCH BENDE "
        "BENEN BENIG BENTE BERGE BERIL BERIN BESEF BESJE BESLA BLACK",
        "K": "KIENE KIENT KIEPT KIESE KIEST KIEUW KIJFT KIJKT KIKTE KILLE KILST KILTE KILTS KIMME "
        "KLAMP KRAAN KRABT KRAKT KRAST KRENT KREPT KROLT KROMP KROMT KROOT",
    }.items()
}
#: A game by hand. The first guess reveals R. The second has R, but not where it belongs: by this
#: rule the host goes on to the next letter, which is O.
LINGO = [("BLOEM", "GBGBB R"), ("BLEEK", "GBBBB O"), ("BROOS", "GGGGB D"), ("BROOD", "GGGGG")]


def told(guess, secret, known):
    """Return the feedback by definition, and the places known after it."""
    known = known | {
        at for at, pair in enumerate(zip(guess, secret, strict=True)) if len({*pair}) == 1
    }
    hidden = [at for at in range(len(guess)) if at not in known][:1]
    return f"{marks(guess, secret)} {''.join(secret[at] for at in hidden)}".rstrip(), known | {
        *hidden
    }


def least(game, model, weights):
    """Return the least cost by definition, over all sets of candidates and places known."""

    @cache
    def cost(left, known, made):
        weight = sum(weights[one] for one in left)
        if model.last is not None and made == model.last:
            return model.miss * weight
        price = model.steps[made] if made < len(model.steps) else model.after
        paid = price * weight + (model.miss * weight if made == len(model.steps) else 0)
        best = FORBIDDEN
        for guess in game.guesses:
            parts = {}
            for one in left:
                if one != guess:
                    parts.setdefault(told(guess, one, known), []).append(one)
            states = [(tuple(part), after) for (_, after), part in parts.items()]
            if states != [(left, known)] or model.last is not None:
                best = min(best, sum(cost(*state, made + 1) for state in states))
        return paid + best

    return cost(tuple(game.secrets), game.known, 0)


def value(game, objective):
    """Return the value of a game by definition."""
    weights = objective.weights or [1] * len(game.secrets)
    weights = dict(zip(game.secrets, weights, strict=True))
    if not isinstance(objective, WorstCase):
        return least(game, objective.cost_model, weights)
    tries = 1
    while least(game, CostModel.guaranteed(tries), weights):
        tries += 1
    return tries


def drawn(seed):
    source = random.Random(seed)
    guesses = sorted(source.sample(LETTERS, source.randint(2, 12)))
    secrets = sorted(source.sample(guesses, source.randint(1, min(8, len(guesses)))))
    return NextRevealed(emi.Motus(secrets, guesses))


#: The guesses of a list that are no secrets.
OTHERS = {"Z": {"ZWELT", "ZWING"}, "B": {"BENTE", "BLACK"}, "K": {"KLAMP"}}


def of_list(name, seed=None):
    """Return the game of a list, with a seed without some of the secrets."""
    words = LISTS[name]
    secrets = [word for word in words if word not in OTHERS[name]]
    if seed is not None:
        source = random.Random(seed)
        secrets = sorted(source.sample(words, len(words) - source.randint(3, 8)))
    return NextRevealed(emi.Motus(secrets, words))


def objectives(game, seed, within):
    source = random.Random(seed)
    weights = [source.randint(1, 3) for _ in game.secrets]
    return [
        WorstCase(), Average(), Average(weights=weights), Guaranteed(1), Guaranteed(2),
        Guaranteed(2, weights), Average(within=within), MissesThenAverage(2, 200),
    ]  # fmt: skip


def replayed(strategy, secret):
    """Return the number of guesses that a strategy takes by the plain rule; None if it misses."""
    node, known, made = strategy.nested(), frozenset(), 1
    while node is not None and node["guess"] != secret:
        feedback, known = told(node["guess"], secret, known)
        node, made = node["branches"].get(feedback), made + 1
    return None if node is None else made


def hold(game, objective):
    """Hold a value, and its strategy replayed, to the definition; return the value."""
    known = value(game, objective)
    if known >= FORBIDDEN:
        with pytest.raises(emi.OptionError, match="no strategy finds every secret"):
            emi.solve(game, objective)
        return known
    found = emi.solve(game, objective)
    assert found.bounds == emi.Bounds(known, known)
    made = {secret: replayed(found.strategy(), secret) for secret in game.secrets}
    if isinstance(objective, WorstCase):
        assert max(made.values()) == known
    else:
        weights = objective.weights or [1] * len(game.secrets)
        model = objective.cost_model
        paid = [model.of(len(model.steps) + 1 if one is None else one) for one in made.values()]
        assert sum(a * b for a, b in zip(paid, weights, strict=True)) == known
    return known


@pytest.mark.parametrize("seed", seeds(6, 200))
def test_values_and_strategies_are_those_by_definition(seed):
    game = drawn(seed)
    for objective in objectives(game, seed, within=3):
        hold(game, objective)


@pytest.mark.parametrize("name", "BK")
@pytest.mark.parametrize("seed", seeds(1, 12))
def test_so_they_are_where_the_rule_matters(name, seed):
    game = of_list(name, seed)
    for objective in objectives(game, seed, within=4)[:: 1 if seed else 3]:
        hold(game, objective)


@pytest.mark.parametrize(
    ("name", "objective"), [("Z", WorstCase()), ("B", Average()), ("K", Average())]
)
def test_a_host_who_goes_on_to_the_next_letter_tells_more(name, objective):
    game = of_list(name)
    assert hold(game, objective) < emi.solve(Revealed(game.base), objective).bounds.lower


def test_a_search_that_takes_long_finds_the_same(monkeypatch):
    monkeypatch.setattr("search.solve.cost.average.PATIENCE", 0)
    for name in "BK":
        hold(of_list(name), Average())


def test_a_game_of_lingo_made_by_hand():
    words = sorted({"BROOD", "BLOED", "BROEI", "BRAND", *(guess for guess, _ in LINGO)})
    game = NextRevealed(emi.Motus(words))
    known, here = frozenset(), game
    for at, (guess, feedback) in enumerate(LINGO, 1):
        assert (here.feedback(guess, "BROOD"), known) == (feedback, here.known)
        assert told(guess, "BROOD", known)[0] == feedback
        here, known = here.after(guess, feedback), told(guess, "BROOD", known)[1]
        position = emi.Position(game, LINGO[:at])
        by_hand = [word for word in words if history(word, at) == LINGO[:at]]
        assert list(position.possible) == by_hand
        assert emi.Position.towards(game, "BROOD", [one for one, _ in LINGO[:at]]).turns == (
            position.turns
        )
        assert game.known == frozenset()
    assert position.found
    assert emi.Position(game, [("bloem", "gbgbb r"), ("bleek", "gbbbb o")]).possible == (
        "BROOD", "BROOS",
    )  # fmt: skip


def history(secret, count):
    """Return the first clues of `LINGO` as a secret would answer them."""
    known, clues = frozenset(), []
    for guess, _ in LINGO[:count]:
        feedback, known = told(guess, secret, known)
        clues.append((guess, feedback))
    return clues


def test_the_columns_are_secrets_with_known_places():
    game = NextRevealed(emi.Motus(["".join(word) for word in product("AB", repeat=4)]))
    matrix, sets = game.matrix(), game._columns.sets
    contexts = matrix.contexts
    for g, guess in enumerate(game.guesses):
        classes = {}
        for column in range(game.columns):
            secret = game.secrets[contexts.secret[column]]
            known = frozenset(at for at in range(4) if game._columns.at[column] >> at & 1)
            feedback, after = told(guess, secret, known)
            classes.setdefault((known, feedback), set()).add(matrix.rows[g, column])
            if len(after) < 4:
                assert sets[contexts.after[g, column]] == sum(1 << at for at in after)
        assert all(len(numbers) == 1 for numbers in classes.values())


@pytest.mark.parametrize("restriction", ["possible", "consistent", "hints"])
def test_hard_play_is_that_of_the_first_wrong_place(restriction):
    game = of_list("Z")
    hard = game.hardened(restriction)
    assert (type(hard), hard.key) == (Revealed, Revealed(game.base).hardened(restriction).key)


@pytest.mark.parametrize("heuristic", ["Sum", "Max", "Information"])
def test_heuristics_play_by_the_rule(heuristic):
    for game in map(of_list, LISTS):
        played = emi.play(game, heuristic)
        strategy = emi.strategy(game, heuristic=heuristic)
        made = [replayed(strategy, secret) for secret in game.secrets]
        assert (strategy.total, sum(made), max(made)) == (played.total, played.total, played.worst)


def test_a_strategy_is_read_again_and_judged(tmp_path):
    game = of_list("Z")
    strategy = emi.solve(game, Average()).strategy()
    (path := tmp_path / "z.csv").write_text(paths_text(strategy))
    judged = emi.judge(game, path)
    assert (judged.total, judged.missed) == (strategy.total, ())
    (path := tmp_path / "w.csv").write_text(paths_text(emi.strategy(game.base)))
    assert emi.judge(Revealed(game.base), path).missed == ()


def test_bounds_are_kept(tmp_path, monkeypatch):
    """Those of side questions too, and apart for positions in one context."""
    monkeypatch.setattr("emi.questions.records.SOON", 0)
    game = of_list("K")
    positions = [emi.Position.towards(game, word, ["KLAMP"]) for word in ("KIENE", "KRENT")]
    assert len({position.game.key for position in positions}) == 1
    with emi.DiskStore(tmp_path) as store:
        for asked in (game, *positions):
            for objective in (WorstCase(), Average(), Guaranteed(2)):
                solve = asked.solve if isinstance(asked, emi.Position) else partial(emi.solve, game)
                fresh, again = solve(objective, store=store), solve(objective, store=store)
                assert fresh.bounds == solve(objective).bounds
                assert (again.bounds, again.nodes) == (fresh.bounds, 0)
                assert again.strategy().nested() == fresh.strategy().nested()


@pytest.mark.parametrize("secret", ["ZWERM", "ZETTE"])
def test_a_position_has_the_values_of_the_rest_of_the_game(secret):
    position = emi.Position.towards(of_list("Z"), secret, ["ZWAAN"])
    rest = position.game.among(position.possible)
    for objective in (WorstCase(), Average(), Guaranteed(1), Guaranteed(2)):
        known = value(rest, objective)
        assert position.solve(objective).bounds == emi.Bounds(known, known)
    explained = position.explain(limits=emi.Limits(seconds=60))
    worst = value(rest, WorstCase())
    assert explained.advice.exact
    assert explained.advice.worst == emi.Bounds(worst, worst)
    assert explained.advice.total.upper == value(rest, Average(worst))
    for one in explained.guesses[:3]:
        begun = position.solve(Average(worst), first=one.guess).bounds
        assert one.exact.total == begun


def test_bounds_by_a_strategy_played_hold():
    """A strategy that ignores what more the host tells is one of the game, too."""
    game = of_list("K")
    ranking = Ranking(game, game.places(game.guesses))
    play = ClassPlay(ranking.told, ranking.most_classes, wide=True)
    for guess in range(0, len(game.guesses), 5):
        found = play.value(guess, lambda: True, lambda: True)
        total = emi.solve(game, Average(), first=game.guesses[guess]).bounds.upper
        worst = emi.solve(game, first=game.guesses[guess]).bounds.upper
        assert found.total.lower <= total <= found.total.upper
        assert found.worst.lower <= worst <= found.worst.upper


def test_a_game_is_hosted_helped_and_reviewed():
    game = of_list("B")
    host = Host(game, Fair(game, secret="BENDE"))
    helper = Assistant(game, seconds=20)
    positions = [emi.Position(game)]
    known = frozenset()
    while not host.over:
        guess = helper.ranked().guesses[0].guess
        feedback, known = told(guess, "BENDE", known)
        turn = host.guess(guess)
        assert turn.feedback == feedback
        helper.hear(f"{guess} {feedback}")
        assert helper.position.possible == host.position.possible
        positions.append(positions[-1].after(guess, feedback, right=guess == "BENDE"))
    assert host.found
    found = review(positions, seconds=20, secret="BENDE")
    assert all(move.cost is not None and move.cost >= 0 for move in found.moves)
    assert lines_told(game, "BENDE", [(turn.guess, "") for turn in host.turns]) == [
        ((turn.guess,), turn.feedback) for turn in host.turns
    ]
    evil = Host(game, Evil())
    for guess in ("BATIG", "BENDE"):
        evil.guess(guess)
    by_hand = [
        word for word in game.secrets
        if emi.Position.towards(game, word, ["BATIG", "BENDE"]).turns[-1].feedback
        == evil.turns[-1].feedback
        and emi.Position.towards(game, word, ["BATIG"]).turns[-1].feedback
        == evil.turns[0].feedback
    ]  # fmt: skip
    assert list(evil.position.possible) == by_hand


def test_clues_that_contradict_each_other_are_explained(refused):
    game = NextRevealed(emi.Motus(sorted({"BROOD", "BRAND", *(guess for guess, _ in LINGO)})))
    with refused(emi.ClueError):
        emi.Position(game, [*LINGO[:1], ("BLEEK", "GBBBB R")])
    with refused(emi.ClueError):
        emi.Position(game, [("BLOEM", "GBGBB"), LINGO[1]])


def test_what_does_not_know_the_past_is_refused(refused):
    game = of_list("B")
    with refused(emi.OptionError):
        emi.solve(game, first=["BATIG", "BENDE"])
    with refused(emi.OptionError):
        emi.solve(game, openers=2)
    for asked in (
        lambda: emi.solve(game, Average()).certificate(),
        lambda: emi.fairness(game, 2),
        lambda: emi.greedy_opponent(game),
        lambda: emi.known_after(game),
        lambda: lines_told(game, "BENDE", [("", "GBBBB")]),
    ):
        with refused(WordError):
            asked()
    with refused(emi.GameError):
        NextRevealed(emi.Motus(["A" * 16]))
    with refused(emi.GameError):
        NextRevealed(emi.Moo())
    with refused(emi.GameError):
        emi.game_named("C5", reveal="all")


def test_of_a_game_by_name():
    game = emi.game_named("lingo:X", reveal="next")
    assert (type(game), game.name, game.tries) == (NextRevealed, "lingo:X5 (reveal next)", 5)
    assert len({game.key, game.base.key, emi.game_named("lingo:X", reveal="wrong").key}) == 3
    assert game.after("XENON", "GBBBB E").key != game.key
