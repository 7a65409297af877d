"""``emi report``."""

from emi.published.parts import optima
from emi.reports.published.reader import read

REPORT = "report published"


def test_a_part_says_what_is_obtained(ran, golden):
    text = ran(f"{REPORT} --only mastermind")
    golden(text)


def test_optimal_play_beside_what_is_printed(ran, golden):
    text = ran(f"{REPORT} --only mastermind,blackpeg,wordle")
    golden([line for line in text.splitlines() if line[:1] not in {"|", ""}])
    for line in (
        "| emi solve mastermind:3x4 --objective average | 206 |",
        "| emi solve mastermind:4x6 --hard possible --objective average | **5660** (not 5629) |",
        "| emi solve mastermind:3x7 | 6 |",
        "| emi solve mastermind:5x5 | 5 (printed: at most 6) |",
        "| emi solve blackpeg:2x4 | 5 |",
        "--guesses guesses.txt --objective average --first SALET | 7920 |",
    ):
        assert line in text


def test_a_value_that_was_not_obtained_is_said_to_be_printed(monkeypatch, golden):
    monkeypatch.setattr(
        "emi.published.parts.read", lambda name: read(name) if name == "optima" else []
    )
    text = optima("mastermind worst", "Worst cases").table().render("markdown")
    golden(text)


def test_words_of_a_lexicon(ran, lexicon, golden):
    text = ran(f"{REPORT} --lengths 5-6 --lexicon", lexicon, "--only", "Motus, jotto")
    assert "**1** (not 2)" in text  # the misprint of Table 3
    golden(text)


def test_averages_are_compared_with_those_of_the_same_lengths_alone(ran, tmp_path, golden):
    words = tmp_path / "words.txt"
    words.write_text("LIGNE\nLINGE\nLINGES\nLEGALES\nLIVIDES\nLINGERIE\nLINGERIES")
    text = ran(f"{REPORT} --only motus --lexicon", words).partition("### Table 4")[2]
    # No word of 10 letters: the printed figures are of 5 to 10 letters together.
    assert "as printed" not in text
    assert "(not" not in text
    golden(text)
    words.write_text(f"{words.read_text()}\nLIGNERIONS\n")
    text = ran(f"{REPORT} --only motus --lexicon", words).partition("### Table 4")[2]
    assert "(not 2.8145)" in text
    golden(text)
    text = ran(f"{REPORT} --only motus --lengths 5 --lexicon", words).partition("### Table 4")[2]
    assert "as printed" not in text


def test_html(ran):
    text = ran(f"{REPORT} --only mastermind --format html")
    assert text.startswith("<!DOCTYPE html>")
    assert '<section id="mastermind">' in text
