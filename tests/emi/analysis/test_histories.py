"""The words that commands name do not depend on the history of the cache.

A history is what a cache has seen: questions that were answered, stopped or killed, and other
caches that were merged into it. After any of 60 histories `fairness`, `explain`, the page and
certificates name the same words as without a cache. `make test-all` tries 500 histories: it runs
pytest with `--hypothesis-profile thorough`.
"""

import json
import random
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import emi
from emi.analysis.explored import explore
from emi.cache import DiskStore
from emi.questions.certifying import certified, proof
from emi.questions.question import Question
from emi.questions.solving import best_strategy, solution_of
from emi.results.base import plain
from emi.search.model.limits import Limits, Stopped
from emi.upkeep.merge import merge
from tests.emi.cases import Memory

#: How many histories each profile of hypothesis tries (`tests/conftest.py`).
HISTORIES = {"plain": 10, "compiled": 60, "thorough": 500}


def words(letters, length, count, seed):
    """Return words of few letters, which are hard to tell apart."""
    every = ["".join(word) for word in product(letters, repeat=length)]
    return sorted(random.Random(seed).sample(every, count))


def cell(*listed):
    """Return a game whose certificate names the words of a lexicon."""
    return emi.Motus.of_cell(
        f"{listed[0][0]}{len(listed[0])}", emi.Lexicon("words", tuple(sorted(listed)), "none", "")
    )


CLUSTER = ["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CASES", "CAVES"]
GAMES = [
    cell(*CLUSTER, "CARIE", "CHUTE", "CRIME", "COUDS", "CIVIL"),
    cell(*["A" + word for word in words("ABC", 3, 14, 1)]),
    cell(*["A" + word for word in words("AB", 4, 9, 2)]),
    emi.Wordle(words("ABC", 3, 9, 3), words("ABC", 3, 14, 3)),
    emi.Wordle(words("ABCD", 2, 8, 4), words("ABCD", 2, 12, 4)),
    emi.Jotto(words("ABCD", 3, 12, 5)),
    emi.Mastermind(2, 3),
    emi.Moo(2, 4),
    emi.Permutation(3, 3),
]


class Killed(BaseException):
    """A process ends where it is."""


class Mortal(Memory):
    """A store whose process is killed after a number of writes."""

    def __init__(self, kept, writes):
        super().__init__()
        self.kept, self.left = kept, writes

    def write(self, key, records, label=""):
        self._live()
        super().write(key, records, label)

    def replace(self, key, records, label=""):
        self._live()
        super().replace(key, records, label)

    def _live(self):
        self.left -= 1
        if self.left < 0:
            raise Killed


@dataclass(frozen=True)
class Event:
    """A question about a game, stopped after some nodes and killed after some writes."""

    ask: str
    number: int
    nodes: float
    writes: float

    def happen(self, game, kept):
        """Keep what is proven until it ends."""
        store, limits = Mortal(kept, self.writes), Limits(nodes=self.nodes)
        question = Question(game, limits=limits, store=store)
        codes, guesses = game.secrets, game.guesses
        some = emi.Guaranteed(1 + self.number % 4)
        few = codes[self.number % len(codes) :]
        asked = {
            "worst": partial(solution_of, question),
            "average": partial(solution_of, question.asking(emi.Average())),
            "guaranteed": partial(solution_of, question.asking(some)),
            "part": lambda: emi.solve(game, candidates=few, limits=limits, store=store),
            "first": lambda: emi.solve(
                game, emi.Average(), first=guesses[self.number % len(guesses)], limits=limits,
                store=store,
            ),
            "strategy": partial(best_strategy, question),
            "proof": partial(proof, question),
            "certificate": partial(certified, question),
            "fairness": lambda: emi.fairness(game, 2 + self.number % 3, limits=limits, store=store),
            "front": lambda: emi.pareto(game, limits=limits, store=store),
            "explain": lambda: emi.Position(game).explain(limits=limits, store=store),
        }  # fmt: skip
        with suppress(Stopped, Killed):
            asked[self.ask]()


EVENTS = st.builds(
    Event,
    ask=st.sampled_from(
        ["worst", "average", "guaranteed", "part", "first", "strategy", "proof", "certificate",
         "fairness", "front", "explain"]
    ),
    number=st.integers(0, 40),
    nodes=st.sampled_from([1, 3, 10, 30, 100, float("inf")]),
    writes=st.sampled_from([0, 1, 2, 3, 5, float("inf")]),
)  # fmt: skip
#: What several caches have seen; they are joined to the first one in their order.
CACHES = st.lists(st.lists(EVENTS, max_size=4), min_size=1, max_size=2)


def named(game, store=None):
    """Return what each command says of a game, but for times and effort."""
    explored = explore(game, store=store)
    said = {"page": explored.plain()}
    for tries in (2, 3):
        said["fairness", tries] = plain(emi.fairness(game, tries, store=store))
    said["explain"] = replace(emi.Position(game).explain(store=store), turns=())
    for objective in (emi.WorstCase(), emi.Average(), emi.Guaranteed(2)):
        said[objective.name] = certified(Question(game, objective, store=store)).text
    return said


without = cache(named)


def joined(caches):
    """Return what is kept when caches are joined."""
    if len(caches) == 1:
        return caches[0]
    with tempfile.TemporaryDirectory() as folder:
        for number, kept in enumerate(caches):
            with DiskStore(f"{folder}/{number}") as store:
                for key, records in kept.items():
                    store.write(key, records)
        with DiskStore(f"{folder}/0") as store:
            merge(store, [f"{folder}/{number}" for number in range(1, len(caches))])
            return {key: [*store.read(key)] for kept in caches for key in kept}


@settings(
    max_examples=HISTORIES[settings.get_current_profile_name()],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.sampled_from(GAMES), CACHES)
@example(GAMES[1], [[Event("average", 0, 3, 3), Event("guaranteed", 1, 1, 1)]])
def test_whatever_was_kept_the_same_is_named(game, caches):
    kept = [{} for _ in caches]
    for events, one in zip(caches, kept, strict=True):
        for event in events:
            event.happen(game, one)
    store = Memory()
    store.kept = joined(kept)
    said = named(game, store)
    for what, told in without(game).items():
        assert said[what] == told, what


#: Commands that name a core or a cluster, or judge one; each writes to a file or to stdout.
COMMANDS = {
    "fairness": "fairness fr --lengths 5 --letters R --format json",
    "certificate": "certify R5 --out {folder}/r5.emip",
    "verdict": "verify {folder}/r5.emip",
    "page": "page R5 --out {folder}/page.html",
    "explain": "explain R5 --top 3 --format json --time-limit 60",
}


@pytest.mark.no_cover
def test_each_command_names_the_same_from_no_empty_full_and_merged_cache(run, tmp_path):
    """The built-in list: the core that its search finds has 217 words, the minimal one 7."""

    def ran(line, *more):
        answer = run(*line.split(), *more)
        assert answer.code == 0, answer.err
        return answer.out

    def said(*cache):
        """Return what each command writes, but for times and effort."""
        texts = {}
        for name, line in COMMANDS.items():
            text = ran(line.format(folder=tmp_path), *(cache if name != "verdict" else ()))
            texts[name] = re.sub(r'"(seconds|nodes|stored)": [^,\n]+|[0-9.]+ s\b', "", text)
        texts["certificate"] = (tmp_path / "r5.emip").read_text()
        texts["page"] = re.search(r'"held": ?"([^"]+)"', (tmp_path / "page.html").read_text())[1]
        return texts

    parts = [tmp_path / "one", tmp_path / "other"]
    ran("solve R5 --node-limit 300", "--cache-dir", parts[0])
    ran("fairness fr --lengths 5 --letters C --node-limit 50", "--cache-dir", parts[0])
    ran("solve R5 C5", "--cache-dir", parts[1])
    ran("solve R5 --objective guaranteed --tries 5", "--cache-dir", parts[1])
    ran("cache merge", *parts, "--cache-dir", tmp_path / "merged")

    without = said("--no-cache")
    (cluster,) = json.loads(without["fairness"])["games"][0]["clusters"]
    assert (len(cluster["secrets"]), cluster["minimal"]) == (7, True)
    for folder in ("full", "full", "merged"):
        assert said("--cache-dir", tmp_path / folder) == without, folder
