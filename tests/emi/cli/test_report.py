import pytest

from emi.cli import report
from search.model.limits import Stopped


def test_mastermind_agrees_with_what_is_printed(run):
    ran = run("report", "published", "--only", "mastermind")
    assert ran.code == 0
    assert "| worst case (Max) | 4.476 | 5801 | 5 | 1122 |" in ran.out
    assert "11 of 11 figures as printed." in ran.out


def test_words_of_a_lexicon(run, lexicon):
    ran = run(
        "report", "published", "--only", "Motus, jotto", "--lexicon", lexicon, "--lengths", "5-6"
    )
    assert ran.code == 0
    headings = [line for line in ran.out.splitlines() if line.startswith("## ")]
    assert headings == ["## Motus", "## Jotto, words of five letters"]
    assert "12 of 12 figures as printed." in ran.out  # Table 2
    assert "**1** (not 2)" in ran.out  # the misprint of Table 3
    assert "Obtained with 30 words of small.txt" in ran.out
    assert "| Gini | possible | highest |" in ran.out


def test_html(run):
    ran = run("report", "published", "--only", "mastermind", "--format", "html")
    assert ran.out.startswith("<!DOCTYPE html>")
    assert '<section id="mastermind">' in ran.out


def test_moo_says_what_became_of_each_row(run):
    ran = run("report", "published", "--only", "moo")
    assert "| 5 | GeometricMean | 5.328 / 7 | the last, from 0123 |  |" in ran.out
    assert "| 3 | Exponential | 5.363 / 8 | any |  |" in ran.out
    assert "8 of 11 figures as printed." in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "go"], "--only: unknown part 'go': expected one of motus, jotto, mastermind"),
        (["--only", ""], "--only: unknown part ''"),
        (["--format", "csv"], "--format"),
        (["--only", "motus", "--lengths", "99"], "--lengths"),
        (["--lexicon", "absent.txt"], "absent.txt"),
    ],
)
def test_bad_input_is_one_line(run, arguments, message):
    ran = run("report", "published", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


def test_ctrl_c(run, monkeypatch):
    def stopped(_run):
        raise Stopped

    monkeypatch.setattr(report, "followed", stopped)
    ran = run("report", "published", "--only", "mastermind")
    assert (ran.code, ran.out) == (130, "")


def test_the_old_name_says_the_new_one(run):
    ran = run("report", "seeds", "--only", "moo", "--format", "html")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "emi: report seeds: write report published\n"


def test_help_says_that_it_reproduces_the_literature(run):
    text = run("report", "--help").out
    assert "Reproduce the literature" in text
    assert "seeds" not in text
