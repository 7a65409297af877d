"""Options to choose games: by name and lists, or all cells of a lexicon."""

import re
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from emi.cli.options import Storage, Words, begun, remark_on
from emi.cli.output import remark
from emi.errors import CellError, OptionError, shown
from emi.games.cell import Cell, cells_of, parse_lengths, parse_letters
from emi.lexicon.alphabet import KEEP, RAISED, alphabet_named
from emi.lexicon.load import Lexicon
from emi.reports.texts import refusal
from emi.reports.wording import plural

if TYPE_CHECKING:
    from emi.games.game import Game

#: The section of these options in the help.
WORDS = "The game"
#: The default cells.
LENGTHS = "5-10"
#: Where the help has the games, which are read only when the help of a command is printed.
GAMES = "GAMES"
#: Any cell, and what the options of word lists are about.
ANY_CELL = "5"
READ_FROM = {
    "lexicon": "lexicon",
    "column": "table",
    "encoding": "file",
    "alphabet": "file",
    "sheet": "workbook",
}


class Shard(NamedTuple):
    """Every ``of``-th game, starting with game ``number`` (from 1)."""

    number: int
    of: int

    def taken(self, games: "Sequence[Game]") -> "list[Game]":
        """Return the games of the shard in the given order: a fair share of each size."""
        order = sorted(range(len(games)), key=lambda at: -len(games[at].secrets))
        return [games[at] for at in sorted(order[self.number - 1 :: self.of])]


def _shard(text: str) -> Shard:
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text, re.ASCII)
    shard = Shard(*map(int, found.groups())) if found else Shard(0, 0)
    if not 1 <= shard.number <= shard.of:
        raise typer.BadParameter(f"{shown(text)}: expected K/N, such as 3/12")
    return shard


def complete_game(incomplete: str) -> list[str]:
    """Return the completions among the names of games."""
    from emi.games.registry import games

    names = [
        name
        for game in games()
        for name in (game.completed(incomplete) if game.completed else game.examples[:1])
    ]
    return begun(names, incomplete)


def of_boards(name: str | None) -> bool:
    """Return whether a name denotes a game of several boards."""
    from emi.games.registry import fitting

    named = None if name is None else fitting(name.strip())
    return named is not None and named.kind.several


def games_described() -> str:
    """Return the descriptions of all games for the help, separated by semicolons."""
    from emi.games.registry import games

    own = (
        "file.py:Square: your own game, a subclass of emi.Game in a Python file, which is executed."
    )
    return "; ".join([*(game.help for game in games()), own])


def remark_on_added(games: "Iterable[Game]") -> None:
    """Report how many secrets were added to the guesses of some games."""
    if many := sum(game.added for game in games):
        remark(f"{plural(many, 'secret')} missing from the list of guesses may be guessed too")


SecretsOption = Annotated[
    str | None,
    typer.Option(
        "--secrets",
        rich_help_panel=WORDS,
        metavar="FILE",
        help="Possible secrets, one word or code per line.  [default: the words of --lexicon; in "
        "games of pegs all codes]",
    ),
]
GuessesOption = Annotated[
    str | None,
    typer.Option(
        "--guesses",
        rich_help_panel=WORDS,
        metavar="FILE",
        help="Allowed guesses besides the secrets, one word or code per line.  [default: the "
        "words of --lexicon; in games of pegs all codes]",
    ),
]
NoInitialOption = Annotated[
    bool,
    typer.Option(
        "--no-initial",
        rich_help_panel=WORDS,
        help="Hide the initial: the cell C5 is played as 5.",
    ),
]
HardOption = Annotated[
    Literal["possible", "consistent", "hints"] | None,
    typer.Option(
        "--hard",
        rich_help_panel=WORDS,
        help="Hard play. possible: only secrets that are still possible may be guessed; "
        "consistent: only guesses that fit all clues; hints: only guesses that use the hints, as "
        "in Wordle.  [default: any guess]",
    ),
]
LengthsOption = Annotated[
    str, typer.Option("--lengths", rich_help_panel=WORDS, help="Word lengths, such as 5-10 or 5,7.")
]
LettersOption = Annotated[
    str | None,
    typer.Option(
        "--letters",
        rich_help_panel=WORDS,
        help="Initial letters, such as A-M or CR.  [default: all of the alphabet]",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Lists(Words):
    """Options for the word lists and the variant of a game."""

    secrets: SecretsOption = None
    guesses: GuessesOption = None
    no_initial: NoInitialOption = False
    identify: Annotated[
        bool,
        typer.Option(
            "--identify",
            rich_help_panel=WORDS,
            help="Identification game: secrets need not be among the guesses. Naming a secret "
            "counts as a guess with the feedback right or wrong.",
        ),
    ] = False
    reveal: Annotated[
        bool,
        typer.Option(
            "--reveal",
            rich_help_panel=WORDS,
            help="Reveal a letter after each wrong guess, as in Lingo: that of its first wrong "
            "place.",
        ),
    ] = False
    distinct: Annotated[
        bool | None,
        typer.Option(
            "--distinct/--independent",
            rich_help_panel=WORDS,
            help="Whether the secrets of several boards all differ, as sites draw them.  "
            "[default: as the game has it; those of boards:2:C5 are independent]",
        ),
    ] = None

    def read_game(self, name: str, hard: str | None = None) -> "Game":
        """Return the game with a name; the lexicon is read only if the game uses its words."""
        return self.read_games([name], hard)[0]

    def read_games(
        self, names: Iterable[str], hard: str | None = None, *, cells: bool = False
    ) -> "list[Game]":
        """Return the games with names, without duplicates.

        With ``cells``, options of word lists are accepted for the cells that are read afterwards.
        """
        names = [*names]
        self.check_lists([*names, *[ANY_CELL] * cells])
        games = [self._read_game(name, hard) for name in names]
        return [*{game.name: game for game in games}.values()]

    def check_lists(self, names: Sequence[str]) -> None:
        """Refuse options of word lists that none of the named games reads."""
        from emi.cli.own_game import is_own
        from emi.games.game import Game
        from emi.games.registry import fitting
        from emi.games.request import Request

        lists = self.secrets, self.guesses
        read: set[str] = set()
        for name in names:
            request = Request(name.strip(), None, *lists)
            named = None if is_own(name) else fitting(request.name)
            if named is None and not is_own(name):
                return  # What is no game is reported when it is read.
            kind = Game if named is None else named.kind
            read |= kind.reads(request)
        both = "cannot be combined with --secrets and --guesses"
        for option, given in (("lexicon", self.lexicon), *self.how.items()):
            if given is not None and option not in read:
                replaced = option == "lexicon" and None not in lists
                none = f"{' '.join(names)} reads no {READ_FROM[option]}"
                raise OptionError(f"--{option} {given}: {both if replaced else none}")

    def _read_game(self, name: str, hard: str | None) -> "Game":
        from emi.cli.own_game import is_own
        from emi.games.parse import game_named

        self._expect_boards(name)
        if self.no_initial:
            try:
                name = str(Cell(None, Cell.parse(name, alphabet_named(KEEP)).length))
            except CellError:
                raise OptionError(
                    f"--no-initial: {name!r} has no initial to hide, expected a cell such as C5"
                ) from None
        if is_own(name):
            game = self._read_own(name)
        else:
            game = game_named(
                name, lexicon=self.lexicon, secrets=self.secrets, guesses=self.guesses,
                identify=self.identify, reveal=self.reveal, distinct=self.distinct, **self.how,
            )  # fmt: skip
            for path, words, taken in (
                (self.secrets, game.lexicon, len(game.secrets)),
                (self.guesses, game.proposed, len(game.guesses)),
            ):
                # The name of a cell says which words are taken.
                of_cells = getattr(game, "base", game).of_cells
                if words and (
                    of_cells or words.rejected or {one.what for one in words.normalised} != {RAISED}
                ):
                    remark_on(words)
                if words and words.source == path and len(words) > taken and not of_cells:
                    left = plural(len(words) - taken, "word")
                    remark(f"lexicon {words.name}: {left} of other lengths or initials left out")
        remark_on_added([game])
        return game.hardened(hard) if hard else game

    def _read_own(self, name: str) -> "Game":
        """Return the game of a Python file, or several boards of it."""
        from emi.cli.own_game import own_game
        from emi.games.registry import found
        from emi.games.request import Request

        self._expect_plain(f"a built-in game, not {name}")
        lists = Request(name, None, self.secrets, self.guesses, encoding=self.encoding)

        def own(text: str) -> "Game":
            return own_game(text, *lists.codes())

        if not of_boards(name):
            return own(name)
        return found(name).kind.of_request(Request(name, distinct=self.distinct, inner=own))

    def _expect_boards(self, name: str) -> None:
        """Refuse the option of several boards for a game of one secret."""
        if self.distinct is not None and not of_boards(name):
            option = "--distinct" if self.distinct else "--independent"
            raise refusal(OptionError, "errorOneBoard", option=option, game=name)

    def _expect_plain(self, expected: str) -> None:
        """Refuse --identify and --reveal, which apply to built-in games given by name only."""
        for option, given in (("--identify", self.identify), ("--reveal", self.reveal)):
            if given:
                raise OptionError(f"{option}: expected {expected}")


@dataclass(frozen=True, kw_only=True)
class Cells(Lists):
    """Options to choose the cells of a lexicon, or of a list of secrets and one of guesses."""

    lengths: LengthsOption = LENGTHS
    letters: LettersOption = None

    def initials(self, words: Lexicon) -> Sequence[str | None]:
        """Return the initials of ``--letters``; with ``--no-initial``, None, which means any."""
        if self.letters is not None and self.no_initial:
            raise OptionError(f"--letters {self.letters}: cannot be combined with --no-initial")
        if self.no_initial:
            return (None,)
        if self.letters is not None:
            return parse_letters(self.letters, words.alphabet)
        return sorted({initial for initial, _ in words.counts()}, key=words.alphabet.key)

    def read_cells(self) -> "tuple[Lexicon, Sequence[Game]]":
        """Return the lexicon of the secrets, and the games of the nonempty cells."""
        from emi.games.parse import game_of_cell
        from emi.games.request import Request

        self._expect_plain("a GAME, not all cells")
        self._expect_boards("all cells")
        self.check_lists([ANY_CELL])
        request = Request(ANY_CELL, self.lexicon, self.secrets, self.guesses, **self.how)
        words, others = request.words()
        remark_on(words)
        remark_on(others)
        cells = cells_of(self.initials(words), parse_lengths(self.lengths))
        games = [
            game_of_cell(cell, words, others)
            for cell in cells
            if words.cell(cell.initial, cell.length)
        ]
        if not games:
            option = "" if self.letters is None else f"--letters {self.letters} "
            raise CellError(
                f"{option}--lengths {self.lengths}: lexicon {words.name} has no "
                f"such words, expected letters among "
                f"{''.join(dict.fromkeys(a for a, _ in words.counts()))} and lengths among "
                f"{', '.join(map(str, words.lengths()))}"
            )
        remark_on_added(games)
        beyond = [n for n in words.lengths() if n not in parse_lengths(LENGTHS)]
        if beyond and self.lengths == LENGTHS:
            count = sum(len(words.cell(None, n)) for n in beyond)
            remark(
                f"lexicon {words.name}: skipped {plural(count, 'word')} of "
                f"{', '.join(map(str, beyond))} letters (include with --lengths "
                f"{words.lengths()[0]}-{words.lengths()[-1]})"
            )
        return words, games


@dataclass(frozen=True, kw_only=True)
class PlayedCells(Cells):
    """Options to choose the cells of a lexicon, hard play, and a shard of the cells."""

    shard: Annotated[
        Shard | None,
        typer.Option(
            "--shard",
            rich_help_panel=WORDS,
            parser=_shard,
            metavar="K/N",
            help="Run every Nth cell only, starting with the Kth, ordered by size: N runs on as "
            "many machines cover the table. `emi cache merge` joins their caches.",
        ),
    ] = None
    hard: HardOption = None

    def read_shard(self, cache: Storage | None = None) -> "tuple[Lexicon, Sequence[Game]]":
        """Return the lexicon, and its cells, or those of the shard.

        For an empty shard, create its cache, so that it can be merged, and end the program.
        """
        words, games = self.read_cells()
        if self.shard is not None:
            shard, many = self.shard, len(games)
            games = shard.taken(games)
            remark(f"shard {shard.number}/{shard.of}: {len(games):,} of {plural(many, 'cell')}")
            if not games:
                with nullcontext() if cache is None else cache.open():
                    raise typer.Exit
        return words, [game.hardened(self.hard) for game in games] if self.hard else games


@dataclass(frozen=True, kw_only=True)
class GameChoice(Lists):
    """Options to choose one game and its lists."""

    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, help=GAMES)]


@dataclass(frozen=True, kw_only=True)
class GameOrCells(PlayedCells):
    """Options to choose one game, or all cells of a lexicon."""

    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            autocompletion=complete_game,
            help=f"{GAMES}  [default: all cells of --letters and --lengths]",
        ),
    ] = None

    def read_named(self, name: str) -> "Game":
        """Return the game with a name; raise OptionError if a shard is given."""
        if self.shard is not None:
            raise OptionError(f"--shard: cannot be combined with a GAME, {name}")
        return self.read_game(name, self.hard)
