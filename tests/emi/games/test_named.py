"""Games of shows and sites by their names; transcripts made by hand from the printed rules."""

import pytest

import emi
from emi import GameError, WordError
from emi.games.named import NAMED
from emi.proof.checking import verify
from emi.proof.verify import marks

#: A secret, and guesses with their feedback, worked out by hand.
SUTOM = "CAHIERS", [("CARTONS", "GGYBBBG"), ("CHARIER", "GYYYYYB"), ("CAHIERS", "GGGGGGG")]
LINGO = "BROOD", [("BLOEM", "GBGBB"), ("BOORD", "GYGYG"), ("BROOD", "GGGGG")]
TUSMO = "ANANAS", [("AMANDE", "GBGGBB"), ("ANNALE", "GGYYBB"), ("ANANAS", "GGGGGG")]
MOTUS = "ETETE", [("ENTRE", "GBYBG"), ("ETATE", "GGBGG"), ("ETETE", "GGGGG")]
WORDLE = "ABIDE", [("SPEED", "BBYBY"), ("ABBEY", "GGBYB"), ("ABIDE", "GGGGG")]
TRANSCRIPTS = {
    "sutom:C7": SUTOM, "lingo:B": LINGO, "tusmo:A6": TUSMO, "motus:E5": MOTUS, "wordle": WORDLE,
}  # fmt: skip


@pytest.fixture
def lists(tmp_path):
    """Return two lists of a site, of several initials and lengths: drawn from, and accepted."""
    drawn, accepted = tmp_path / "drawn.txt", tmp_path / "accepted.txt"
    accepted.write_text("cahiers\ncartons\ncharier\nchariot\ncolline\nbateaux\ncamion\n")
    drawn.write_text("cahiers\nchariot\nbateaux\ncamion\n")
    return {"secrets": drawn, "guesses": accepted}


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_game_made_by_hand(name):
    secret, turns = TRANSCRIPTS[name]
    words = sorted({secret, *(guess for guess, _ in turns)})
    lexicon = emi.Lexicon("ours", tuple(words), "unknown", "ours")
    game = emi.Wordle(words) if name == "wordle" else emi.game_named(name, lexicon=lexicon)
    left = list(game.secrets)
    for at, (guess, told) in enumerate(turns, 1):
        assert game.feedback(guess, secret) == told == marks(guess, secret)
        left = [word for word in left if marks(guess, word) == told]
        position = emi.Position(game, turns[:at])
        assert list(position.possible) == left
        assert secret in left
    assert left == [secret]
    assert position.found


@pytest.mark.parametrize(("name", "title", "tries", "lexicon"), [
        ("lingo:c", "lingo:C5", 5, "nl"), ("LINGO: C5", "lingo:C5", 5, "nl"),
        ("motus:X5", "motus:X5", 5, "fr"), ("motus:X7", "motus:X7", 6, "fr"),
        ("sutom:Z6", "sutom:Z6", 6, "fr"), ("Sutom:z9", "sutom:Z9", 6, "fr"),
        ("tusmo:W5", "tusmo:W5", 6, "fr"),
    ])  # fmt: skip
def test_has_the_words_and_tries_of_its_rules(name, title, tries, lexicon):
    game = emi.game_named(name)
    assert (game.name, game.tries, game.lexicon.name) == (title, tries, lexicon)
    cell = title.partition(":")[2]
    assert game.secrets == game.guesses == emi.load(lexicon).cell(cell[0], int(cell[1:]))
    # It is searched once, by whatever name.
    assert game.key == emi.Motus.of_cell(cell, lexicon).key


@pytest.mark.parametrize("lexicon", ["en", "fr", "nl"])
def test_lingo_is_played_in_every_language(lexicon):
    assert emi.game_named("lingo:X", lexicon=lexicon).lexicon.name == lexicon


def test_reads_the_lists_of_a_site(lists):
    game = emi.game_named("sutom:C7", **lists)
    assert game.secrets == ("CAHIERS", "CHARIOT")
    assert game.guesses == ("CAHIERS", "CARTONS", "CHARIER", "CHARIOT", "COLLINE")
    known = emi.game_named("sutom:C7", secrets=lists["secrets"])
    assert (known.secrets, len(known.guesses)) == (game.secrets, 3112)


def test_a_certificate_is_checked_with_the_lists_of_the_site(lists, tmp_path, golden):
    made = emi.solve(emi.game_named("sutom:C7", **lists)).certificate()
    made.write(path := tmp_path / "c.emip")
    given = {part: emi.load(str(file)) for part, file in lists.items()}
    golden(str(verify(path, **given)))


@pytest.mark.parametrize(
    ("name", "lengths"), [("lingo", "5"), ("motus", "5 to 10"), ("sutom", "6 to 9")]
)
@pytest.mark.parametrize("cell", ["", "7", "C4", "C11", "CC", "É6", "C7x"])
def test_another_cell_is_refused(name, lengths, cell):
    asked = f"{name}:{cell}" if cell else name
    said = f"^{asked}: expected an initial and a length of {lengths} letters"
    with pytest.raises(GameError, match=said):
        emi.game_named(f"{name}:{cell}")


def test_a_list_without_such_words_is_refused(lists, refused):
    with refused(GameError):
        emi.game_named("sutom:Z6", **lists)
    swapped = {"secrets": lists["guesses"], "guesses": lists["secrets"]}
    with refused(WordError):
        emi.game_named("sutom:C7", **swapped)


def test_all_are_listed_with_the_games():
    with pytest.raises(GameError, match="unknown game") as caught:
        emi.game_named("chess")
    assert all(f"{name}:C" in str(caught.value) for name in NAMED)
