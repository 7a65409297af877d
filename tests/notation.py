"""Vectors of the notation: words, feedback and clues, for Python and for the page alike.

``python -m tests.notation`` writes ``notation.json``. What is right is known by how a vector is
made, or by the definitions below; nothing of ``emi.games`` is used but the games' lists.
"""

import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import emi

FILE = Path(__file__).with_suffix(".json")
WORDS = ["CABAN", "CABLE", "CACHE", "CANAL", "CANNE", "CASSA", "COCON", "CUVEE"]
OTHERS = ["ABACA", "EERIE", "LASSO", "MAMMA", "ZEBRE"]
GAMES = [
    emi.Motus(WORDS, name="motus:C5"),
    emi.Wordle(WORDS, [*WORDS, *OTHERS]),
    emi.Wordle(["BONNETERIE", "ENCYCLIQUE", "LENDEMAINS"], name="wordle:10"),
    emi.Wordle(["".join(word) for word in product("AB", repeat=3)], name="wordle, two letters"),
    emi.Jotto([*WORDS, "BACAN", "LECAB"]),
    emi.Mastermind(4, 6),
    emi.Mastermind(1, 3),
    emi.Mastermind(3, 4, "bcgr", name="mastermind, letters"),
    emi.Mastermind(2, 12, name="mastermind:2x12"),
    emi.Mastermind(4, 6, secrets=["1122", "1234", "6665"], guesses=None, name="mastermind, lists"),
    emi.Moo(),
    emi.Moo(2, 12),
    emi.BlackPeg(3, 4),
    emi.ABGame(3, 5),
    emi.Permutation(3, 4),
]
#: Letters that are spelt by others, though Unicode does not decompose them.
SPELT = {"œ": "OE", "Œ": "OE", "æ": "AE", "Æ": "AE", "ß": "SS", "ẞ": "SS", "ø": "O", "Ø": "O",
         "ł": "L", "Ł": "L", "đ": "D", "Đ": "D", "ﬁ": "FI", "ﬀ": "FF", "ĳ": "IJ",
         "ǆ": "DZ"}  # fmt: skip
#: What is no letter of words from A to Z.
FOREIGN = [*"þЖə'-1² !🟩_", "\u03b1", "\u2019", "\u02bc"]
ACCENTS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030c\u0327\u0328\u0332"
SPACES = ["", " ", "\t", "\u00a0", "\u2003", "\u202f", "  "]
PALETTES = {"classic": "🟩🟨⬛", "contrast": "🟧🟦⬛", "motus": "🟥🟡🟦"}
NAMES = {"🟩": "green_square", "🟨": "yellow_square", "🟧": "orange_square", "🟦": "blue_square",
         "🟥": "red_square", "🟡": "yellow_circle", "⬛": "black_large_square",
         "⬜": "white_large_square"}  # fmt: skip
SIGNS = ["GYB", "gyb", "210", "+-.", "GyB"]


def definition(game: emi.Game, guess: str, secret: str) -> str:
    """Return the feedback by its definition: how many of a sign are left for each place."""
    right = [a == b for a, b in zip(guess, secret, strict=True)]
    both = (Counter(guess) & Counter(secret)).total()
    if game.marked:
        marks = ""
        for at, sign in enumerate(guess):
            left = sum(b == sign and not hit for b, hit in zip(secret, right, strict=True))
            before = sum(a == sign and not hit for a, hit in zip(guess[:at], right, strict=False))
            marks += "G" if right[at] else "Y" if before < left else "B"
        return marks
    if game.rule == "jotto":
        return f"{both}{'!' if guess == secret else ''}"
    hits = sum(right)
    if game.rule in {"blackpeg", "ab", "permutation"}:
        return f"{hits}b"
    first, second = "BC" if game.rule == "moo" else "bw"
    return f"{hits}{first}{both - hits}{second}"


def words(source: random.Random) -> Iterator[tuple[str, str | None]]:
    """Yield words as they are typed, and as they are spelt; None if they are no words."""
    letters = [chr(one) for one in range(65, 91)]
    for _ in range(100):
        plain = "".join(source.choices(letters, k=source.randint(1, 8)))
        typed = spelled = ""
        for letter in plain:
            sign = source.choice([letter, letter.lower()])
            if source.random() < 0.3:
                sign += "".join(source.choices(ACCENTS, k=source.randint(1, 2)))
            if source.random() < 0.1:
                # The same letter in full width.
                sign = chr(ord(sign[0]) + 0xFEE0) + sign[1:]
            typed += unicodedata.normalize(source.choice(["NFC", "NFD"]), sign)
            spelled += letter
            if source.random() < 0.2:
                other = source.choice([*SPELT])
                typed, spelled = typed + other, spelled + SPELT[other]
        typed = source.choice(SPACES) + typed + source.choice(SPACES)
        yield typed, spelled
        at = source.randrange(len(typed.strip()) + 1)
        foreign = source.choice(FOREIGN)
        inner = typed.strip()
        if (inner[:at] + foreign + inner[at:]).strip() != inner:
            yield inner[:at] + foreign + inner[at:], None
    yield from [("", None), (" ", None), ("Ǽ", "AE"), ("ĿA", None), ("Ⅷ", "VIII"), ("ª", "A")]
    yield from [("cœurs", "COEURS"), ("Straße", "STRASSE"), ("Łódź", "LODZ"), ("İ", "I")]


def marked(source: random.Random, n: int) -> Iterator[tuple[str, str | None]]:
    """Yield feedback in marks as it is written in each notation, and in letters; None for none."""
    told = "".join(source.choices("GYB", k=n))

    def tiles(name: str, drawn: str, *, also: bool = False) -> str:
        text = "".join(PALETTES[name]["GYB".index(mark)] for mark in drawn)
        return text.translate(str.maketrans("⬛🟡", "⬜🟨")) if also else text

    for signs in SIGNS:
        text = "".join(signs["GYB".index(mark)] for mark in told)
        yield source.choice([text, " ".join(text), f" {text}\t"]), told
        yield text + signs[0], None
        yield text[:-1], None
        yield text[:-1] + "x", None
    yield told[:-1] + "2", "".join(told[:-1]) + "G" if n == 1 else None
    for name in PALETTES:
        # Blue alone is misplaced in one palette, and missing in another.
        alone = {("contrast", "Y"), ("motus", "B")}
        right = None if any({(name, mark) for mark in told} == {one} for one in alone) else told
        for also in (False, True):
            if name == "motus" and also and {*told} <= {"Y"}:
                continue  # yellow squares alone are those of the classic palette, read the same
            text = tiles(name, told, also=also)
            yield text, right
            yield " ".join(text), right
            yield "\ufe0f".join([*text, ""]), right
            named = "".join(f":{source.choice(['large_', ''])}{NAMES[one]}:" for one in text)
            yield (
                named.replace("large_black_large", "black_large").replace(
                    "large_white_large", "white_large"
                ),
                right,
            )
            yield text + text[0], None
            yield text[:-1] + source.choice("GB2"), None
    yield "🟩🟧" + "⬛" * (n - 2), None
    yield "🟥🟩" + "🟦" * (n - 2), None
    yield "🔴" * n, None
    yield ":green_heart:" * n, None
    yield f"Wordle 1,234 3/6 {told}", None
    yield "", None


def counted(source: random.Random, game: emi.Game) -> Iterator[tuple[str, str | None]]:
    """Yield numbers of pegs as they are written in each notation, and as the game writes them."""
    n, black = game.length, game.rule in {"blackpeg", "ab", "permutation"}
    first, second = "BC" if game.rule == "moo" else "bw"

    def right(hits: int, others: int) -> str | None:
        if hits + others > n or (black and others) or (not black and (hits, others) == (n - 1, 1)):
            return None
        return f"{hits}b" if black else f"{hits}{first}{others}{second}"

    for hits, others in product(range(n + 2), repeat=2):
        said = right(hits, others)
        gap = source.choice(["", " "])
        for pair in ("bw", "bc", "ab"):
            one, two = source.choice([pair, pair.upper()])
            yield f"{hits}{one}{gap}{others}{two}", said
            yield f"{others}{two}{gap}{hits}{one}", said
        yield f"{hits}{source.choice([' ', '/', ' / ', '-', '+', ' +'])}{others}", said
        for one, two in source.sample(["bw", "BW", "+-", "⚫⚪", "●○"], 2):
            pegs = [one] * hits + [two] * others
            source.shuffle(pegs)
            yield gap.join(pegs) or ".", said
        if hits + others:
            yield "\ufe0f".join("⚫" * hits + "⚪" * others) + "\ufe0f", said
            yield ".".join("b" * hits + "w" * others), said
        if not others:
            yield from [(f"{hits}", said), (f" {hits}{source.choice('aAbB')} ", said)]
        if not hits:
            yield f"{others}{source.choice('cCwW')}", said
        yield f"{hits}{first}{others}{first}", None
        yield f"{hits}x{others}{second}", None
    yield from [(text, None) for text in ("", "G", "1b2", "b2w", "1:1", "one", "1,1", "1b1w1b")]


def shared_letters(game: emi.Game) -> Iterator[tuple[str, str | None]]:
    """Yield feedback of Jotto as it is written, and as the game writes it."""
    for number in range(game.length + 2):
        yield f" {number} ", str(number) if number <= game.length else None
        yield f"{number}!", f"{number}!" if number == game.length else None
        yield from [(f"{number}b", None), (f"{number} !", None), (f"0{number}", None)]


def written(source: random.Random, game: emi.Game) -> Iterator[tuple[str, str | None]]:
    """Yield feedback in every notation of a game, and as the game writes it."""
    if game.rule == "jotto":
        yield from shared_letters(game)
    elif game.marked:
        for _ in range(2):
            yield from marked(source, game.length)
    else:
        yield from counted(source, game)


def typed(source: random.Random, game: emi.Game, guess: str) -> str:
    """Return a guess as a player may type it."""
    if game.kind == "words":
        return source.choice([guess, guess.lower(), guess.replace("E", "é").replace("A", "à")])
    upper = source.choice([guess.upper(), guess.lower()])
    return upper if {*game.guesses}.isdisjoint({guess.swapcase()} - {guess}) else guess


def turns(source: random.Random, game: emi.Game) -> Iterator[tuple[str, list[str] | None]]:
    """Yield lines as they are typed, and the guess and feedback in them; None if it is no clue."""
    guess = source.choice(game.guesses)
    told = definition(game, guess, source.choice(game.secrets))
    text = typed(source, game, guess)
    for line in ("{} {}", "{}:{}", "  {} : {} ", "{}\t{}", "{}: {}", "{}  {}", "{} :{}"):
        yield line.format(text, told), [guess, told]
    nothing = "QQ" if game.kind == "words" else "~" * game.length
    for line in ("{}{}", "{};{}", "{}", ":{1}", "{}:", "{} ", f"{nothing} {{1}}", "{} {} !"):
        yield line.format(text, told), None


def pasted(source: random.Random, game: emi.Game) -> Iterator[tuple[str, list[list[str]] | None]]:
    """Yield several clues as they are pasted, and what is in them; None if they are no clues."""
    clues = [
        [guess, definition(game, guess, source.choice(game.secrets))]
        for guess in source.sample(game.guesses, min(3, len(game.guesses)))
    ]
    lines = [f"{typed(source, game, guess)}:{told}" for guess, told in clues]
    yield ", ".join(lines), clues
    yield ",".join([*lines, f"{lines[0]}x"]), None
    yield ",".join([*lines, "nothing"]), None


def games(source: random.Random, game: emi.Game) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield whole games in the forms in which people paste them, and the clues in them."""
    clues = [
        [guess, definition(game, guess, source.choice(game.secrets))]
        for guess in source.sample(game.guesses, min(3, len(game.guesses)))
    ]
    guesses = [typed(source, game, guess) for guess, _ in clues]
    rows = [as_people_write(source, game, feedback) for _, feedback in clues]
    pairs = [*zip(guesses, rows, strict=True)]
    yield "\n".join(f"{guess}\n{row}" for guess, row in pairs), clues
    yield "\n".join(f"{at}. {guess} {row}" for at, (guess, row) in enumerate(pairs, 1)), clues
    yield "\r\n\r\n".join(f"{guess}: {row}" for guess, row in pairs) + "\n\n#SUTOM", clues
    if game.marked:
        title = source.choice(
            ["Wordle 1,234 3/6*", "#SUTOM #321 X/6", "Absurdle 5/∞", "Motus C5: 3/6"]
        )
        tiles = "\n".join(rows)
        yield "\n".join(f"{row} {guess}" for guess, row in pairs), clues
        yield " ".join(f"{guess} {row}" for guess, row in pairs), clues
        yield f"{title}\n\n{tiles}\n\nhttps://sutom.nocle.fr\n{', '.join(guesses)}", clues
        yield f"{' '.join(guesses)}\n{title}\n{tiles}", clues


def as_people_write(source: random.Random, game: emi.Game, feedback: str) -> str:
    """Return feedback in tiles, or in words where it is of pegs."""
    if game.marked:
        return feedback.translate(str.maketrans("GYB", PALETTES["classic"]))
    if game.rule == "jotto":
        return feedback
    right, *others = map(int, re.findall(r"\d+", feedback))
    bull, cow = source.choice([("bull", "cow"), ("black", "white"), ("noir", "blanc")])
    if not others:
        return f"{right} {bull}{'s' * (right > 1)}"
    between = source.choice([" ", ", ", " and ", " et "])
    return f"{right} {bull}{'s' * (right > 1)}{between}{others[0]} {cow}{'s' * (others[0] > 1)}"


#: Games whose codes may be read as feedback, or are too short to tell.
ALIKE = {"wordle, two letters", "mastermind, letters"}
SHORTEST = 3


def vectors() -> dict[str, list[list[object]]]:
    """Return all vectors: of words, feedback, its notation, single clues, several and games."""
    source = random.Random(62)
    made: dict[str, list[list[object]]] = {
        "words": [[*one] for one in words(source)],
        "feedback": [], "notation": [], "turns": [], "pasted": [], "games": [],
    }  # fmt: skip
    for game in GAMES:
        pairs = [*product(game.guesses[:2000], game.secrets[:2000])]
        for guess, secret in source.sample(pairs, min(len(pairs), 40)):
            made["feedback"].append([game.name, guess, secret, definition(game, guess, secret)])
        guess = game.guesses[0]
        forms = dict.fromkeys(written(source, game))
        made["notation"] += [[game.name, guess, *form] for form in forms]
        for _ in range(3):
            made["turns"] += [[game.name, *one] for one in turns(source, game)]
            made["pasted"] += [[game.name, *one] for one in pasted(source, game)]
    source = random.Random(66)
    for game in GAMES:
        if game.name not in ALIKE and game.length >= SHORTEST:
            for _ in range(3):
                made["games"] += [[game.name, *form] for form in games(source, game)]
    return made


def main() -> None:
    """Write the file, a vector a line."""
    parts = [
        f" {json.dumps(name)}: [\n"
        + ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in some)
        + "\n ]"
        for name, some in vectors().items()
    ]
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
