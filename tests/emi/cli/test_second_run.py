"""A second run of anything exact searches nothing and makes no matrix: all of it was kept."""

import pytest

from emi.games.game import Game
from emi.questions.question import QuestionSession
from emi.search.solve.base import Search

#: What may differ: the time, the nodes, and the order in which rows are known.
COMMANDS = [
    "solve C5",
    "solve C5 --objective average",
    "solve C5 --objective average --max-tries 4",
    "solve C5 --objective average --first CABAN",
    "solve C5 --objective guaranteed --tries 2",
    "solve C5 --hard hints",
    "solve C5 --hard consistent --objective average",
    "table --lengths 5-6",
    "table --lengths 5-6 --objective average",
    "table --lengths 5-6 --objective guaranteed --tries 2",
    "solve --objective pareto C5",
    "solve --objective pareto C5 --tries 2",
    "solve --objective pareto C5 --hard possible",
    "solve --objective pareto C5 --hard consistent",
    "compare C5 --heuristic Minimax",
    "compare C5 --heuristic Minimax --with-optimal",
    "compare C5 --heuristic Minimax --with-optimal --tries 2",
    "compare --lengths 5 --heuristic Minimax --with-optimal --tries 5:2",
    "compare C5 --heuristic Minimax --with-optimal --hard possible --tries 2",
    "strategy C5",
    "strategy C5 --objective average",
    "strategy C5 --objective guaranteed --tries 2",
    "strategy C5 --hard hints",
    "certify C5 --out {folder}/c5.emip",
    "certify --all --lengths 5 --out {folder}",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_makes_no_matrix(run, lexicon, tmp_path, monkeypatch, command):
    # On a busy machine a row would be given up for the next one, and its strategy not be kept.
    monkeypatch.setattr("emi.analysis.pareto.FIRST", 3600.0)
    line = command.format(folder=tmp_path / "out").split()
    (tmp_path / "out").mkdir()

    def texts(out):
        """Return what there is beside figures of time and nodes."""
        return [line.split()[:4] for line in out.splitlines() if " node" not in line][:-2]

    first = run(*line, "--lexicon", lexicon)
    assert first.code == 0
    for kind in [Game, *Game.__subclasses__()]:
        monkeypatch.setattr(kind, "matrix", None)
    second = run(*line, "--lexicon", lexicon)
    assert (second.code, texts(second.out)) == (0, texts(first.out))


@pytest.mark.parametrize(
    "command",
    [
        "compare J5 --heuristic Sum --heuristic Minimax",
        "compare J5 --heuristic Sum --with-optimal",
        "explain J5 --top 1 --time-limit 60",
        "explain J5 --hard possible --top 1 --time-limit 60",
    ],
)
def test_searches_nothing_where_a_heuristic_needs_the_matrix(run, monkeypatch, command):
    nodes, real = [], Search.run

    def counted(self, records=()):
        real(self, records)
        # What readies the kernels is no question of a game of that size.
        nodes.append(self.nodes * (self.matrix.secrets > 100))

    monkeypatch.setattr(Search, "run", counted)
    assert run(*command.split()).code == 0
    assert sum(nodes) > 0
    nodes.clear()
    assert run(*command.split()).code == 0
    assert sum(nodes) == 0


def test_of_the_report_takes_the_exact_strategy_from_the_cache(run, lexicon, monkeypatch):
    line = ["report", "published", "--only", "motus", "--lengths", "5", "--lexicon", lexicon]
    first = run(*line)
    monkeypatch.setattr("emi.questions.searching.searched", None)
    assert (run(*line).out, first.code) == (first.out, 0)


def test_a_question_of_a_heuristic_needs_no_restriction(monkeypatch, run, lexicon):
    """What answers leave may take as long to tell as the rest, and heuristics do not ask."""
    monkeypatch.setattr(QuestionSession, "restriction", None)
    done = run("compare", "C5", "--hard", "hints", "--heuristic", "Sum", "--lexicon", lexicon)
    assert done.code == 0
