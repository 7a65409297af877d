"""Real lists of ten languages, against an oracle that compares words as they are written.

The lists are the commonest words that wordfreq knows, written with the letters of the language
alone. The oracle knows no alphabet, no capitals and no numbers of letters: it compares the
characters of the file.
"""

from collections import Counter

import pytest

import emi
from emi.lexicon.alphabet import alphabet_named
from tests.oracle import worst_case

LETTERS = {
    "es": "abcdefghijklmnñopqrstuvwxyz",
    "de": "aäbcdefghijklmnoöpqrsßtuüvwxyz",
    "sv": "abcdefghijklmnopqrstuvwxyzåäö",
    "da": "abcdefghijklmnopqrstuvwxyzæøå",
    "pl": "aąbcćdeęfghijklłmnńoóprsśtuwyzźż",
    "hu": "aábcdeéfghiíjklmnoóöőpqrstuúüűvwxyz",
    "cs": "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž",
    "tr": "abcçdefgğhıijklmnoöprsştuüvyz",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}


def marks(guess, secret):
    """Return the feedback by its definition: how many of a letter are left for each place."""
    right = [a == b for a, b in zip(guess, secret, strict=True)]
    left = Counter(b for b, hit in zip(secret, right, strict=True) if not hit)
    told = ""
    for letter, hit in zip(guess, right, strict=True):
        told += "G" if hit else "Y" if left[letter] > 0 else "B"
        left[letter] -= not hit
    return told


def numbered(row):
    """Return a row of classes with numbers in order of appearance."""
    met = {}
    return [met.setdefault(one, len(met)) for one in row]


@pytest.mark.parametrize("name", LETTERS)
@pytest.mark.parametrize("recognise", [True, False])
def test_games_of_a_language_are_those_of_its_words_as_written(name, recognise, tmp_path):
    wordfreq = pytest.importorskip("wordfreq")
    common = wordfreq.top_n_list(name, 8000)
    words = [word for word in common if {*word} <= {*LETTERS[name]} and 1 < len(word) < 16]
    (tmp_path / "list.txt").write_text("\n".join(words), "utf-8")
    found = emi.load(tmp_path / "list.txt", alphabet=None if recognise else name)
    assert found.alphabet.letters == alphabet_named(name).letters
    assert found.rejected == ()
    assert found.bent == frozenset()
    assert sorted(found.spellings) == sorted(words)
    # Cells are the words with an initial and a length, in the order of the alphabet.
    cells = Counter((word[0], len(word)) for word in words)
    assert sorted(found.counts().values()) == sorted(cells.values())
    initials = [*dict.fromkeys(initial for initial, _ in found.counts())]
    order = [alphabet_named(name).read(letter) for letter in LETTERS[name]]
    assert initials == [letter for letter in order if letter in initials]
    # The feedback on each pair, and the worst case of a dozen of them.
    (initial, _), _ = Counter({cell: n for cell, n in cells.items() if cell[1] == 5}).most_common(
        1
    )[0]
    written = sorted(w for w in words if w[0] == initial and len(w) == 5)[:60]
    game = emi.Motus(written, alphabet=name)
    rows = game.matrix().rows
    for guess, row in zip(written, rows.tolist(), strict=True):
        assert numbered(row) == numbered([marks(guess, secret) for secret in written])
    few = emi.Motus(written[::5], alphabet=name)
    classes = [[marks(a, b) for b in written[::5]] for a in written[::5]]
    value = worst_case(classes, range(len(classes)), range(len(classes)))
    assert str(emi.solve(few).bounds) == str(value)
