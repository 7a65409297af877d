"""Values of small games by their definition, in plain Python, given what each guess tells."""

import random
from functools import cache

import pytest

import emi
from emi import Average, Guaranteed, WorstCase
from emi.objectives.pareto import MissesThenAverage
from emi.proof.verify import check
from emi.search.model.cost_model import FORBIDDEN, CostModel


def parts_of(told, guess, left):
    """Return the candidates by what a guess tells of them; None is that it is right."""
    parts = {}
    for one in left:
        parts.setdefault(told(guess, one), []).append(one)
    return parts


def least(secrets, guesses, told, model, weights):
    """Return the least cost: every secret pays for each guess up to the one that finds it."""

    @cache
    def cost(left, made):
        if not left:
            return 0
        weight = sum(weights[one] for one in left)
        if model.last is not None and made == model.last:
            return model.miss * weight
        if made < len(model.steps):
            paid = model.steps[made] * weight
        else:
            paid = model.after * weight + (model.miss * weight if made == len(model.steps) else 0)
        best = FORBIDDEN
        for guess in guesses:
            parts = parts_of(told, guess, left)
            found = parts.pop(None, None)
            if found is None and len(parts) == 1 and model.last is None:
                continue
            best = min(best, sum(cost(tuple(part), made + 1) for part in parts.values()))
        return paid + best

    return cost(tuple(secrets), 0)


def worst(secrets, guesses, told):
    """Return the least number of guesses within which nothing is missed."""
    tries, each = 1, dict.fromkeys(secrets, 1)
    while least(secrets, guesses, told, CostModel.guaranteed(tries), each):
        tries += 1
    return tries


def hold_values(game, told, seed, within):
    """Hold the values of a game by eight objectives to the definition."""
    source = random.Random(seed)
    weights = [source.randint(1, 3) for _ in game.secrets]
    objectives = [
        WorstCase(), Average(), Average(weights=weights), Guaranteed(1), Guaranteed(2),
        Guaranteed(2, weights), Average(within=within), MissesThenAverage(2, 200),
    ]  # fmt: skip
    how = game.secrets, game.guesses, told
    for objective in objectives:
        each = dict(zip(game.secrets, objective.weights or [1] * len(game.secrets), strict=True))
        if isinstance(objective, WorstCase):
            value = worst(*how)
        else:
            value = least(*how, objective.cost_model, each)
        if value >= FORBIDDEN:
            with pytest.raises(emi.OptionError, match="no strategy finds every secret"):
                emi.solve(game, objective)
            continue
        solution = emi.solve(game, objective)
        assert (solution.bounds.lower, solution.bounds.upper) == (value, value)


def checked(game, objective, rule, folder):
    """Return what the checker says of a certificate, given both lists and the text of the rule."""
    made = emi.solve(game, objective).certificate()
    files = [folder / name for name in ("secrets", "guesses", "rule.py")]
    for file, text in zip(
        files, ("\n".join(game.secrets), "\n".join(game.guesses), rule), strict=True
    ):
        file.write_text(text)
    *lists, rule_file = map(str, files)
    return check((line.encode() for line in made.text.splitlines()), lists, rule_file)
