"""Alphabets: the letters of a list in order, and how raw text becomes letters.

Games represent words in capitals, with one character per letter. An alphabet reads a text into such
a word: it keeps its own letters and spells others by them (``é`` by E, ``œ`` by OE, ``한`` by
ㅎㅏㄴ). It leaves other characters unchanged, so that messages can name them. `TABLE` has the
letters, keyboard and exceptions of each language.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from emi.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_LENGTH = 2
MAX_LENGTH = 15
"""The allowed word lengths: longer words do not fit on a Scrabble board."""

RAISED = "lower case raised"
STRIPPED = "accents stripped"
EXPANDED = "ligatures expanded"

NO_WORD = "holds no word"
NOT_A_LETTER = "has a character other than a letter"
OUTSIDE = "letters outside A-Z"
TOO_SHORT = f"shorter than {MIN_LENGTH} letters"
TOO_LONG = f"longer than {MAX_LENGTH} letters"

A_TO_Z = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_QWERTY = "QWERTYUIOP ASDFGHJKL ZXCVBNM"
_NORDIC = f"{A_TO_Z}ÅÄÖ"
_DANISH = f"{A_TO_Z}ÆØÅ"


class Data(NamedTuple):
    """An entry of the table of alphabets.

    ``letters`` are in order; none for `KEEP`. ``keys`` are the rows of its keyboard. ``spelled``
    has exceptions to the general rules for reading characters, such as ``ş=Ș``. A list that has all
    letters of one of ``marks`` is recognised as one of the language. ``leftward`` tells whether the
    language is written from right to left.
    """

    letters: str = A_TO_Z
    keys: str = _QWERTY
    spelled: str = ""
    marks: str = ""
    leftward: bool = False


FOLD, KEEP = "fold", "keep"
#: The alphabets by name.
TABLE = {
    FOLD: Data(),
    KEEP: Data("", ""),
    "fr": Data(keys="AZERTYUIOP QSDFGHJKLM WXCVBN"),
    "en": Data(),
    "nl": Data(),
    "pt": Data(),
    "it": Data(),
    "es": Data("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ", "QWERTYUIOP ASDFGHJKLÑ ZXCVBNM", marks="Ñ"),
    "ca": Data("ABCÇDEFGHIJKLMNOPQRSTUVWXYZ", "QWERTYUIOP ASDFGHJKLÇ ZXCVBNM", "·= •=", "Ç·"),
    "de": Data(
        "AÄBCDEFGHIJKLMNOÖPQRSẞTUÜVWXYZ", "QWERTZUIOPÜ ASDFGHJKLÖÄ YXCVBNMẞ", marks="ẞ ÄÜ"
    ),
    "fi": Data(_NORDIC, "QWERTYUIOPÅ ASDFGHJKLÖÄ ZXCVBNM", marks="Ä"),
    "sv": Data(_NORDIC, "QWERTYUIOPÅ ASDFGHJKLÖÄ ZXCVBNM", marks="ÅÄ"),
    "da": Data(_DANISH, "QWERTYUIOPÅ ASDFGHJKLÆØ ZXCVBNM", marks="Ø"),
    "nb": Data(_DANISH, "QWERTYUIOPÅ ASDFGHJKLØÆ ZXCVBNM"),
    "tr": Data(
        "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ", "ERTYUIOPĞÜ ASDFGHJKLŞİ ZCVBNMÖÇ", "i=İ ı=I Î=İ", "ı İ"
    ),
    "pl": Data(
        "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ",
        "ĄĆĘŁŃÓŚŹŻ QWERTYUIOP ASDFGHJKL ZXCVBNM",
        marks="Ł",
    ),
    "hu": Data(
        "AÁBCDEÉFGHIÍJKLMNOÓÖŐPQRSTUÚÜŰVWXYZ",
        "ÁÉÍÓÖŐÚÜŰ QWERTZUIOP ASDFGHJKL YXCVBNM",
        marks="Ő",
    ),
    "cs": Data(
        "AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPQRŘSŠTŤUÚŮVWXYÝZŽ",
        "ĚŠČŘŽÝÁÍÉÚŮ QWERTZUIOP ASDFGHJKL YXCVBNMĎŇŤÓ",
        marks="Ř",
    ),
    "hr": Data("ABCČĆDĐEFGHIJKLMNOPRSŠTUVZŽ", "ERTZUIOPŠĐ ASDFGHJKLČĆŽ CVBNM", marks="ĆĐ"),
    "ro": Data(
        "AĂÂBCDEFGHIÎJKLMNOPQRSȘTȚUVWXYZ",
        "QWERTYUIOPĂÎ ASDFGHJKLȘȚ ZXCVBNMÂ",
        "ş=Ș Ş=Ș ţ=Ț Ţ=Ț",
        "ĂȚ ĂŢ",
    ),
    "eo": Data("ABCĈDEFGĜHĤIJĴKLMNOPRSŜTUŬVZ", "ŜĜERTŬUIOPĴ ASDFGHJKLĤ ZĈCVBNM", marks="ĜŬ"),
    "el": Data("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "ΕΡΤΥΘΙΟΠ ΑΣΔΦΓΗΞΚΛ ΖΧΨΩΒΝΜ", marks="Α Ο"),
    "ru": Data("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "ЙЦУКЕНГШЩЗХЪ ФЫВАПРОЛДЖЭ ЯЧСМИТЬБЮ", marks="О"),
    "uk": Data(
        "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
        "ЙЦУКЕНГШЩЗХЇ ФІВАПРОЛДЖЄ ҐЯЧСМИТЬБЮ",
        marks="ІО І",
    ),
    "he": Data(
        "אבגדהוזחטיכלמנסעפצקרשת",
        "קראטופ שדגכעיחל זסבהנמצת",
        "ך=כ ם=מ ן=נ ף=פ ץ=צ",
        "א",
        leftward=True,
    ),
    "ar": Data(
        "ابتثجحخدذرزسشصضطظعغفقكلمنهويءةىؤئ",
        "ضصثقفغعهخحجد شسيبلاتنمكط ذئءؤرىةوزظ",
        "ـ=",
        "ا",
        leftward=True,
    ),
    "ko": Data(
        "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㅏㅑㅓㅕㅗㅛㅜㅠㅡㅣ",
        "ㅂㅈㄷㄱㅅㅛㅕㅑ ㅁㄴㅇㄹㅎㅗㅓㅏㅣ ㅋㅌㅊㅍㅠㅜㅡ",
        marks="ㅏ",
    ),
}  # fmt: skip
NAMES = (*TABLE,)

#: Letters that Unicode does not decompose, but players do.
_SPELLED = {
    "œ": "OE", "Œ": "OE", "æ": "AE", "Æ": "AE", "ß": "SS", "ẞ": "SS", "ø": "O", "Ø": "O",
    "ł": "L", "Ł": "L", "đ": "D", "Đ": "D",
}  # fmt: skip
#: The parts of Korean syllables from U+1100, U+1161 and U+11A8 on, by the letters of its keyboard.
_JAMO = {
    0x1100: "ㄱ ㄱㄱ ㄴ ㄷ ㄷㄷ ㄹ ㅁ ㅂ ㅂㅂ ㅅ ㅅㅅ ㅇ ㅈ ㅈㅈ ㅊ ㅋ ㅌ ㅍ ㅎ",
    0x1161: "ㅏ ㅏㅣ ㅑ ㅑㅣ ㅓ ㅓㅣ ㅕ ㅕㅣ ㅗ ㅗㅏ ㅗㅏㅣ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅓㅣ ㅜㅣ ㅠ ㅡ "
    "ㅡㅣ ㅣ",
    0x11A8: "ㄱ ㄱㄱ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ "
    "ㅅㅅ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ",
}
#: The capitals that letters of two characters have: each pair is one character for private use.
_PAIRED = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÅÆÇÈÉÍÎÑÒÓÖØÚÜÝÞĂĄĆĈČĎĐĘĚĜĞĤİĴŁŃŇŐŒŘŚŜŞŠŤŬŮŰŹŻŽȘȚẞ"
_PRIVATE, _LAST = 0xE000, 0xF8FF
#: A list is recognised by letters in at least this number and share of its words.
_WORDS, _SHARE = 2, 0.002


@dataclass(frozen=True)
class Alphabet:
    """The letters of a list, and the rules that turn text into words of these letters.

    Attributes
    ----------
    name : str
        One of `NAMES`, and letters added to it: ``nl+ij``, ``hu+cs+sz``, ``ru+ё``.
    letters : str
        The letters in order, one character each; empty if every visible character is a letter.

    Examples
    --------
    >>> spanish, german, dutch = map(alphabet_named, ("es", "de", "nl+ij"))
    >>> spanish.read(" Señal "), german.read("Straße"), alphabet_named("ko").read("한국")
    ('SEÑAL', 'STRAẞE', 'ㅎㅏㄴㄱㅜㄱ')
    >>> len(dutch.read("ijs")), spelled_out(dutch.read("ijs"))
    (2, 'IJS')
    """

    name: str
    letters: str
    _data: Data = field(repr=False, compare=False)
    _pairs: dict[str, str] = field(repr=False, compare=False)

    def read(self, text: str) -> str:
        """Return a text as a word; characters that are no letters stay, in capitals."""
        text = text.strip()
        if text.isascii() and not self._of_i:
            word = text.upper()
        else:
            word = unicodedata.normalize("NFC", text).translate(self._characters)
        for pair, letter in self._pairs.items():
            word = word.replace(pair, letter)
        return word

    def foreign(self, word: str) -> str:
        """Return the first character of a word that is no letter; empty if there is none."""
        if self.letters is A_TO_Z and word.isascii() and word.isalpha():
            return ""
        return next((char for char in word if not self.has(char)), "")

    def has(self, letter: str) -> bool:
        """Return whether a character of a word is a letter."""
        if self.letters:
            return letter in self._places
        return letter.isprintable() and not letter.isspace()

    def why_not(self, word: str) -> str:
        """Return the reason to reject a word as it is read; empty if it is valid."""
        if not word:
            return NO_WORD
        if foreign := self.foreign(word):
            if self.letters and not foreign.isalpha():
                return NOT_A_LETTER
            return OUTSIDE if self.name == FOLD else f"letters outside the alphabet {self.name}"
        if len(word) < MIN_LENGTH:
            return TOO_SHORT
        return TOO_LONG if len(word) > MAX_LENGTH else ""

    def changes(self, text: str) -> tuple[str, ...]:
        """Return the names of the changes that reading makes to a text without blanks around it."""
        raised = [RAISED] * (text != text.upper())
        if text.isascii() or not self.letters or self.of_syllables:
            return tuple(raised)
        pairs = ((char, self._characters[ord(char)]) for char in unicodedata.normalize("NFC", text))
        changed = [(char, read) for char, read in pairs if read != capital_of(char)]
        bare = any(
            _accented(char) or (char in _SPELLED and len(read) == 1) for char, read in changed
        )
        longer = any(len(read) > 1 for _, read in changed)
        return (*raised, *[STRIPPED] * bare, *[EXPANDED] * longer)

    def key(self, word: str) -> tuple[tuple[int, str], ...]:
        """Return a key that sorts words in the order of the letters."""
        return tuple((self.place(letter), letter) for letter in word)

    def place(self, letter: str) -> int:
        """Return the place of a letter; other characters come last."""
        return self._places.get(letter, len(self._places))

    @property
    def keys(self) -> list[str]:
        """The rows of the keyboard; empty for `KEEP`, whose letters are those of the list."""
        rows = [*self._data.keys.split()]
        if added := [letter for letter in self.letters if letter not in self._data.letters]:
            rows.append("".join(added))
        return rows

    @cached_property
    def spelled(self) -> dict[str, str]:
        """The exceptions to the general rules of reading: characters, and their letters."""
        return {chr(code): meant for code, meant in _Characters(self).items()}

    @property
    def of_syllables(self) -> bool:
        """Whether people write several letters as one character, as in Korean."""
        return self.name.partition("+")[0] == "ko"

    @property
    def latin(self) -> bool:
        """Whether words of the letters A to Z are read unchanged."""
        return (
            not self._of_i
            and not self._pairs
            and (not self.letters or set(A_TO_Z) <= set(self.letters))
        )

    @property
    def leftward(self) -> bool:
        """Whether words are written from right to left."""
        return self._data.leftward

    @property
    def what(self) -> str:
        """A description of the letters for messages, such as ``letters A to Z``."""
        if not self.letters:
            return "visible characters"
        return (
            "letters A to Z" if self.letters == A_TO_Z else f"letters of the alphabet {self.name}"
        )

    @cached_property
    def _places(self) -> dict[str, int]:
        return {letter: at for at, letter in enumerate(self.letters)}

    @cached_property
    def _of_i(self) -> bool:
        """Whether the capital of i has a dot, as in Turkish."""
        return "İ" in self.letters

    @cached_property
    def _characters(self) -> _Characters:
        return _Characters(self)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return alphabet_named, (self.name,)

    def __str__(self) -> str:
        return self.name


def capital_of(letter: str) -> str:
    """Return the capital of a letter as one character, also for ß."""
    return "ẞ" if letter == "ß" else letter.upper()


def _accented(char: str) -> bool:
    return any(unicodedata.category(part) == "Mn" for part in unicodedata.normalize("NFKD", char))


class _Characters(dict[int, str]):
    """For each character, the letters that it is read as; determined on first use."""

    def __init__(self, of: Alphabet) -> None:
        self.of = of
        for said in of._data.spelled.split():  # noqa: SLF001 - of this module
            char, _, meant = said.partition("=")
            self[ord(char)] = meant
        if of.of_syllables:
            for first, parts in _JAMO.items():
                self.update(enumerate(parts.split(), first))

    def __missing__(self, code: int) -> str:
        letters = self[code] = self._read(chr(code))
        return letters

    def _read(self, char: str) -> str:
        capital = capital_of(char)
        if not self.of.letters:
            # A dotless i is no other i; capitals of several letters are none.
            return char if char == "ı" or len(capital) > 1 else capital
        if char in self.of.letters or capital in self.of.letters:
            return char if char in self.of.letters else capital
        if char in _SPELLED:
            return _SPELLED[char].translate(self)
        if unicodedata.category(char) == "Mn":
            return ""
        for form in ("NFKC", "NFKD"):
            if (apart := unicodedata.normalize(form, char)) != char:
                return apart.translate(self)
        return capital


@cache
def alphabet_named(name: str) -> Alphabet:
    """Return an alphabet by its name.

    Parameters
    ----------
    name : str
        One of `NAMES`. Letters may be added, each of one or two characters: ``es+ll+ch``.

    Raises
    ------
    OptionError
        If there is no such alphabet.
    """
    own, *added = unicodedata.normalize("NFC", name).split("+")
    if own not in TABLE:
        names = f"{', '.join(NAMES)}, or one with letters added, such as nl+ij"
        raise OptionError(f"unknown, expected one of {names}", alphabet=name)
    data, pairs = TABLE[own], {}
    letters = data.letters
    for addition in added:
        capital = "".join(map(capital_of, addition))
        pair = capital if len(capital) > 1 and {*capital} <= {*_PAIRED} else ""
        if not letters or len(pair or capital) != 1 + bool(pair):
            raise OptionError(
                f"{addition!r}: expected a letter of one or two characters, such as nl+ij",
                alphabet=name,
            )
        letter = capital
        if pair:
            first, second = map(_PAIRED.index, capital)
            letter = pairs[capital] = chr(_PRIVATE + len(_PAIRED) * first + second)
        if letter in letters:
            raise OptionError(f"{addition!r}: already a letter of the alphabet", alphabet=name)
        base = capital[0] if capital[0] in letters else unicodedata.normalize("NFKD", capital)[0]
        # Pairs of one letter stay in the order of their second ones.
        at = letters.find(base) + 1 or len(letters)
        while (after := spelled_out(letters[at : at + 1])).startswith(base) and after < capital:
            at += 1
        letters = letters[:at] + letter + letters[at:]
    return Alphabet("+".join([own, *added]), letters, data, pairs)


#: The alphabet of built-in lists.
FOLDED = alphabet_named(FOLD)


def spelled_out(text: str) -> str:
    """Return a text as people write it, with letters of two characters written out."""

    def pair(match: re.Match[str]) -> str:
        first, second = divmod(ord(match[0]) - _PRIVATE, len(_PAIRED))
        return _PAIRED[first] + _PAIRED[second]

    return text if text.isascii() else re.sub(f"[{chr(_PRIVATE)}-{chr(_LAST)}]", pair, text)


def recognised(words: Iterable[str]) -> Alphabet:
    """Return the default alphabet of a list: `FOLD`, or one recognised by its letters.

    Accents fold, as in French and English. Letters typical of a language are kept if at least two
    words, and one word in 500, have them: Ñ in Spanish, a dotless i in Turkish, Cyrillic letters in
    Russian or Ukrainian. Among several languages, the one with the most such words is chosen.

    Examples
    --------
    >>> str(recognised(["señal", "caña", "mano"])), str(recognised(["élève", "cœur"]))
    ('es', 'fold')
    """
    listed = [word for word in words if isinstance(word, str)]
    some = [word for word in listed if not word.isascii()]
    best, most, least = FOLDED, 0, max(_WORDS, _SHARE * len(listed))
    if len(some) < least:
        return best
    keep, korean = alphabet_named(KEEP), alphabet_named("ko")
    texts = [keep.read(word) for word in some]
    for name, data in TABLE.items():
        read = [korean.read(word) for word in some] if name == "ko" else texts
        for marks in data.marks.split():
            counts = [sum(mark in word for word in read) for mark in marks]
            if min(counts) >= least and sum(counts) > most:
                best, most = alphabet_named(name), sum(counts)

    def lost(read: Alphabet) -> int:
        return sum(read.foreign(read.read(word)) != "" for word in listed)

    # A few foreign words do not make a list one of their language.
    return (
        best
        if best.name == FOLD or lost(best) <= lost(alphabet_named(FOLD))
        else alphabet_named(FOLD)
    )
