"""``emi review``: a game that was played elsewhere, as people write and paste it."""

import io
import json
import os
import sys

import pytest

from tests.emi.cases import of_words

GAME = ["CABLE:GGBBY", "CADET:GGBGB", "CASER:GGGGG"]
TILES = "🟩🟩⬛⬛🟨\n🟩🟩⬛🟩⬛\n🟩🟩🟩🟩🟩\n"
PASTED = {
    "letters": "CABLE GGBBY\nCADET GGBGB\nCASER GGGGG\n",
    "tiles": "cable 🟩🟩⬛⬛🟨\ncadet 🟩🟩⬛🟩⬛\n\ncaser 🟩🟩🟩🟩🟩",
    "tiles before the words": "🟩🟩⬛⬛🟨 CABLE\n🟩🟩⬛🟩⬛ CADET\n🟩🟩🟩🟩🟩 CASER",
    "tiles with spaces": "CABLE 🟩 🟩 ⬛ ⬛ 🟨\nCADET 🟩 🟩 ⬛ 🟩 ⬛\nCASER 🟩 🟩 🟩 🟩 🟩",
    "colons": "cable:gg--y\n".replace("-", "b") + "cadet: GGBGB\ncaser:22222\n",
    "with a title": "Wordle 1,234 3/6\n\nCABLE GGBBY\nCADET GGBGB\nCASER GGGGG\n",
    "tiles, then words": f"{TILES}CABLE\nCADET\nCASER\n",
    "words, then tiles": f"CABLE\nCADET\nCASER\n{TILES}",
    "lines in turn": "CABLE\n🟩🟩⬛⬛🟨\nCADET\n🟩🟩⬛🟩⬛\nCASER\n🟩🟩🟩🟩🟩\n",
    "lines in turn, tiles first": "🟩🟩⬛⬛🟨\nCABLE\n🟩🟩⬛🟩⬛\nCADET\n🟩🟩🟩🟩🟩\nCASER\n",
    "on one line": "CABLE 🟩🟩⬛⬛🟨 CADET 🟩🟩⬛🟩⬛ CASER 🟩🟩🟩🟩🟩",
    "words on one line": f"{TILES}cable cadet caser",
    "all of it on one line": f"Wordle 1,234 3/6* {' '.join(TILES.split())} cable, cadet, caser",
    "Wordle, hard": f"Wordle 1,234 3/6*\n\n{TILES}\nCABLE, CADET, CASER",
    "Sutom": "#SUTOM #321 3/6 1h34\n\n🟥🟥🟦🟦🟡\n🟥🟥🟦🟥🟦\n🟥🟥🟥🟥🟥\n\n"
             "https://sutom.nocle.fr\n\ncable\ncadet\ncaser\n",
    "a hashtag": f"#Sutom\ncable cadet caser\n{TILES}",
    "Absurdle": f"Absurdle 3/∞\n\n{TILES}\nqntm.org/absurdle\ncable cadet caser",
    "numbered": "1. CABLE 🟩🟩⬛⬛🟨\n2. CADET 🟩🟩⬛🟩⬛\n3. CASER 🟩🟩🟩🟩🟩",
    "mixed": "CABLE 🟩🟩⬛⬛🟨\nCADET\nGGBGB\n22222 CASER",
}  # fmt: skip


@pytest.fixture
def typed(run, lexicon, monkeypatch):
    """Return a function that runs a line with a text for its input."""

    def typed(line, text):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return run(*line.split(), *of_words(line, lexicon))

    return typed


def read(ran):
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    return [{name: one[name] for name in ("guess", "feedback", "cost", "luck", "best")}
            for one in document["moves"]]  # fmt: skip


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_game_is_read_as_it_is_pasted(typed, text, tmp_path):
    expected = read(typed(f"review C5 --time-limit 600 --format json --clues {','.join(GAME)}", ""))
    assert [f"{one['guess']}:{one['feedback']}" for one in expected] == GAME
    assert read(typed("review C5 --time-limit 600 --format json", text)) == expected
    # The cell follows from the words.
    assert read(typed("review --time-limit 600 --format json", text)) == expected
    file = tmp_path / "game.txt"
    file.write_text(text)
    for line in (f"review C5 {file}", f"review {file}"):
        assert read(typed(f"{line} --time-limit 600 --format json", "")) == expected


def test_guesses_alone_are_enough_with_the_secret(typed):
    expected = read(typed(f"review C5 --time-limit 600 --format json --clues {','.join(GAME)}", ""))
    for line in ("--secret caser --clues cable,cadet,caser", "--secret caser"):
        assert read(typed(f"review C5 --format json {line}", "cable\ncadet\ncaser\n")) == expected
    # What is pasted may have the feedback too, and a game that is lost has a title too.
    assert read(typed("review C5 --format json --secret caser", PASTED["letters"])) == expected
    lost = "Wordle 1,234 X/6\ncable cadet\n"
    assert read(typed("review C5 --format json --secret caser", lost))[0] == expected[0]


@pytest.mark.parametrize(
    ("clues", "expected"),
    [
        ("1122: 1 bull, 1 cow\n1213 2 bulls", ["1122:1b1w", "1213:2b0w"]),
        ("1122 1 black 1 white, 1213: 2 black", ["1122:1b1w", "1213:2b0w"]),
        ("1122 1213 1A1B 2A0B", ["1122:1b1w", "1213:2b0w"]),
        ("1122 1 noir et 1 blanc\n1213 bb", ["1122:1b1w", "1213:2b0w"]),
        ("⚫⚪\n⚫⚫\n1122\n1213", ["1122:1b1w", "1213:2b0w"]),
    ],
)
def test_clues_of_pegs_are_read_as_people_write_them(typed, clues, expected):
    document = json.loads(typed("review mastermind:4x6 --format json --time-limit 1", clues).out)
    assert [f"{one['guess']}:{one['feedback']}" for one in document["moves"]] == expected


SHARED = "#SUTOM #321 3/6 1h34\n\n🟥🟥🟦🟡🟡\n🟥🟥🟦🟥🟦\n🟥🟥🟥🟥🟥\n\nhttps://sutom.nocle.fr\n"


def test_a_shared_result_asks_for_the_words(typed, golden):
    """With its words before the tiles, or the words alone, it is reviewed."""
    for line in ("review C5 --secret caser", "review --secret caser", "review C5", "review"):
        refused = typed(line, SHARED)
        assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
        golden(refused.err)
    some = "Motus 3/6\nCADRE 🟥🟥🟦🟡🟡\n🟥🟥🟦🟥🟦\nCASER\n"
    golden(typed("review C5 --secret caser", some).err)
    expected = read(typed("review C5 --format json --secret caser --clues cadre,cadet,caser", ""))
    for word, tiles in (("CADET", ""), ("CADET", " 🟥🟥🟦🟥🟦")):
        text = some.replace("\n🟥🟥🟦🟥🟦", f"\n{word}{tiles}")
        assert read(typed("review C5 --secret caser --format json", text)) == expected


def test_a_shared_result_of_pegs_asks_for_the_codes(typed, golden):
    result = "emi mastermind:2x3, fair: 2\n{}⚫\n{}⚫⚫\n"
    golden(typed("review mastermind:2x3 --secret 12", result.format("", "")).err)
    ran = typed("review mastermind:2x3 --secret 12", result.format("11 ", "12 "))
    assert [line.split()[:2] for line in ran.out.splitlines()[3:5]] == [
        ["11", "1b0w"], ["12", "2b0w"],
    ]  # fmt: skip


def test_what_guesses_cost_and_luck_saved_add_up_to_the_guesses_made(typed, golden):
    document = json.loads(typed("review C5 --format json", PASTED["letters"]).out)
    spent = sum(one["cost"] - one["luck"] for one in document["moves"])
    assert document["found"] is True
    assert abs(document["mean"] + spent - 3) < 1e-6
    text = typed("review C5", PASTED["letters"]).out
    golden(text)


def test_a_game_of_pegs_and_hard_play(typed):
    text = typed("review mastermind:2x3", "11 1b0w\n12 0b1w\n31 2b0w\n").out
    assert [line.split()[0] for line in text.splitlines()[3:6]] == ["11", "12", "31"]
    refused = typed("review C5 --hard possible", "CABLE GGBBY\nCABAN GGBBB\n")
    assert refused.code == 2
    assert "CABAN" in refused.err


class TestSecretsOffTheList:
    """The site drew a word that is no secret here: a guess of the list, or no word of it."""

    @pytest.fixture
    def lists(self, tmp_path):
        secrets, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
        words = ["CABLE", "CADET", "CASER", "CACHE", "CADRE"]
        secrets.write_text("\n".join(words), "utf-8")
        guesses.write_text("\n".join([*words, "CABAS", "CARTE", "CANNE"]), "utf-8")
        return f"--secrets {secrets} --guesses {guesses}".split()

    @pytest.fixture
    def reviewed(self, run, lists, monkeypatch):
        """Return a function that reviews a game of these lists, of a text for its input."""

        def reviewed(line, text=""):
            monkeypatch.setattr(sys, "stdin", io.StringIO(text))
            return run("review", "C5", *line.split(), *lists)

        return reviewed

    @pytest.mark.parametrize("secret", ["CARTE", "CARGO"])
    @pytest.mark.parametrize("format", ["table", "html", "json"])
    def test_each_step_counts_the_listed_secrets(self, reviewed, secret, format, golden):
        ran = reviewed(f"--secret {secret} --clues CABLE,CANNE,{secret} --format {format}")
        assert (ran.code, ran.err) == (0, "")
        if format == "json":
            document = json.loads(ran.out)
            assert (document["unlisted"], document["found"]) == ([secret], True)
            assert [one["after"] for one in document["moves"]][-1] == 0
        elif format == "html":
            assert f"{secret}: not on the answer list" in ran.out
            assert ran.out.count(" listed<") == 3
        else:
            golden(ran.out)

    @pytest.mark.parametrize("title", ["", "Motus 2/6\n"])
    def test_what_is_pasted_tells_the_secret_by_its_last_line(self, reviewed, title):
        text = f"{title}CABLE 🟩🟩⬛⬛⬛\nCARGO 🟩🟩🟩🟩🟩\n"
        pasted = json.loads(reviewed("--format json", text).out)
        assert pasted["unlisted"] == ["CARGO"]
        assert pasted == json.loads(reviewed("--format json --secret cargo", text).out)

    @pytest.mark.parametrize(
        "line",
        ["C5 --secret BARGE", "C5 --secret CAR", "C5 --secret CARGOS",
         "mastermind:2x3 --secret 99 --clues 11"],
    )  # fmt: skip
    def test_what_no_list_can_have_is_refused(self, typed, line, golden):
        ran = typed(f"review {line}", "CABLE\n")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        golden(ran.err)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("C5", ""),
        ("C5", "Wordle 1,234 2/6\n\n🟩🟩⬛⬛🟨\n🟩🟩🟩🟩🟩"),
        ("C5", "🟩🟩⬛⬛🟨\n"),
        ("C5", "CABLE GGB\n"),
        ("C5", "CABLE\n"),
        ("C5", "CABLE GGGGY\n"),
        ("C5 --secret caser", "CABLE GGBBY\nCADET GGBBB\nCASER\n"),
        ("C5 --secret caser", "CABLE 🟩🟩⬛\n"),
        ("C5 --secret caser", "Motus 2/6\nDAXLE GGBBY\nCASER GGGGG\n"),
        ("mastermind:2x3 --secret 12", "emi mastermind:2x3, fair: 2\n1b0w\n2b0w\n"),
        ("C5", "CABLE\nCADET\n🟩🟩⬛⬛🟨\n"),
        ("C5", "CABLE 🟩🟩⬛⬛🟨\n🟩🟩⬛🟩⬛\n"),
        ("C5 nowhere.txt", ""),
        ("C5 nowhere.txt --clues CABLE:GGBBY", ""),
        ("mastermind:4x6", "1122 1 bull 5 cows"),
    ],
)
def test_what_is_no_game_is_refused(typed, line, text, golden):
    ran = typed(f"review {line}", text)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    golden(ran.err)


def test_bytes_that_are_no_utf_8_are_shown_as_bytes(run, monkeypatch):
    read = io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8", errors="surrogateescape")
    monkeypatch.setattr(sys, "stdin", read)
    assert run("review", "C5").err.startswith(r"emi: '\xff': feedback without a guess, expected")
    assert run("review", os.fsdecode(b"caf\xe9")).err.startswith(r"emi: unknown game 'caf\xe9'")
    # Backslashes that were typed are another text.
    assert run("review", r"caf\udce9").err.startswith(r"emi: unknown game 'caf\\udce9'")


def test_without_an_input(run, monkeypatch, golden):
    monkeypatch.setattr(sys, "stdin", None)
    golden(run("review", "C5").err)
