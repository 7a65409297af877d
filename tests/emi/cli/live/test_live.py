"""Games played in a terminal: the program is host, helps, or is challenged."""

import io
import json
import re
import sys

import pytest

import emi
from reports.texts import Texts
from tests.emi.cases import FAMILY, rows

FAIR = "play C5 --fair --seed 1"


@pytest.fixture
def typed(run, lexicon, monkeypatch):
    """Return a function that runs a command over a small list, with lines typed."""

    def typed(line, *lines, end="quit"):
        text = "".join(f"{one}\n" for one in (*lines, *([end] if end else [])))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
        return run(*line.split(), "--lexicon", lexicon)

    return typed


class TestPlay:
    def test_begins_with_what_there_is_to_know(self, typed):
        done = typed("play C5")
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        assert lines[0] == "C5: 12 words of lexicon small.txt"
        assert lines[1].startswith("Evil Motus has no word in mind. It keeps all clues true and ")
        assert "5 tries" in lines
        assert "C . . . ." in lines
        assert "12 were still possible.\nStill possible: CABAN CABLE CACHE" in done.out

    def test_revealed_letters_are_those_of_words(self, typed):
        """The host of `--reveal` had "no code in mind", and the initial was not shown."""
        done = typed("play C5 --reveal --fair --seed 1", "câser")
        assert "no code" not in done.out + typed("play C5 --reveal").out
        assert "C . . . ." in done.out
        assert re.search(r"^CASER [GYB]{5}( [A-Z])?  \d+ words? left$", done.out, re.MULTILINE)

    def test_tells_after_each_guess_what_is_left_and_what_is_known_of_letters(self, typed):
        out = typed("play C5", "caser").out.splitlines()
        at = next(at for at, line in enumerate(out) if line.startswith("CASER "))
        assert out[at].endswith(" words left")
        assert out[at + 1].startswith("placed ")

    def test_goes_on_after_what_is_wrong(self, typed):
        done = typed(FAIR, "", "lasso", "ca", "l'eau", "undo", "caser", "caser")
        assert done.code == 0
        assert done.err.splitlines() == [
            "emi: guess 1, LASSO: unknown, expected one of the 12 words of C5 in lexicon small.txt",
            "emi: guess 1, CA: 2 letters, expected 5",
            "emi: guess 1, L'EAU: unknown, expected one of the 12 words of C5 in lexicon small.txt",
            "emi: undo: there is nothing to take back, expected a guess before",
            "emi: guess 2, CASER: it is guess 1 too, expected different words",
        ]
        assert done.out.count("CASER ") == 1

    def test_a_shared_result_is_no_guess(self, typed):
        done = typed(FAIR, "Wordle 1,234 3/6", "", "🟩⬛⬛⬛🟩", "🟩🟩🟩🟩🟩", "caser")
        assert done.err.splitlines() == [
            (
                "emi: 'Wordle 1,234 3/6': a shared result, which does not tell the guesses; "
                "expected a guess, such as CABAN"
            ),
            *[
                f"emi: '{row}': feedback, expected a guess, such as CABAN"
                for row in ("🟩⬛⬛⬛🟩", "🟩🟩🟩🟩🟩")
            ],
        ]
        assert done.out.count("CASER ") == 1

    def test_ends_with_the_best_play_beside_and_a_result_to_paste(self, typed):
        words = ["caban", "cable", "cache", "cadet", "cadre", "cafes", "caler", "calme", "canal"]
        done = typed(f"{FAIR} --tries 12 --palette contrast", *words, "canne", "canoe", "caser")
        assert (done.code, done.err) == (0, "")
        assert "\nFound with 3 guesses.\n" in done.out
        assert "C5: your game beside the best" in done.out
        assert "and luck " in done.out
        pasted = done.out[done.out.index("emi C5, fair, seed 1: ") :].splitlines()
        assert set("".join(pasted[1:])) <= {*"🟧🟦⬛"}
        assert pasted[-1] == "🟧" * 5

    def test_is_lost_when_the_tries_are_used_up(self, typed):
        out = typed("play C5 --tries 1", "caser", end=None).out
        assert "\nNot found. It might have been " in out
        assert "emi C5, evil: X/1\n" in out
        fair = typed(f"{FAIR} --tries 1", "caser", end=None).out
        assert "\nNot found. It was C" in fair

    def test_gives_hints_and_takes_guesses_back(self, typed):
        out = typed("play C5", "hint", "hint", "?", "caser", "undo", "caser", "caban", "undo").out
        lines = out.splitlines()
        assert "12 words left. You can still be sure to find it within 3 guesses." in lines
        assert any(one.startswith("Still possible: CABAN CABLE CACHE ") for one in lines)
        assert any(one.startswith("Play CALER: at most 3 more guesses, ") for one in lines)
        assert "12 words left" in lines
        assert any(one.startswith("CASER  ") for one in lines)

    def test_says_what_can_be_typed(self, typed):
        out = typed("play C5", "help").out
        assert "  undo     take back the last guess" in out.splitlines()

    def test_commands_are_the_same_as_with_help_from_the_program(self, typed):
        lines = ["words", "secrets", "best", "hint", "hint", "hint"]
        outs = [typed(line, *lines).out for line in ("play C5", "explain --interactive C5")]
        host, helped = (out.partition("quit, help\n")[2].splitlines() for out in outs)
        words = "CABAN CABLE CACHE CADET CADRE CAFES CALER CALME CANAL CANNE CANOE CASER"
        best = "Play CALER: at most 3 more guesses, 2.2 on average (proven)."
        surely = "12 words left. You can still be sure to find it within 3 guesses."
        said = [words, words, best, surely, f"Still possible: {words}", best]
        assert host[:6] == helped[:6] == said
        helps = [typed(line, "help").out for line in ("play C5", "explain --interactive C5")]
        for name in ("hint", "best", "words", "secrets", "undo", "quit", "help"):
            (said,) = {re.search(rf"^  {name} .*$", text, re.MULTILINE).group() for text in helps}
            assert len(said) > 12

    def test_words_that_fit_and_are_no_secrets_are_told_apart(self, run, tmp_path, monkeypatch):
        secrets, guesses = tmp_path / "s.txt", tmp_path / "g.txt"
        secrets.write_text("grate\nstare\nslate\n")
        guesses.write_text("crate\ngrate\nirate\nslate\nstare\n")
        line = ["wordle", "--secrets", secrets, "--guesses", guesses]
        for command in (["play", "--fair"], ["explain", "--interactive"]):
            monkeypatch.setattr(sys, "stdin", io.StringIO("words\nquit\n"))
            out = run(*command, *line).out
            assert "GRATE SLATE STARE\n" in out
            assert "not on the list of secrets, but fit too: CRATE IRATE\n" in out
            monkeypatch.setattr(sys, "stdin", io.StringIO("secrets\nquit\n"))
            assert "IRATE" not in run(*command, *line).out.partition("help\n")[2]

    def test_a_command_that_is_a_word_has_a_slash(self, run, tmp_path, monkeypatch):
        (tmp_path / "w.txt").write_text("hint\nundo\nquit\nhelp\nhunt\n")
        text = io.StringIO("hint\n/hint\n/quit\n")
        monkeypatch.setattr(sys, "stdin", text)
        done = run("play", "4", "--lexicon", tmp_path / "w.txt")
        assert "HINT " in done.out
        assert "be sure to find it within" in done.out or "can be sure to be right" in done.out

    def test_the_end_of_the_input_ends_it(self, typed):
        done = typed("play C5", "caser", end=None)
        assert (done.code, done.err) == (0, "emi: the game ends, as the input has ended\n")
        assert "\nNot found. It might have been " in done.out

    def test_without_an_input_it_ends_at_once(self, run, lexicon, monkeypatch):
        monkeypatch.setattr(sys, "stdin", None)
        done = run("play", "C5", "--lexicon", lexicon)
        assert (done.code, done.err) == (0, "emi: the game ends, as the input has ended\n")

    def test_hard_play_says_which_hint_a_guess_breaks(self, typed):
        words = ["caser", "canoe", "calme", "cache", "cafes", "cadet", "cadre"]
        done = typed("play C5 --hard hints", *words)
        assert "hard play (hints) forbids it, clue " in done.err

    def test_of_pegs_and_of_letters_in_common(self, run, lexicon, monkeypatch):
        monkeypatch.setattr(sys, "stdin", io.StringIO("11\n23\nhint\nquit\n"))
        out = run("play", "mastermind:2x3").out
        assert "11 0b0w  4 codes left" in out or "11 1b0w  4 codes left" in out
        monkeypatch.setattr(sys, "stdin", io.StringIO("adieu\nquit\n"))
        assert "\ntried ADEIU\n" in run("play", "jotto", "--lexicon", lexicon).out

    def test_against_an_evil_host_there_are_as_many_tries_as_exact_play_needs(
        self, run, tmp_path, monkeypatch
    ):
        (tmp_path / "w.txt").write_text("\n".join(FAMILY))
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        out = run("play", "5", "--lexicon", tmp_path / "w.txt").out
        assert "\n10 tries, what exact play needs; the game allows 5\n" in out

    def test_what_cannot_be_asked_is_refused(self, typed):
        for line, said in [
            ("play C5 --seed 3 --evil", "--seed 3: requires --fair, an evil host draws"),
            ("play C5 --tries 0", "--tries 0: expected a number from 1 to 9,999"),
            ("play Q9", "cell Q9: lexicon small.txt has no word"),
        ]:
            done = typed(line)
            assert (done.code, done.out) == (2, "")
            assert said in done.err

    def test_bytes_that_are_no_text_are_no_guess(self, run, lexicon, monkeypatch):
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\xe9\nquit\n"), "utf-8")
        )
        done = run("play", "C5", "--lexicon", lexicon)
        assert done.code == 0
        assert "emi: guess 1, " in done.err

    @pytest.mark.parametrize("columns", ["40", "10"])
    def test_fits_into_a_narrow_terminal(self, typed, monkeypatch, columns):
        monkeypatch.setenv("COLUMNS", columns)
        words = ["caban", "cable", "cache", "cadet", "cadre", "cafes", "caler", "calme", "canal"]
        done = typed(f"{FAIR} --tries 12", "help", "hint", "hint", "hint", *words, "canne", "canoe")
        assert done.code == 0
        if columns == "40":
            assert max(map(len, done.out.splitlines())) <= 40


class TestLanguages:
    """What players are told is on the catalogue of the page."""

    @pytest.mark.parametrize(
        ("language", "said"),
        [
            ("fr", "Jouez CALER : encore 3 essais au plus, 2,2 en moyenne (prouvé)."),
            ("nl", "Speel CALER: nog hoogstens 3 pogingen, gemiddeld 2,2 (bewezen)."),
        ],
    )
    def test_advice_hints_and_help(self, typed, language, said):
        lines = ["help", "hint", "hint", "best", "nonsense"]
        for command in ("play C5", "explain --interactive C5"):
            done = typed(f"{command} --language {language}", *lines)
            out = done.out.splitlines()
            assert said in out
            t = Texts(language)
            assert any(one.startswith(t("hintWords", words="CABAN CABLE ")) for one in out)
            assert f"  best     {t('sayBest')}" in out
            assert any(one.endswith(f" {t('hintSure', n=3)}") for one in out) or (
                t("hintSure", n=3) in " ".join(done.out.split())
            )
            assert "You can" not in done.out
            assert "Play " not in done.out

    def test_the_end_of_a_game(self, typed):
        out = typed(f"{FAIR} --tries 1 --language fr", "caser", end=None).out
        assert "\nPas trouvé. C'était C" in out
        words = ["caban", "cable", "cache", "cadet", "cadre", "cafes", "caler", "calme", "canal"]
        done = typed(f"{FAIR} --tries 12 --language nl", *words, "canne", "canoe", "caser")
        assert "\nGevonden met 3 pogingen.\n" in done.out
        assert re.search(r"^CABAN [GYB]{5}  nog \d+ woorden$", done.out, re.MULTILINE)

    @pytest.mark.parametrize(
        ("language", "wrong", "columns"),
        [
            (
                "fr",
                [
                    "emi: LASSO n'est pas dans la liste.",
                    "emi: CA : il faut 5 caractères.",
                    "emi: CABAN:GGB : il faut 5 marques, une par lettre",
                    "emi: undo : il n'y a rien à annuler",
                ],
                ["plus grande", "attendu", "bits", "pire", "moyenne"],
            ),
            (
                "nl",
                [
                    "emi: LASSO staat niet in de lijst.",
                    "emi: CA: er zijn 5 tekens nodig.",
                    "emi: CABAN:GGB: er horen 5 merken, één per letter",
                    "emi: undo: er is niets om terug te nemen",
                ],
                ["grootste", "verwacht", "bits", "slechtst", "gemiddeld"],
            ),
        ],
    )
    def test_tables_and_errors(self, typed, language, wrong, columns):
        lines = ["lasso ggbbb", "ca gg", "caban ggb", "undo"]
        done = typed(f"explain --interactive C5 --language {language}", *lines)
        assert done.err.splitlines() == wrong
        heading = next(line for line in done.out.splitlines() if " bits " in line)
        assert re.split(r"  +", heading.strip()) == columns

    def test_errors_of_clues_and_a_review(self, typed):
        done = typed("explain C5 --clues cable:ggbbb,cache:ggggb --language fr")
        assert done.err.startswith("emi: Rien ne convient à ces indices. ")
        done = typed("review C5 --clues CABLE:GGBBY,CADET:GGBGB,CASER:GGGGG --language nl")
        assert "C5: jouw spel naast het beste" in done.out
        assert "poging  antwoord  daarna  verwacht  zeker  beste  kosten  geluk" in done.out
        assert "3 pogingen: het beste spel neemt er gemiddeld 2,17, jouw spel kostte " in done.out

    def test_the_environment_says_it_and_another_one_is_refused(self, typed, monkeypatch):
        monkeypatch.setenv("EMI_LANGUAGE", "fr")
        assert "\nJouez CALER : " in typed("explain --interactive C5").out
        done = typed("play C5 --language de")
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("emi: --language 'de' is not one of 'en', 'fr', 'nl'")


class TestAssist:
    def test_ranks_the_next_guesses(self, typed):
        done = typed("explain --interactive C5 --top 3")
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        assert lines[0] == "C5: 12 words of lexicon small.txt"
        assert lines[1].startswith("Play CALER: at most 3 more guesses, ")
        assert lines[1].endswith(" on average (proven).")
        assert lines[3].split() == ["largest", "expected", "bits", "worst", "average"]
        assert "3 of 12 next guesses" in lines

    def test_words_off_the_list_are_named_before_a_clue_is_blamed(self, run, tmp_path, monkeypatch):
        secrets, guesses = tmp_path / "s.txt", tmp_path / "g.txt"
        secrets.write_text("grate\nstare\nslate\n")
        guesses.write_text("crate\ngrate\nirate\nslate\nstare\n")
        line = ["explain", "wordle", "--interactive", "--secrets", secrets, "--guesses", guesses]
        monkeypatch.setattr(sys, "stdin", io.StringIO("slate bbggg\ngrate bgggg\nquit\n"))
        done = run(*line)
        assert "not on the list of secrets, but fit too: CRATE, IRATE\n" in done.out
        assert done.err == (
            "emi: clue 2, GRATE:BGGGG, leaves no word possible (after clue 1: 1 word): CRATE, "
            "IRATE fit all clues, not on the list of secrets\n"
        )

    def test_goes_on_until_it_is_found(self, typed):
        done = typed(
            "explain --interactive C5", "words", "help", "caser:ggbyy", "undo", "ggggg", end=None
        )
        assert done.code == 0
        assert "CABAN CABLE " in done.out
        assert "or the feedback alone if you proposed the first of the list." in done.out
        assert done.out.rstrip().endswith(" is right: found with guess 1.")
        # Nor are there headings of guesses that are none.
        assert "largest" not in done.out.rpartition("1 word left")[2]

    def test_goes_on_after_what_is_wrong(self, typed):
        done = typed(
            "explain --interactive C5",
            "",
            "caser",
            "lasso gybbb",
            "caser 999",
            "!",
            "!lasso",
            "undo",
        )
        assert done.code == 0
        said = [line.partition(", expected")[0] for line in done.err.splitlines()]
        assert [one.partition("guess and")[0] for one in said] == [
            "emi: caser: expected a ",
            "emi: guess 1, LASSO: unknown",
            "emi: clue 1, CASER:999: unknown mark '9' in place 1",
            "emi: !: expected the word that the other game does not know, !WORD",
            "emi: LASSO: expected one of the words of C5",
            "emi: undo: there is nothing to take back",
        ]

    def test_a_shared_result_is_no_answer(self, typed):
        done = typed("explain --interactive C5", "Wordle 1,234 3/6", "", "🟩⬛⬛⬛🟩", "🟩🟩🟩🟩🟩")
        assert done.err.splitlines() == [
            (
                "emi: 'Wordle 1,234 3/6': a shared result, which does not tell the guesses; "
                "expected each guess with its feedback, such as CABAN GGBBB"
            ),
            *[
                f"emi: {row}: a line of a shared result, which does not tell the guess; expected a "
                "guess with its feedback, such as CABAN GGBBB"
                for row in ("🟩⬛⬛⬛🟩", "🟩🟩🟩🟩🟩")
            ],
        ]
        assert "1 word left" not in done.out
        assert " words left" not in done.out

    def test_leaves_out_what_the_other_game_does_not_know(self, typed):
        out = typed("explain --interactive C5", "!caser", "words").out
        assert " CASER" not in out.splitlines()[-1]
        done = typed(
            "explain --interactive C5", "!caser", "!caser", "caser ggbyy", "undo", "caser ggbyy"
        )
        assert done.err == 2 * "emi: CASER: it was left out before (undo takes that back)\n"
        assert "CASER GGBYY" in done.out

    def test_a_line_of_json_for_each_line(self, typed):
        lines = ["caser ggbyy", "cable 000", "", "!cable", "words", "undo", "undo", "undo"]
        done = typed("explain --interactive C5 --format json --top 2", *lines)
        assert (done.code, done.err) == (0, "")
        read = [json.loads(line) for line in done.out.splitlines()]
        assert len(read) == 1 + len(lines)
        assert ["error" in one for one in read] == [
            False, False, True, True, False, False, False, False, True
        ]  # fmt: skip
        first = read[0]
        assert first["format"] == "emi-position"
        assert [first["advice"][f"worst_{end}"] for end in ("lower", "upper")] == [3, 3]
        assert set(first["profiles"][0]) >= {"guess", "keeps", "exact"}
        assert set(first["profiles"][0]["values"]) == {"Max", "ExpectedSize", "Information"}
        assert [turn["guess"] for turn in read[1]["turns"]] == ["CASER"]
        assert "CABLE" not in read[4]["possible"]
        assert read[4] == read[5]

    def test_tiles_are_read_in_the_palette_that_is_said(self, typed):
        line = "caser 🟥🟥🟦🟦🟦"
        assert "CASER GGBBB" in typed("explain --interactive 5 --no-initial", line).out
        assert (
            "ambiguous tile, expected a palette"
            in typed("explain --interactive C5", "caser 🟦🟦🟦🟦🟦").err
        )
        assert (
            "CASER:BBBBB, lea"
            in typed("explain --interactive 5 --palette motus", "caser 🟦🟦🟦🟦🟦").err
        )

    def test_tries_and_weights_count(self, typed, tmp_path):
        weights = tmp_path / "weights.txt"
        words = emi.load(str(tmp_path / "small.txt")).cell("C", 5)
        weights.write_text("".join(f"{word} {1000 if word == 'CANOE' else 1}\n" for word in words))
        line = f"C5 --weights {weights}"
        begun = "Play CANOE: at most 3 more guesses, 1.0 on average (proven)."
        assert begun in typed(f"explain --interactive {line} --tries 9").out
        assert begun in typed(f"play {line} --fair --tries 9", "best").out
        said = "Play CANOE: found within 1 more guess with 98.91 % (proven)."
        assert said in typed(f"explain --interactive {line} --tries 1").out
        # What is left out has no weight any more.
        out = typed(f"explain --interactive {line}", "!canoe", "!caser").out
        assert out.count("\nPlay ") == 3
        # A secret is drawn by them too.
        assert "Not found. It was CANOE." in typed(f"play {line} --fair --seed 1").out
        for command in ("play", "explain --interactive"):
            done = typed(f"{command} C5 --weights nowhere.txt")
            assert (done.code, done.out) == (2, "")
            assert done.err.startswith("emi: no such file: 'nowhere.txt': expected a text file, a ")

    def test_of_hard_play(self, typed):
        out = typed("explain --interactive C5 --hard consistent", "caser ggbyy").out
        assert "C5 (hard: consistent): 12 words" in out


class TestChallenge:
    def test_shows_each_guess_with_the_clock_and_says_who_won(self, typed):
        done = typed("play --reverse cadre abaca cabane")
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        assert lines[0] == "CADRE (C5, 12 words of lexicon small.txt)"
        assert lines[1].endswith(" s")
        assert lines[-1].startswith("3 of 3 words found, ")
        assert lines[-1].endswith(" of 180: the program wins")

    def test_you_win_with_exit_code_1(self, typed):
        done = typed("play --reverse cadre --tries 1 --time-limit 60")
        assert done.code in {0, 1}
        done = typed("play --reverse cadre cable cache caban --tries 1 --hard hints")
        assert (done.code, done.err) == (1, "")
        assert done.out.rstrip().endswith(" of 180: you win")

    def test_programs_have_the_table_alone(self, typed, tmp_path):
        (row,) = rows(typed("play --reverse cadre --format csv --no-initial").out)
        assert (row["word"], row["game"], row["found"]) == ("CADRE", "5", "yes")
        done = typed(f"play --reverse cadre --out {tmp_path / 'c.json'}")
        assert done.out == ""
        assert json.loads((tmp_path / "c.json").read_text())["won"]

    def test_what_is_no_word_is_refused(self, typed):
        for line, said in [
            ("play --reverse cadrx", "emi: CADRX: unknown, expected a word of lexicon small.txt"),
            ("play --reverse zebre", "emi: cell Z5: lexicon small.txt has no word"),
            ("play --reverse c4dre", "emi: word 'c4dre': expected a word of letters A to Z"),
            ("play --reverse", "emi: Missing argument 'GAME|WORD...'."),
        ]:
            done = typed(line)
            assert (done.code, done.out) == (2, "")
            assert done.err.startswith(said)
