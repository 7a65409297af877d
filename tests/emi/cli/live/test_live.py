"""Games played in a terminal: the program is host, helps, or is challenged."""

import io
import json
import re
import sys

import pytest

import emi
from emi.cli.live.assist import TOP
from emi.reports.texts import LANGUAGES, Texts
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
    def test_begins_with_what_there_is_to_know(self, typed, golden):
        done = typed("play C5")
        assert (done.code, done.err) == (0, "")
        golden(done.out)

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
        assert " well placed" in out[at + 1]

    def test_goes_on_after_what_is_wrong(self, typed, golden):
        done = typed(FAIR, "", "lasso", "ca", "l'eau", "undo", "caser", "caser")
        assert done.code == 0
        golden(done.err)
        assert done.out.count("CASER ") == 1

    def test_a_shared_result_is_no_guess(self, typed, golden):
        done = typed(FAIR, "Wordle 1,234 3/6", "", "🟩⬛⬛⬛🟩", "🟩🟩🟩🟩🟩", "caser")
        golden(done.err)
        assert done.out.count("CASER ") == 1

    def test_ends_with_the_best_play_beside_and_a_result_to_paste(self, typed, golden):
        words = ["caban", "cable", "cache", "cadet", "cadre", "cafes", "caler", "calme", "canal"]
        done = typed(f"{FAIR} --tries 12 --palette contrast", *words, "canne", "canoe", "caser")
        assert (done.code, done.err) == (0, "")
        golden(done.out)
        pasted = done.out[done.out.index("emi C5, fair, seed 1: ") :].splitlines()
        assert set("".join(pasted[1:])) <= {*"🟧🟦⬛"}
        assert pasted[-1] == "🟧" * 5

    def test_is_lost_when_the_tries_are_used_up(self, typed, golden):
        out = typed("play C5 --tries 1", "caser", end=None).out
        golden(out)
        fair = typed(f"{FAIR} --tries 1", "caser", end=None).out
        golden(fair)

    def test_gives_hints_and_takes_guesses_back(self, typed, golden):
        line = "play C5 --time-limit 600"
        out = typed(line, "hint", "hint", "?", "caser", "undo", "caser", "caban", "undo").out
        golden(out)

    def test_says_what_can_be_typed(self, typed, golden):
        out = typed("play C5", "help").out
        golden(out)

    def test_commands_are_the_same_as_with_help_from_the_program(self, typed):
        lines = ["words", "secrets", "best", "hint", "hint", "hint"]
        outs = [typed(line, *lines).out for line in ("play C5", "explain --interactive C5")]
        host, helped = (out.partition("quit, help\n")[2].splitlines() for out in outs)
        words = "CABAN CABLE CACHE CADET CADRE CAFES CALER CALME CANAL CANNE CANOE CASER"
        best = "Play CALER: at most 3 more guesses, 2.17 on average (proven)."
        surely = "12 words left. You can still be sure to find it within 3 guesses."
        said = [words, words, best, surely, f"Still possible: {words}", best]
        assert host[:6] == helped[:6] == said
        helps = [typed(line, "help").out for line in ("play C5", "explain --interactive C5")]
        for name in ("hint", "best", "words", "secrets", "undo", "quit", "help"):
            (said,) = {re.search(rf"^  {name} .*$", text, re.MULTILINE).group() for text in helps}
            assert len(said) > 12

    def test_words_that_fit_and_are_no_secrets_are_told_apart(
        self, run, tmp_path, monkeypatch, golden
    ):
        secrets, guesses = tmp_path / "s.txt", tmp_path / "g.txt"
        secrets.write_text("grate\nstare\nslate\n")
        guesses.write_text("crate\ngrate\nirate\nslate\nstare\n")
        line = ["wordle", "--secrets", secrets, "--guesses", guesses]
        for command in (["play", "--seed", "1"], ["explain", "--interactive"]):
            monkeypatch.setattr(sys, "stdin", io.StringIO("words\nquit\n"))
            out = run(*command, *line).out
            golden(out)
            monkeypatch.setattr(sys, "stdin", io.StringIO("secrets\nquit\n"))
            assert "IRATE" not in run(*command, *line).out.partition("help\n")[2]

    def test_a_command_is_one_though_it_is_a_word_of_the_game(self, run, tmp_path, monkeypatch):
        """The word is typed after a sign, and the program says so; of each language."""
        (tmp_path / "w.txt").write_text("hint\nundo\nquit\nmots\nhunt\n")
        text = io.StringIO("hint\n/undo\nmots\n=mots\n=HINT\n/quit\n")
        monkeypatch.setattr(sys, "stdin", text)
        done = run("play", "4", "--lexicon", tmp_path / "w.txt", "--tries", "9")
        lines = done.out.splitlines()
        assert "HINT is also a word of the game: to guess it, type =HINT" in lines
        at = lines.index("MOTS is also a word of the game: to guess it, type =MOTS")
        assert lines[at - 1] == "HINT HUNT MOTS QUIT UNDO"
        made = [line[:4] for line in lines if re.match("(MOTS|HINT) [GYB]{4}", line)]
        assert made == ["MOTS", "HINT"]
        assert "nothing to take back" in done.err

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_commands_are_known_in_each_language(self, typed, language):
        for other in LANGUAGES:
            done = typed(f"play C5 --language {language}", Texts(other)("commandWords"))
            assert "CABAN CABLE CACHE" in done.out
            assert done.err == ""

    def test_quitting_offers_the_review(self, typed):
        for line in ("play C5 --fair --seed 1", "explain --interactive C5"):
            clue = "" if "play" in line else " ggbyb"
            heading = "C5: your game beside the best"
            assert heading in typed(line, f"caser{clue}", "quit", "y", end=None).out
            for lines in (["quit"], ["quit", "y"], [f"caser{clue}", "quit", "n"], [f"caser{clue}"]):
                assert heading not in typed(line, *lines, end=None).out
        done = typed("play C5 --language fr --fair --seed 1", "caser", "quitter", "oui", end=None)
        assert Texts("fr")("sayReview", game="C5") in done.out
        assert "review" not in typed("explain --interactive C5 --format json", "quit", "y").out

    def test_the_end_of_the_input_ends_it(self, typed, golden):
        done = typed("play C5", "caser", end=None)
        assert done.code == 0
        golden(done.err)
        golden(done.out)

    def test_without_an_input_it_ends_at_once(self, run, lexicon, monkeypatch, golden):
        monkeypatch.setattr(sys, "stdin", None)
        done = run("play", "C5", "--lexicon", lexicon)
        assert done.code == 0
        golden(done.err)

    def test_hard_play_says_which_hint_a_guess_breaks(self, typed, golden):
        words = ["caser", "canoe", "calme", "cache", "cafes", "cadet", "cadre"]
        done = typed("play C5 --hard hints", *words)
        golden(done.err)

    def test_of_pegs_and_of_letters_in_common(self, run, lexicon, monkeypatch):
        monkeypatch.setattr(sys, "stdin", io.StringIO("11\n23\nhint\nquit\n"))
        out = run("play", "mastermind:2x3").out
        assert "11 0b0w  4 codes left" in out or "11 1b0w  4 codes left" in out
        monkeypatch.setattr(sys, "stdin", io.StringIO("adieu\nquit\n"))
        assert "\nADEIU tried\n" in run("play", "jotto", "--lexicon", lexicon).out

    def test_against_an_evil_host_there_are_as_many_tries_as_exact_play_needs(
        self, run, tmp_path, monkeypatch, golden
    ):
        (tmp_path / "w.txt").write_text("\n".join(FAMILY))
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        out = run("play", "5", "--lexicon", tmp_path / "w.txt").out
        golden(out)

    @pytest.mark.parametrize(
        "line", ["play C5 --seed 3 --evil", "play C5 --tries 0", "play Q9"], ids=str
    )
    def test_what_cannot_be_asked_is_refused(self, typed, line, golden):
        done = typed(line)
        assert (done.code, done.out) == (2, "")
        golden(done.err)

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
    """The catalogue of the page has all texts for players."""

    @pytest.mark.parametrize("language", LANGUAGES[1:])
    def test_advice_hints_and_help(self, typed, language, golden):
        lines = ["help", "hint", "hint", "best", "nonsense"]
        for command in ("play C5", "explain --interactive C5"):
            done = typed(f"{command} --language {language}", *lines)
            out = done.out.splitlines()
            golden(out)
            t = Texts(language)
            assert any(one.startswith(t("hintWords", words="CABAN CABLE ")) for one in out)
            best = next(one for one in out if one.startswith(f"  {t('commandBest')} "))
            assert best.endswith(f"  {t('sayBest')}")
            assert any(one.endswith(f" {t('hintSure', n=3)}") for one in out) or (
                t("hintSure", n=3) in " ".join(done.out.split())
            )
            assert "You can" not in done.out
            assert "Play " not in done.out

    @pytest.mark.parametrize("language", LANGUAGES[1:])
    def test_tables_and_errors(self, typed, language, golden):
        lines = ["lasso ggbbb", "ca gg", "caban ggb", "undo"]
        done = typed(f"explain --interactive C5 --language {language}", *lines)
        golden(done.err)
        heading = next(line for line in done.out.splitlines() if " bits " in line)
        golden(heading)

    def test_errors_of_clues_and_a_review(self, typed, golden):
        golden(typed("explain C5 --clues cable:ggbbb,cache:ggggb --language fr").err)
        clues = "CABLE:GGBBY,CADET:GGBGB,CASER:GGGGG"
        golden(typed(f"review C5 --clues {clues} --language nl").out)

    def test_the_end_of_a_game(self, typed, golden):
        out = typed(f"{FAIR} --tries 1 --language fr", "caser", end=None).out
        golden(out)
        words = ["caban", "cable", "cache", "cadet", "cadre", "cafes", "caler", "calme", "canal"]
        done = typed(f"{FAIR} --tries 12 --language nl", *words, "canne", "canoe", "caser")
        golden(done.out)

    def test_the_environment_says_it_and_another_one_is_refused(self, typed, monkeypatch, golden):
        monkeypatch.setenv("EMI_LANGUAGE", "fr")
        assert "\nJouez CALER : " in typed("explain --interactive C5").out
        done = typed("play C5 --language xx")
        assert (done.code, done.out) == (2, "")
        golden(done.err)


class TestAssist:
    @pytest.mark.parametrize("language", ["de", "en", "es", "fr", "nl"])
    def test_says_what_columns_mean_and_how_good_a_word_is(self, typed, language, golden):
        ran = typed(
            f"explain --interactive C5 --language {language} --time-limit 600",
            "caban gggbb", "help columns", "? cable", "? zzzzz",
        )  # fmt: skip
        golden(ran.out + ran.err)

    def test_warns_of_a_trap(self, run, tmp_path, monkeypatch):
        words = "fight light might night right sight tight wight coupe"
        (tmp_path / "w.txt").write_text(words.replace(" ", "\n"), encoding="utf-8")
        hard = ("wordle", "--hard", "hints", "--secrets", tmp_path / "w.txt")
        lines = {("play", "--tries", "6"): "coupe", ("explain", "--interactive"): "coupe bbbbb"}
        for command, line in lines.items():
            monkeypatch.setattr(sys, "stdin", io.StringIO(f"{line}\nquit\n"))
            assert "Trap: _IGHT, 8 words, 5 tries" in run(*command, *hard).out

    def test_ranks_the_next_guesses(self, typed, golden):
        done = typed("explain --interactive C5 --top 3")
        assert (done.code, done.err) == (0, "")
        golden(done.out)

    def test_words_off_the_list_are_named_before_a_clue_is_blamed(
        self, run, tmp_path, monkeypatch, golden
    ):
        secrets, guesses = tmp_path / "s.txt", tmp_path / "g.txt"
        secrets.write_text("grate\nstare\nslate\n")
        guesses.write_text("crate\ngrate\nirate\nslate\nstare\n")
        line = ["explain", "wordle", "--interactive", "--secrets", secrets, "--guesses", guesses]
        monkeypatch.setattr(sys, "stdin", io.StringIO("slate bbggg\ngrate bgggg\nquit\n"))
        done = run(*line)
        golden(done.out)
        golden(done.err)

    def test_goes_on_until_it_is_found(self, typed, golden):
        done = typed(
            "explain --interactive C5", "words", "help", "caser:ggbyy", "undo", "ggggg", end=None
        )
        assert done.code == 0
        assert "CABAN CABLE " in done.out
        golden(done.out)
        # Nor are there headings of guesses that are none.
        assert "largest" not in done.out.rpartition("1 word left")[2]

    def test_goes_on_after_what_is_wrong(self, typed, golden):
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
        golden([one.partition("guess and")[0] for one in said])

    def test_a_shared_result_is_no_answer(self, typed, golden):
        done = typed("explain --interactive C5", "Wordle 1,234 3/6", "", "🟩⬛⬛⬛🟩", "🟩🟩🟩🟩🟩")
        golden(done.err)
        assert "1 word left" not in done.out
        assert " words left" not in done.out

    def test_leaves_out_what_the_other_game_does_not_know(self, typed, golden):
        out = typed("explain --interactive C5", "!caser", "words").out
        assert " CASER" not in out.splitlines()[-1]
        done = typed(
            "explain --interactive C5", "!caser", "!caser", "caser ggbyy", "undo", "caser ggbyy"
        )
        golden(done.err)
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

    def test_all_guesses_are_listed_if_asked_for(self, typed):
        done = typed("explain --interactive C5 --format json --top all")
        document = json.loads(done.out)
        assert len(document["profiles"]) == document["ranked"] > TOP

    def test_tiles_are_read_in_the_palette_that_is_said(self, typed, golden):
        line = "caser 🟥🟥🟦🟦🟦"
        assert "CASER GGBBB" in typed("explain --interactive 5 --no-initial", line).out
        golden(typed("explain --interactive C5", "caser 🟦🟦🟦🟦🟦").err)
        golden(typed("explain --interactive 5 --palette motus", "caser 🟦🟦🟦🟦🟦").err)

    def test_tries_and_weights_count(self, typed, tmp_path, golden):
        weights = tmp_path / "weights.txt"
        words = emi.load(str(tmp_path / "small.txt")).cell("C", 5)
        weights.write_text("".join(f"{word} {1000 if word == 'CANOE' else 1}\n" for word in words))
        line = f"C5 --weights {weights}"
        begun = "Play CANOE: at most 3 more guesses, 1.02 on average (proven)."
        assert begun in typed(f"explain --interactive {line} --tries 9").out
        assert begun in typed(f"play {line} --fair --tries 9", "best").out
        said = "Play CANOE: 98.91 % of the weight is sure to be found within 1 more guess (proven)."
        assert said in typed(f"explain --interactive {line} --tries 1").out
        # What is left out has no weight any more.
        out = typed(f"explain --interactive {line}", "!canoe", "!caser").out
        assert out.count("\nPlay ") == 3
        # A secret is drawn by them too.
        golden(typed(f"play {line} --fair --seed 1").out)
        for command in ("play", "explain --interactive"):
            done = typed(f"{command} C5 --weights nowhere.txt")
            assert (done.code, done.out) == (2, "")
            golden(done.err)

    def test_of_hard_play(self, typed, golden):
        out = typed("explain --interactive C5 --hard consistent", "caser ggbyy").out
        golden(out)


class TestChallenge:
    def test_shows_each_guess_with_the_clock_and_says_who_won(self, typed, golden):
        done = typed("play --reverse cadre abaca cabane")
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        golden(lines[0])
        assert lines[1].endswith(" s")
        golden(lines[-1])

    def test_you_win_with_exit_code_1(self, typed, golden):
        done = typed("play --reverse cadre --tries 1 --time-limit 60")
        assert done.code in {0, 1}
        done = typed("play --reverse cadre cable cache caban --tries 1 --hard hints")
        assert (done.code, done.err) == (1, "")
        golden(done.out.rstrip())

    def test_programs_have_the_table_alone(self, typed, tmp_path):
        (row,) = rows(typed("play --reverse cadre --format csv --no-initial").out)
        assert (row["word"], row["game"], row["found"]) == ("CADRE", "5", "yes")
        done = typed(f"play --reverse cadre --out {tmp_path / 'c.json'}")
        assert done.out == ""
        assert json.loads((tmp_path / "c.json").read_text())["won"]

    @pytest.mark.parametrize("words", ["cadrx", "zebre", "c4dre", ""])
    def test_what_is_no_word_is_refused(self, typed, words, golden):
        done = typed(f"play --reverse {words}")
        assert (done.code, done.out) == (2, "")
        golden(done.err)
