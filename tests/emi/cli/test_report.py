"""``emi report``."""

from emi.published.optima import optima
from reports.published.literature import read

REPORT = "report published"


def test_a_part_says_what_is_obtained(ran):
    text = ran(f"{REPORT} --only mastermind")
    assert "| worst case (Max) | 4.476 | 5801 | 5 | 1122 |" in text
    assert "11 of 11 figures as printed." in text


def test_optimal_play_beside_what_is_printed(ran):
    text = ran(f"{REPORT} --only mastermind,blackpeg,wordle")
    for line in (
        "| emi solve mastermind:3x4 --objective average | 206 |",
        "| emi solve mastermind:4x6 --hard possible --objective average | **5660** (not 5629) |",
        "| emi solve mastermind:3x7 | 6 |",
        "| emi solve mastermind:5x5 | 5 (printed: at most 6) |",
        "| emi solve blackpeg:2x4 | 5 |",
        "--guesses guesses.txt --objective average --first SALET | 7920 |",
    ):
        assert line in text
    assert "- Source: A. Selby, The best strategies for Wordle" in text
    assert "so no values are compared" in text


def test_a_value_that_was_not_obtained_is_said_to_be_printed(monkeypatch):
    monkeypatch.setattr(
        "emi.published.optima.read", lambda name: read(name) if name == "optima" else []
    )
    text = optima("mastermind worst", "Worst cases").table().render("markdown")
    assert "| emi solve mastermind:3x5 | (printed: 5) | not computed yet |" in text
    assert "| emi solve mastermind:5x8 | (printed: at most 7) | not computed yet |" in text


def test_words_of_a_lexicon(ran, lexicon):
    text = ran(f"{REPORT} --lengths 5-6 --lexicon", lexicon, "--only", "Motus, jotto")
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## Motus", "## Jotto, words of five letters"]
    assert "12 of 12 figures as printed." in text  # Table 2
    assert "**1** (not 2)" in text  # the misprint of Table 3
    assert "Computed with 30 words of small.txt" in text
    assert "| Gini | possible | highest |" in text


def test_averages_are_compared_with_those_of_the_same_lengths_alone(ran, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("LIGNE\nLINGE\nLINGES\nLEGALES\nLIVIDES\nLINGERIE\nLINGERIES")
    text = ran(f"{REPORT} --only motus --lexicon", words).partition("### Table 4")[2]
    # No word of 10 letters: the printed figures are of 5 to 10 letters together.
    assert "as printed" not in text
    assert "(not" not in text
    assert "The printed figures cover 5 to 10 letters together" in text
    words.write_text(f"{words.read_text()}\nLIGNERIONS\n")
    text = ran(f"{REPORT} --only motus --lexicon", words).partition("### Table 4")[2]
    assert "(not 2.8145)" in text
    assert "figures as printed" in text
    text = ran(f"{REPORT} --only motus --lengths 5 --lexicon", words).partition("### Table 4")[2]
    assert "as printed" not in text


def test_html(ran):
    text = ran(f"{REPORT} --only mastermind --format html")
    assert text.startswith("<!DOCTYPE html>")
    assert '<section id="mastermind">' in text
