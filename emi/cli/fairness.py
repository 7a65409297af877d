"""``emi fairness``."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emi.cli.games import (
    LENGTHS,
    Cells,
    LengthsOption,
    LettersOption,
    NoInitialOption,
    remark_on_added,
)
from emi.cli.options import (
    Files,
    Logging,
    WeightsOption,
    complete_lexicon,
    read_weights_option,
    tries_option,
)
from emi.cli.output import FormatOption, check_file, check_suffix, put, say, titled, write
from emi.cli.running import Effort
from emi.errors import OptionError
from emi.games.cell import DEFAULT, Tries
from emi.reports.views.files import fair_list
from emi.tables import table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.lexicon.load import Lexicon
    from emi.results.fairness import Difficulty, Fairness


@dataclass(frozen=True, kw_only=True)
class Listed(Files):
    """Options to choose a word list and the games played with it."""

    name: Annotated[
        str,
        typer.Argument(
            metavar="LIST",
            autocompletion=complete_lexicon,
            help="A built-in word list (fr, en, nl), or a text file, one word a line.",
        ),
    ]
    guesses: Annotated[
        str | None,
        typer.Option(
            "--guesses",
            metavar="FILE",
            help="File of allowed guesses besides all secrets. LIST then holds the secrets, as "
            "in Wordle; with --lengths, --letters or --no-initial the game is played by initial "
            "and length.  [default: LIST, as in Motus]",
        ),
    ] = None
    lengths: LengthsOption = LENGTHS
    letters: LettersOption = None
    no_initial: NoInitialOption = False

    def read(self) -> "tuple[Lexicon | None, Sequence[Game]]":
        """Return the lexicon (None for a game with two lists), and the games."""
        by_cell = (self.lengths, self.letters, self.no_initial) != (LENGTHS, None, False)
        if self.guesses is None or by_cell:
            cells = Cells(
                lexicon=self.name, guesses=self.guesses, lengths=self.lengths,
                letters=self.letters, no_initial=self.no_initial, **self.how,
            )  # fmt: skip
            return cells.read_cells()
        from emi.games.parse import game_of_files

        games = [game_of_files(self.name, self.guesses, **self.how)]
        remark_on_added(games)
        return None, games


def _within(game: "Game", tries: Tries | None) -> int | None:
    """Return the tries allowed in a game: those of --tries for its length, else its own."""
    return game.tries if tries is None else tries.of(game.length)


def _difficulty(game: "Game", tries: Tries | None, **how: Any) -> "Difficulty":  # noqa: ANN401 - of the work
    """Return the difficulty of each word of a game."""
    from emi.analysis.fairness import difficulty

    return difficulty(game, _within(game, tries), **how)


def fairness_of(
    game: "Game",
    tries: Tries | None = None,
    weights: "Mapping[str, Weights] | None" = None,
    **how: Any,  # noqa: ANN401 - of the work
) -> "Fairness":
    """Return the fairness of a game, with bounds if the search was stopped."""
    from emi.analysis.fairness import fairness

    return fairness(game, _within(game, tries), weights=(weights or {}).get(game.name), **how)


def _check_list(path: Path | None) -> Path | None:
    """Refuse a file that cannot be written, or whose suffix is that of another format."""
    check_suffix(path, (".txt",), "; it receives the word list, --format sets the output format")
    return check_file(path)


def fairness_command(
    choice: Listed,
    effort: Effort,
    cache: Logging,
    tries: Annotated[
        Tries | None,
        tries_option(
            f"Number of tries, for all lengths or as in {DEFAULT}.  "
            f"[default: those of the show, {DEFAULT}; 6 with --guesses]",
        ),
    ] = None,
    words: Annotated[
        bool,
        typer.Option(
            "--words",
            help="Show the difficulty of each word instead: the guesses it takes with the best "
            "worst case and with the best average, and the words it is confused with.",
        ),
    ] = False,
    weights: WeightsOption = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Show all games, least fair first.  [default: those that are not fair]",
        ),
    ] = False,
    format: FormatOption = "table",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            callback=_check_list,
            help="Output file for the reduced list, one word per line, spelled and ordered as in "
            "LIST.",
        ),
    ] = None,
) -> None:
    """Find out why a list is unfair: words that no strategy is guaranteed to find.

    Such words form clusters, for example CAFES CAGES CAKES CAMES CASES CAVES: too many to try one
    by one, and hardly any guess separates them. For each unfair game (a cell, or with --guesses the
    whole list) the result shows how many words the best strategy misses, their clusters, and the
    fewest words to remove so that all others can be found within the tries. The reduced list, which
    --out writes, is solved again and proven fair. With --weights, rare words are preferred
    where several smallest sets of words could be removed. If a limit is reached, values are printed
    as bounds such as 3..5.

    For example:
      emi fairness fr --lengths 5
      emi fairness words.txt --tries 6 --out fair.txt
      emi fairness secrets.txt --guesses guesses.txt
      emi fairness words.txt --weights wordfreq --out fair.txt
      emi fairness words.txt --all
      emi fairness words.txt --words --letters C --lengths 5
    """
    if words:
        for option, given in (("--all", every or None), ("--out", out), ("--weights", weights)):
            if given is not None:
                raise OptionError(f"--words: cannot be combined with {option}")
    lexicon, games = choice.read()
    title = titled("Fairness", lexicon) if lexicon else f"Fairness, {choice.name}"
    if words:
        run = effort.run(games, partial(_difficulty, tries=tries), cache)
        difficulty = {each.game.name: each for each in run.found}
        shown = [difficulty[game.name] for game in games if game.name in difficulty]
        put(table(shown, title=title.replace("Fairness", "Difficulty", 1)), format)
        return
    weighed = read_weights_option(weights, games, choice.column)
    work = partial(fairness_of, tries=tries, weights=weighed)
    found = {one.game.name: one for one in effort.run(games, work, cache).found}
    results = [found[game.name] for game in games]
    put(table(results, title=title, every=every), format)
    if out is not None:
        _write_list(out, results, games, lexicon)


def _write_list(
    out: Path, results: "list[Fairness]", games: "Sequence[Game]", lexicon: "Lexicon | None"
) -> None:
    """Write the reduced list, and report the games that are not known to be fair."""
    gone = {word for one in results for word in one.removed or ()}
    # A list of two is that of the secrets.
    of = games[0].lexicon if lexicon is None else lexicon
    words = of.words if lexicon is not None and of is not None else games[0].secrets
    left = [word for word in words if word not in gone]
    written = left if of is None else of.as_written(left)
    write("".join(f"{word}\n" for word in written), out)
    for line in fair_list(out, len(left), len(gone), results):
        say(line)
