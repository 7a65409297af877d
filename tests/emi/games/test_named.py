"""Games of shows and sites by their names; transcripts made by hand from the printed rules."""

import random
from collections import Counter

import pytest

import emi
from emi import GameError, WordError
from emi.games.named import NAMED
from emi.proof.checking import verify
from emi.proof.verify import marks

#: For each game, secrets, and guesses with their feedback, worked out by hand.
TRANSCRIPTS = [
    ("sutom:C7", "CAHIERS", [("CARTONS", "GGYBBBG"), ("CHARMES", "GYYYBYG")]),
    ("sutom:B7", "BANANES", [("BALANCE", "GGBGGBY"), ("BANNIES", "GGGYBGG")]),
    ("sutom:A8", "ASSASSIN", [("ASSISTER", "GGGYGBBB"), ("ASSAINIS", "GGGGBYGY")]),
    ("lingo:B", "BROOD", [("BLOEM", "GBGBB"), ("BOORD", "GYGYG")]),
    ("lingo:K", "KOKEN", [("KNOOP", "GYYBB"), ("KOKER", "GGGGB")]),
    ("lingo:L", "LEPEL", [("LELIE", "GGYBY"), ("LEGEN", "GGBGB")]),
    ("wordle", "ABIDE", [("SPEED", "BBYBY"), ("ABBEY", "GGBYB")]),
    ("wordle", "LLAMA", [("ALLOY", "YGYBB"), ("LABEL", "GYBBY")]),
    ("wordle", "ERROR", [("ORDER", "YGBYG"), ("RARER", "YBGYG")]),
    ("tusmo:A6", "ANANAS", [("AMANDE", "GBGGBB"), ("ANNALE", "GGYYBB")]),
    ("motus:E5", "ETETE", [("ENTRE", "GBYBG"), ("EDITE", "GBBGG")]),
]


def by_passes(guess, secret):
    """Return the feedback as Wordle gives it: green tiles first, then yellow ones from the left."""
    tiles, rest = ["B"] * len(guess), list(secret)
    for place, letter in enumerate(guess):
        if secret[place] == letter:
            tiles[place] = "G"
            rest.remove(letter)
    for place, letter in enumerate(guess):
        if tiles[place] == "B" and letter in rest:
            tiles[place] = "Y"
            rest.remove(letter)
    return "".join(tiles)


def by_counts(guess, secret):
    """Return the feedback as SUTOM gives it: red squares, and as many circles as letters remain."""
    pairs = [*zip(guess, secret, strict=True)]
    remain = Counter(b for a, b in pairs if a != b)
    said = []
    for a, b in pairs:
        said.append("G" if a == b else "Y" if remain[a] else "B")
        remain[a] -= said[-1] == "Y"
    return "".join(said)


def by_places(guess, secret):
    """Return the feedback as Lingo gives it: a letter is marked no more often than it is there."""
    right = [a == b for a, b in zip(guess, secret, strict=True)]

    def mark(place):
        letter = guess[place]
        of_letter = [at for at, other in enumerate(guess) if other == letter]
        before = sum(right[at] or at < place for at in of_letter)
        return "G" if right[place] else "Y" if before < secret.count(letter) else "B"

    return "".join(map(mark, range(len(guess))))


RULES = {
    "wordle": by_passes, "sutom": by_counts, "motus": by_counts, "tusmo": by_counts,
    "lingo": by_places,
}  # fmt: skip


@pytest.fixture
def lists(tmp_path):
    """Return two lists of a site, of several initials and lengths: drawn from, and accepted."""
    drawn, accepted = tmp_path / "drawn.txt", tmp_path / "accepted.txt"
    accepted.write_text("cahiers\ncartons\ncharier\nchariot\ncolline\nbateaux\ncamion\n")
    drawn.write_text("cahiers\nchariot\nbateaux\ncamion\n")
    return {"secrets": drawn, "guesses": accepted}


@pytest.mark.parametrize(("name", "secret", "guesses"), TRANSCRIPTS)
def test_a_game_made_by_hand(name, secret, guesses):
    """The game has the words of the built-in lists; the assistant reads the lines as typed."""
    game, rule = emi.game_named(name), RULES[name.partition(":")[0]]
    helped, left = game.start().assist(), list(game.secrets)
    turns = [*guesses, (secret, "G" * len(secret))]
    for guess, told in turns:
        assert rule(guess, secret) == told == game.feedback(guess, secret) == marks(guess, secret)
        left = [word for word in left if rule(guess, word) == told]
        helped.push(f"{guess.lower()} {told.lower()}")
        assert list(helped.position.possible) == left
        assert secret in left
    assert left == [secret]
    assert helped.position.found


@pytest.mark.parametrize("size", [5, 7, 8])
def test_the_rules_of_the_sites_are_one_rule(size):
    """Words of four letters repeat them often."""
    drawn = random.Random(size)
    words = sorted({"".join(drawn.choices("ABCD", k=size)) for _ in range(60)})
    game = emi.Wordle(words)
    rows = game.matrix().rows
    for g, guess in enumerate(words):
        said = [by_passes(guess, secret) for secret in words]
        assert said == [by_counts(guess, secret) for secret in words]
        assert said == [by_places(guess, secret) for secret in words]
        assert said == [game.feedback(guess, secret) for secret in words]
        # The classes of the matrix are those of the feedback.
        pairs = {*zip(said, rows[g].tolist(), strict=True)}
        assert len(pairs) == len({*said}) == len({*rows[g].tolist()})


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
@pytest.mark.parametrize("cell", ["", "7", "C4", "C11", "CC", "Ж6", "C7x"])
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
