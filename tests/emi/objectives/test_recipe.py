"""The recipe for an objective: every command takes one that a program adds."""

import ast
import json
import re
from itertools import chain

import pytest

import emi
from emi.objectives.base import OBJECTIVES, Priced, objectives, register
from emi.results.solution import Figure
from emi.search.model.cost_model import CostModel
from tests.emi.cases import ROOT

WORDS = ["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CASES", "CAVES", "CIGAR", "DALLE", "DALLS"]


class Patience(Priced):
    """The least cost where the third guess and each later one counts double."""

    name, help, heading, unit = "patience", "late guesses count double", "Least cost", "in cost"
    cost_model = CostModel(steps=(1, 1), after=2, miss=0)


@pytest.fixture(autouse=True)
def patience():
    yield register(Patience)
    del OBJECTIVES["patience"]


def least_cost(game, secrets, depth=1):
    """Return the least cost by trying every guess: the definition, in plain recursion."""
    price = [1, 2, 4, 6, 8, 10, 12, 14, 16][depth - 1]
    if len(secrets) == 1:
        return price
    best = None
    for guess in game.guesses:
        classes = {}
        for secret in secrets:
            classes.setdefault(game.feedback(guess, secret), []).append(secret)
        if len(classes) > 1:
            cost = sum(
                price if part == [guess] else least_cost(game, part, depth + 1)
                for part in classes.values()
            )
            best = cost if best is None else min(best, cost)
    return best


def compared_in(source):
    """Yield the names of objectives with which a module compares something.

    What `Settings.by` may be is named alike, and is none.
    """
    for node in ast.walk(ast.parse(source)):
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        names = {getattr(side, "attr", getattr(side, "id", "")) for side in sides}
        if not names.isdisjoint({"by", "best_by"}):
            continue
        for part in chain.from_iterable(map(ast.walk, sides)):
            if isinstance(part, ast.Constant) and part.value in objectives():
                yield part.value


def test_nothing_is_compared_with_the_name_of_an_objective_outside_its_file():
    found = {
        path.relative_to(ROOT).as_posix(): [*compared_in(path.read_text("utf-8"))]
        for room in ("emi", "reports", "search", "cache")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.parent.name != "objectives"
    }
    assert len(found) > 100
    # The report reads options that are written in a file of published figures; the others are keys.
    assert {place: names for place, names in found.items() if names} == {
        "emi/published/parts.py": ["average"],
        "emi/results/solution.py": ["guaranteed"],
    }
    assert [*compared_in('if asked.name in {"worst", "patience"}: pass')] == ["worst", "patience"]


class TestAnObjective:
    def test_is_solved_and_named_everywhere(self, ran, tmp_path):
        (tmp_path / "words.txt").write_text("\n".join(WORDS))
        lexicon, asked = ["--lexicon", tmp_path / "words.txt"], ["--objective", "patience"]
        game = emi.Motus([word for word in WORDS if word[0] == "C"])
        value = least_cost(game, game.secrets)
        line = ran("solve", "C5", *lexicon, *asked)
        assert line.startswith(f"C5: {value} in cost, ")
        several = ran("solve", "C5", "D5", *lexicon, *asked).splitlines()
        assert several[0].startswith("Least cost")
        assert several[2].split()[:3] == ["game", "least", "cost"]
        assert several[3].split()[:2] == ["C5", str(value)]
        table = ran("table", *lexicon, *asked, "--lengths", "5", "--format", "csv").splitlines()
        head, row = (line.split(",") for line in table[:2])
        found = dict(zip(head, row, strict=True))
        assert (found["objective"], found["lower"]) == ("patience", str(value))
        found = json.loads(ran("solve", "C5", *lexicon, *asked, "--format", "json"))
        assert (found["objective"], found["upper"], found["missed"]) == ("patience", value, None)

    def test_has_its_own_strategy(self, patience, run, tmp_path):
        (tmp_path / "words.txt").write_text("\n".join(WORDS))
        game = emi.Motus([word for word in WORDS if word[0] == "C"])
        lexicon = ["--lexicon", tmp_path / "words.txt"]
        asked = ["--objective", "patience", "--out", tmp_path / "c5.csv"]
        assert run("strategy", "C5", *lexicon, *asked).code == 0
        lines = (tmp_path / "c5.csv").read_text().split()
        made = [len([guess for guess in line.split(",") if guess]) for line in lines]
        assert sum(patience.cost_model.of(guesses) for guesses in made) == least_cost(
            game, game.secrets
        )

    def test_has_a_certificate(self, ran, tmp_path):
        (tmp_path / "words.txt").write_text("\n".join(WORDS))
        game = emi.Motus([word for word in WORDS if word[0] == "C"])
        lexicon, out = ["--lexicon", tmp_path / "words.txt"], tmp_path / "c5.emip"
        value = least_cost(game, game.secrets)
        line = ran("certify", "C5", *lexicon, "--objective", "patience", "--out", out)
        assert line.startswith(f"C5: {value} in cost, ")
        assert f"cost {value} by prices" in ran("verify", out, *lexicon)

    def test_takes_one_name(self, refused):
        with refused(emi.OptionError):
            register(type("Other", (Patience,), {}))


def late_in(strategy):
    return sum(len(strategy.play(secret)) > 2 for secret in strategy.secrets)


class TestAColumn:
    """A figure of an objective is a column of several games, and a phrase about one."""

    @pytest.fixture(autouse=True)
    def late(self, monkeypatch):
        def figures(self, solution, t, *, weighted):
            yield from super(Patience, self).figures(solution, t, weighted=weighted)
            late = late_in(solution.strategy())
            yield Figure("late", late, phrase=f"{late} found late")

        monkeypatch.setattr(Patience, "figures", figures)

    def test_is_in_tables_of_several_games_and_in_the_line_of_one(self, ran, tmp_path):
        (tmp_path / "words.txt").write_text("\n".join(WORDS))
        how = ["--lexicon", tmp_path / "words.txt", "--objective", "patience"]
        game = emi.Motus([word for word in WORDS if word[0] == "C"])
        late = late_in(emi.solve(game, Patience()).strategy())
        assert f"{late} found late" in ran("solve", "C5", *how)
        head, row, *_ = ran("solve", "C5", "D5", *how).splitlines()[2:]
        assert "late" in re.split(r"  +", head)
        assert str(late) in row.split()
        page = ran("solve", "C5", "D5", *how, "--format", "markdown")
        assert "| late |" in page
        assert ">Late</th>" in ran("solve", "C5", "D5", *how, "--format", "html")
