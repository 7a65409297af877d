"""Values of small games by their definition, in plain Python, given what each guess tells."""

from functools import cache

from search.model.cost_model import FORBIDDEN, CostModel


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
