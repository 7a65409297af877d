"""The game of Motus: its cells, and what is its own of its feedback matrix."""

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi
from emi import GameError
from emi.errors import CellError, LexiconError, MemoryNeedError, WordError
from emi.games.cell import Cell
from emi.games.feedback import letter_marks
from emi.games.motus import NAMED, Motus
from emi.lexicon.load import Lexicon
from emi.proof.checking import verify
from emi.proof.verify import marks
from tests.emi.games.test_game import INTERPRETED, SLOWLY, games

TINY = Lexicon("tiny", ("ABBE", "AIDE", "BAIE", "BAL"), "unknown", "tiny")
LARGE = pytest.mark.skipif(INTERPRETED, reason="ninety thousand pairs")


def partition(row):
    """Return the classes of a row as a set of sets of places."""
    return {frozenset(np.flatnonzero(row == number).tolist()) for number in set(row.tolist())}


class TestTheMatrix:
    def test_of_a_cell_and_of_long_words_agrees_with_the_clues(self):
        draw = random.Random(20180040)
        for length, many in ((7, 30 if INTERPRETED else 300), (15, 6)):
            letters = ["".join(draw.choices("AEILNRST", k=length - 1)) for _ in range(many)]
            words = sorted({f"L{word}" for word in letters})
            game = Motus(words[::2], words)
            for guess, row in zip(game.guesses, game.matrix().rows.tolist(), strict=True):
                clues = [letter_marks(guess, secret) for secret in game.secrets]
                pairs = set(zip(row, clues, strict=True))
                assert len(pairs) == len(set(row)) == len(set(clues))

    def test_tells_words_apart_by_an_initial_that_only_the_secrets_share(self):
        # BA tells AB from AC by its first letter, which is no given one.
        assert len(set(Motus(["AB", "AC"], ["AB", "AC", "BA"]).matrix().rows[2].tolist())) == 2

    @SLOWLY
    @given(games([Motus]), st.sampled_from("AZ"))
    def test_is_the_same_partition_with_and_without_a_given_initial(self, game, initial):
        # The initial that all words share is always well placed, also if it comes again later.
        longer = Motus([initial + w for w in game.secrets], [initial + w for w in game.guesses])
        for short, long in zip(game.matrix().rows, longer.matrix().rows, strict=True):
            assert partition(short) == partition(long)
        for guess in game.guesses:
            for secret in game.secrets:
                assert letter_marks(initial + guess, initial + secret) == "G" + letter_marks(
                    guess, secret
                )

    @pytest.mark.parametrize(
        ("count", "begin", "bits"),
        [
            pytest.param(300, "", 8, marks=LARGE),
            pytest.param(300, "A", 8, marks=LARGE),
            pytest.param(300, "AB", 16, marks=LARGE),
            (256, "AB", 16),
            (255, "AB", 8),
        ],
    )
    def test_is_of_8_bits_where_these_number_all_classes(self, count, begin, bits):
        every = list(map("".join, product("ABCD", repeat=5)))
        words = [begin + word for word in random.Random(1).sample(every, count)]
        game = Motus(words)
        matrix = game.matrix()
        assert matrix.rows.dtype.itemsize * 8 == game.bits == bits
        for at in (0, count // 2, count - 1):
            clues = np.array([letter_marks(words[at], word) for word in words])
            assert partition(matrix.rows[at]) == partition(clues)

    def test_has_no_more_secrets_than_16_bits_can_number(self, refused):
        words = list(map("".join, product("ABCDEFGHIJKLMNOP", repeat=4)))
        with refused(MemoryNeedError):
            Motus(words, name="4").matrix()

    @pytest.mark.skipif(INTERPRETED, reason="sixteen million pairs")
    def test_asks_the_watcher_before_each_ten_million_pairs(self):
        asked = []
        words = list(map("".join, product("ABCDEFGHIJKLMNOP", repeat=3)))[:4000]
        matrix = Motus(words).matrix(lambda _: asked.append(None) or True)
        assert matrix.rows.shape == (4000, 4000)
        assert len(asked) == 2


class TestTheCell:
    def test_is_a_game_of_its_words_under_its_name(self):
        game = Motus.of_cell("a4", TINY)
        assert (game.name, game.secrets, game.guesses) == ("A4", ("ABBE", "AIDE"), ("ABBE", "AIDE"))
        assert game.lexicon is TINY

    def test_without_initial_is_a_game_of_all_words_of_the_length(self):
        game = Motus.of_cell(Cell(None, 4), TINY)
        assert (game.name, game.secrets) == ("4", ("ABBE", "AIDE", "BAIE"))

    def test_is_of_the_french_list_by_default(self):
        game = Motus.of_cell("X5")
        assert game.lexicon.name == "fr"
        assert "XENON" in game.secrets

    def test_may_be_of_a_file(self, tmp_path):
        path = tmp_path / "words.txt"
        path.write_text("abbé\naide\n")
        assert Motus.of_cell("A4", str(path)).secrets == ("ABBE", "AIDE")

    @pytest.mark.parametrize("cell", ["C5", "9"])
    def test_without_a_word_is_refused(self, cell, refused):
        with refused(CellError):
            Motus.of_cell(cell, TINY)

    def test_that_is_not_written_as_one_is_refused(self):
        with pytest.raises(CellError, match="unknown cell '5C'"):
            Motus.of_cell("5C", TINY)

    def test_of_no_lexicon_is_refused(self, refused):
        with refused(LexiconError):
            Motus.of_cell("C5", "xx")


def test_the_feedback_is_for_words_of_the_game(refused):
    with refused(WordError):
        Motus(["LOGIQUE"]).feedback("LEGAL", "LOGIQUE")


@st.composite
def pairs(draw):
    """Draw some words and a secret for each, of few letters, so that they repeat."""
    length = draw(st.integers(1, 10))
    letters = draw(st.sampled_from(["AB", "ABC", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))
    word = st.text(letters, min_size=length, max_size=length)
    return draw(st.lists(st.tuples(word, word), max_size=20))


@given(pairs())
def test_clues_all_at_once_are_those_of_the_rule(drawn):
    words, secrets = [word for word, _ in drawn], [secret for _, secret in drawn]
    game = Motus(["A"])
    assert game.feedback_each(words, secrets) == [
        letter_marks(word, secret) for word, secret in drawn
    ]


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


def test_all_are_listed_with_the_games():
    with pytest.raises(GameError, match="unknown game") as caught:
        emi.game_named("chess")
    assert all(f"{name}:C" in str(caught.value) for name in NAMED)
