"""Changes of a certificate, most of which claim more than is true."""

from hashlib import sha256
from itertools import permutations, product

QUESTION, WEIGHTS, STRATEGY, LEMMA, PATH, PERMUTATION, CONCLUSION, EXCLUSION = range(1, 9)

#: The most codes of a game that the head is changed to.
CODES = 12
#: The share of certificates that are made from lemmas of our own.
COMPOSED = 0.25
#: Questions: prices, and whether the game is endless.
QUESTIONS = [
    ((1,), 1), ((0, 0, 1), 0), ((0, 0, 0, 1), 0), ((1, 1, 50), 0), ((1, 1, 1, 999), 0),
    ((1, 1, 200, 1), 1), ((2, 1, 3), 1), ((1, 0, 5, 2), 0),
]  # fmt: skip


def read(text):
    """Return the lines before the steps, and the steps as numbers."""
    head, _, steps = text.partition("\nsteps\n")
    return head.split("\n"), [[*map(int, line.split())] for line in steps.splitlines()]


def joined(head, steps):
    """Return the text of a certificate."""
    return "\n".join([*head, "steps", *[" ".join(map(str, step)) for step in steps], ""])


def digest(codes):
    """Return how the head of a certificate names some codes."""
    codes = sorted(codes)
    return f"{len(codes)} {sha256(chr(10).join(codes).encode()).hexdigest()}"


def mutated(source, text, truth):
    """Return a certificate with one change to several, each of a kind drawn at random."""
    head, steps = read(text)
    if source.random() < COMPOSED:
        return joined(*composed(source, head, steps, truth))
    # Most say too much at once, as a forger would have it.
    if source.random() < 0.6:
        head, steps = source.choice(CLAIMS)(source, head, steps, truth)
    for _ in range(source.choice([0, 1, 1, 1, 2, 3])):
        if not any(step[0] == QUESTION for step in steps):
            break
        head, steps = source.choice(CHANGES)(source, head, steps, truth)
    return joined(head, steps)


def _some(source, steps, kind):
    """Return the place of a step of a kind; None if there is none."""
    least = {LEMMA: 4}.get(kind, 2)  # numbers
    places = [at for at, step in enumerate(steps) if step[0] == kind and len(step) >= least]
    return source.choice(places) if places else None


# -- what is made of lemmas ------------------------------------------------------------------------


def composed(source, head, steps, truth):
    """Return a proof of true lemmas, and of one at the end that claims too much."""
    prices, endless = source.choice(QUESTIONS)
    weights = next((tuple(step[1:]) for step in steps if step[0] == WEIGHTS), None)
    if source.random() < 0.15:
        weights = tuple(source.randint(1, 4) for _ in truth.secrets)
    steps = [[WEIGHTS, *weights]] if weights else []
    first = source.randint(1, len(truth.guesses)) if source.random() < 0.15 else 0
    steps.append([QUESTION, first, endless, *prices])
    every, states = range(1, len(truth.secrets) + 1), len(prices) - 1 + endless
    paid = weights if weights and max(weights) > 1 else None
    paths = [()]
    if truth.hard:
        paths += [(source.randint(1, len(truth.guesses)), source.choice(every)) for _ in range(2)]

    def lemma(size, state, at, more):
        numbers = sorted(source.sample(every, size))
        bound = truth.part((prices, bool(endless)), paid, state, numbers, at)
        named = source.sample(range(1, count + 1), source.choice([0, count // 2, count, count]))
        return [LEMMA, state, min(bound, 10**17) + more, size, *numbers, *sorted(named)]

    count, path = 0, ()
    sizes = sorted(source.choice([2, 2, 3, 4]) for _ in range(source.randint(0, 14)))
    for size in sizes:
        if size <= len(every):
            at = source.choice(paths)
            steps += [[PATH, *at]] if at != path else []
            steps.append(lemma(size, source.randrange(states), path := at, 0))
            count += 1
    at = source.choice(paths)
    steps += [[PATH, *at]] if at != path else []
    if len(every) > 1:
        size = source.choice([len(every), source.randint(2, len(every))])
        last = lemma(size, source.choice([0, 0, source.randrange(states)]), at, 1)
        if not weights and source.random() < 0.3 and (found := _moves(source, head, truth)):
            head, moves, images = found
            last[3:4] = [size]
            steps += [[PERMUTATION, *move] for move in moves]
            last = closed(last, images, truth, (prices, bool(endless)), at)
        steps.append(last)
    if not first:
        return head, [*steps, [CONCLUSION, steps[-1][2], count + 1]]
    # A certain first guess costs no more than it does, whatever permutations make of it.
    steps = [step for step in steps if step[0] != PERMUTATION][: -1 if len(every) > 1 else None]
    if source.random() < 0.5 and (found := _moves(source, head, truth)):
        head, moves, _ = found
        steps += [[PERMUTATION, *move] for move in moves]
    value = truth.value(prices, bool(endless), paid, (truth.guesses[first - 1],))
    return head, [*steps, [CONCLUSION, min(value, 10**17) + 1, *range(1, count + 1)]]


def closed(lemma, images, truth, question, path):
    """Return a lemma about what permutations make of its secrets, which claims too much."""
    _, state, _, size, *rest = lemma
    place = {code: s for s, code in enumerate(truth.secrets, 1)}
    codes, more = set(), {truth.secrets[s - 1] for s in rest[:size]}
    while more - codes:
        codes |= more
        more = {image(code) for image in images for code in codes}
    numbers = sorted(place[code] for code in codes if code in place)
    bound = truth.part(question, None, state, numbers, path)
    return [LEMMA, state, min(bound, 10**17) + 1, len(numbers), *numbers, *rest[size:]]


# -- what claims more ------------------------------------------------------------------------------


def dearer(source, head, steps, _):
    """Raise a conclusion, and the lemmas about the same secrets or all of them."""
    at = _some(source, steps, CONCLUSION)
    if at is not None:
        more = source.choice([1, 1, 1, 2, 5])
        steps[at][1] += more
        for step in steps[:at]:
            if step[0] == LEMMA and len(step) > 2 and (step[1] == 0 or source.random() < 0.2):
                step[2] += more
    return head, steps


def cheaper(source, head, steps, _):
    """Lower the cost of a strategy."""
    at = _some(source, steps, STRATEGY)
    if at is not None:
        steps[at][1] = max(0, steps[at][1] - source.choice([1, 1, 2]))
    return head, steps


def fewer_prices(source, head, steps, _):
    """Allow a guess less, or one more; or change what a guess or a miss costs."""
    at = _some(source, steps, QUESTION)
    if at is None or len(steps[at]) < 4:
        return head, steps
    prices = steps[at][3:]
    kind = source.randrange(5)
    if kind == 0 and len(prices) > 1:
        prices.pop(0)
    elif kind == 1:
        prices.insert(0, prices[0])
    elif kind == 2:
        # The price of a miss: below what all is worth, or far above.
        prices[-1] = source.choice([0, 1, 2, 3, 5, 8, 13, 21, 34, 10**6, 10**17])
    elif kind == 3:
        place = source.randrange(len(prices))
        prices[place] = max(0, prices[place] + source.choice([-1, 1]))
    else:
        steps[at][2] = 1 - steps[at][2]
    steps[at][3:] = prices
    return head, steps


def begun_otherwise(source, head, steps, truth):
    """Prescribe a first guess, or none, or exclude some."""
    at = _some(source, steps, QUESTION)
    if at is None:
        return head, steps
    number = source.randint(1, len(truth.guesses))
    if source.random() < 0.6:
        steps[at][1] = source.choice([0, number])
    else:
        many = source.randint(1, min(3, len(truth.guesses)))
        steps.insert(
            at + 1, [EXCLUSION, *sorted(source.sample(range(1, len(truth.guesses) + 1), many))]
        )
    return head, steps


def reweighed(source, head, steps, truth):
    """Give weights, other weights, or none."""
    at, many = _some(source, steps, WEIGHTS), len(truth.secrets)
    if at is None:
        steps.insert(0, [WEIGHTS, *[source.choice([1, 1, 2, 3]) for _ in range(many)]])
    elif source.random() < 0.3:
        steps.pop(at)
    else:
        steps[at][source.randint(1, len(steps[at]) - 1)] = source.randint(1, 9)
    return head, steps


def turned(source, head, steps, truth):
    """Say that a lemma is the same from several sides, and that it is dearer."""
    at, moves = _some(source, steps, LEMMA), _moves(source, head, truth)
    if at is None or moves is None:
        return head, steps
    head, moves, images = moves
    step = steps[at]
    numbers, rest = {*step[4 : 4 + step[3]]}, step[4 + step[3] :]
    if source.random() < 0.8:
        # What the permutations make of these secrets, as far as they are secrets.
        place = {code: s for s, code in enumerate(truth.secrets, 1)}
        codes, more = set(), {truth.secrets[s - 1] for s in numbers if s <= len(place)}
        while more - codes:
            codes |= more
            more = {image(code) for image in images for code in codes}
        numbers = {place[code] for code in codes if code in place}
    steps[at] = [LEMMA, step[1], step[2] + source.choice([0, 1, 1, 2]), len(numbers),
                 *sorted(numbers), *rest]  # fmt: skip
    steps[at:at] = [[PERMUTATION, *move] for move in moves]
    return head, steps


def _moves(source, head, truth):
    """Return the head of a game of permutations, some of them, and what they make of codes."""
    said = dict(line.partition(" ")[::2] for line in head)
    if "symbols" not in said:
        if "matrix" not in said:
            return None
        # As if the codes were all that there are of their symbols.
        size, symbols = len(truth.guesses[0]), "".join(sorted({*"".join(truth.guesses)}))
        head = [*head, f"length {size}", f"symbols {symbols}"]
    else:
        size, symbols = int("0" + said.get("length", "")), "".join(sorted(said["symbols"]))
    if not 0 < size < 9:
        return None
    moves = [
        (source.sample(range(size), size), source.sample(range(len(symbols)), len(symbols)))
        for _ in range(source.randint(1, 3))
    ]

    def image(places, names):
        new = {a: symbols[b] for a, b in zip(symbols, names, strict=True)}

        def of(code):
            if len(code) != size or not {*code} <= {*symbols}:
                return code
            return "".join(new[code[i]] for i in places)

        return of

    numbers = [[i + 1 for i in (*places, *names)] for places, names in moves]
    return head, numbers, [image(*move) for move in moves]


def freer(source, head, steps, _):
    """Keep the strategies alone, in play that is hard in another way."""
    head = [line for line in head if not line.startswith("hard ")]
    head += [f"hard {one}" for one in source.sample(["possible", "consistent", "hints"], 1)]
    return head, [step for step in steps if step[0] in {QUESTION, STRATEGY, WEIGHTS}]


CLAIMS = [freer, dearer, dearer, dearer, cheaper, fewer_prices, begun_otherwise, reweighed, turned]


# -- any change ------------------------------------------------------------------------------------


def number(source, head, steps, truth):
    """Change a number: by a little, to another, to one more or less of them."""
    step = source.choice(steps)
    at = source.randrange(len(step))
    kind = source.randrange(4)
    if kind == 0:
        step[at] = max(0, step[at] + source.choice([-2, -1, 1, 2]))
    elif kind == 1:
        step[at] = source.randrange(len(truth.guesses) + 2)
    elif kind == 2:
        step.pop(at)
    else:
        step.insert(at, source.randrange(len(truth.guesses) + 2))
    return head, [one for one in steps if one]


def bound(source, head, steps, _):
    """Raise the bound of a lemma, or put it into another state."""
    at = _some(source, steps, LEMMA)
    if at is not None:
        place = source.choice([1, 2, 2])
        steps[at][place] = max(0, steps[at][place] + source.choice([-1, 1, 1, 2]))
    return head, steps


def secrets(source, head, steps, truth):
    """Take a secret out of a lemma, or put one in."""
    at = _some(source, steps, LEMMA)
    if at is not None:
        step = steps[at]
        numbers = {*step[4 : 4 + step[3]]} ^ {source.randint(1, len(truth.secrets))}
        steps[at] = [*step[:3], len(numbers), *sorted(numbers), *step[4 + step[3] :]]
    return head, steps


def reasons(source, head, steps, _):
    """Name other reasons of a lemma or a conclusion, or all lemmas, or one several times."""
    at = _some(source, steps, source.choice([LEMMA, CONCLUSION]))
    if at is not None:
        step = steps[at]
        begin = 4 + step[3] if step[0] == LEMMA else 2
        before = sum(one[0] == LEMMA for one in steps[:at])
        named = step[begin:]
        named = source.choice([
            [], [*named, *named], [*range(1, before + 1)], [*range(before, 0, -1)],
            [*named, source.randint(1, before + 1)],
        ])  # fmt: skip
        steps[at] = [*step[:begin], *named]
    return head, steps


def dropped(source, head, steps, _):
    """Leave a step out."""
    steps.pop(source.randrange(len(steps)))
    return head, steps


def again(source, head, steps, _):
    """Repeat a step, elsewhere or where it is."""
    steps.insert(source.randint(0, len(steps)), [*source.choice(steps)])
    return head, steps


def exchanged(source, head, steps, _):
    """Exchange two steps."""
    one, other = (source.randrange(len(steps)) for _ in range(2))
    steps[one], steps[other] = steps[other], steps[one]
    return head, steps


def shorter(source, head, steps, _):
    """Cut the end off."""
    return head, steps[: source.randint(1, len(steps))]


def permuted(source, head, steps, truth):
    """Insert permutations before any step."""
    if found := _moves(source, head, truth):
        head, moves, _ = found
        at = source.randint(0, len(steps))
        steps[at:at] = [[PERMUTATION, *move] for move in moves]
    return head, steps


def path(source, head, steps, truth):
    """Insert a path, change one, or leave it out."""
    at = _some(source, steps, PATH)
    if at is not None and source.random() < 0.4:
        steps.pop(at)
    else:
        many = source.choice([0, 1, 1, 2])
        pairs = [source.randint(1, len(of)) for _ in range(many)
                 for of in (truth.guesses, truth.secrets)]  # fmt: skip
        steps.insert(source.randint(0, len(steps)), [PATH, *pairs])
    return head, steps


def strategy(source, head, steps, truth):
    """Change the guesses of a strategy."""
    at = _some(source, steps, STRATEGY)
    if at is not None and len(steps[at]) > 2:
        step, place = steps[at], source.randrange(2, len(steps[at]))
        kind = source.randrange(3)
        if kind == 0:
            step[place] = source.randint(1, len(truth.guesses))
        elif kind == 1:
            step.pop(place)
        else:
            other = source.randrange(2, len(step))
            step[place], step[other] = step[other], step[place]
    return head, steps


def headed(source, head, steps, truth):
    """Change the head: another rule, restriction, list, size or symbols, with their digests."""
    said = dict(line.partition(" ")[::2] for line in head[1:])
    kind = source.randrange(7)
    if kind == 0:
        said["rule"] = source.choice(["motus", "wordle", "jotto", "mastermind", "moo", "mine", ""])
    elif kind == 1:
        said["hard"] = source.choice(["possible", "consistent", "hints", "harder", ""])
    elif kind == 2:
        said.pop(source.choice([*said]))
    elif kind == 3:
        same = digest(source.choice([truth.secrets, truth.guesses]))
        said |= {"secrets": same, "guesses": same}
        if source.random() < 0.5:
            said["lexicon"] = "0" * 64 + " words.txt"
    elif kind == 4 and "symbols" in said:
        size = source.randint(1, 3)
        symbols = source.choice([said["symbols"][:-1], said["symbols"][1:], "12", "\1\2\3", "abc"])
        differ = said.get("rule") in {"moo", "ab"}
        rows = permutations(symbols, size) if differ else product(symbols, repeat=size)
        if len(codes := [*map("".join, rows)]) <= CODES:
            said |= {"length": f"{size}", "symbols": symbols, "secrets": digest(codes),
                     "guesses": digest(codes)}  # fmt: skip
    elif kind == 5:
        said["length"] = str(source.randint(0, 6))
        said["initial"] = source.choice("ACZ")
    elif "matrix" in said:
        codes = source.choice([truth.secrets, truth.guesses])
        said |= {"length": str(len(codes[0])), "symbols": "".join(sorted({*"".join(codes)}))}
    return [head[0], *[f"{key} {value}" for key, value in said.items()]], steps


CHANGES = [number, number, bound, secrets, reasons, dropped, again, exchanged, shorter, permuted,
           path, strategy, headed, *CLAIMS]  # fmt: skip
