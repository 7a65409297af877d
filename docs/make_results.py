"""Solve every cell of the word lists and write ``docs/results.md``: ``make results``.

``docs/results.csv`` records the results; recorded questions are skipped unless ``--again`` is
given. PART, such as ``"en --objective average"``, selects the questions that contain it. The
environment variable LIST names the file of a list that may not be shipped; without it, the results
of that list stay unchanged. ``--check`` solves nothing: it checks that the page matches the file,
that the digests are those of the built-in lists, and that the values of each cell are consistent.
"""

import csv
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from emi._version import __version__
from emi.lexicon.load import BUILTIN, load
from emi.published.parts import command
from emi.reports.published.reader import read
from emi.results.base import rounded

sys.path.insert(0, str(Path(__file__).parent))
from make_optima import rows

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "results.md"
KEPT = ROOT / "docs" / "results.csv"
#: The name of the paper's list, whose file LIST names.
ODS4 = "ods4"
HEAD = [
    "list", "digest", "game", "options", "secrets", "lower", "upper", "first", "worst",
    "seconds", "version", "date", "certificate", "bytes", "accepted",
]  # fmt: skip
#: The parts of a line about its certificate: its digest, its size, and who accepted it.
PROOF = HEAD[-3:]
#: The questions for every cell, with the titles of their tables.
TABLES = {
    "--objective worst": "Evil Motus Index",
    "--objective average": "Least average number of tries",
    "--objective guaranteed": "Fewest words missed within 5 tries (5 letters) or 6 (6 to 10)",
}
#: The questions for cells of five letters only.
HARD = {
    "--hard hints --lengths 5": "hints are kept",
    "--hard possible --lengths 5": "only candidates are proposed",
}
INTRODUCTION = """\
Every value here is proven, or printed as bounds such as 4..5. `make results` writes this page from
[results.csv](results.csv), where each cell has what was asked, the digest of its list, its seconds
and, where one was made, the digest and the size of its certificate and the checkers that accepted
it: a large average takes both checkers minutes. `make archive
DIR=... NAME=...` makes the certificates of a list anew, with what is needed to check them."""
#: The number of guesses that Wordle allowed in 2023.
GUESSES_2023 = 14_855
OPENERS = """\
### The {count} best first guesses of Wordle, 2023

Each has its least total for the 3,158 secrets. The other {others:,} guesses take {bound:,} or more.
All this is proven, so no strategy takes fewer than {least:,}. A. Selby prints {printed} of these
totals; {same} are equal. The run takes some two hours, and continues where it was stopped:

    python docs/make_openers.py secrets_2023.txt guesses_2023.txt best 100 FILE
"""
#: The line of the ranking for all other guesses, with the least total that any of them may have.
OTHERS = "others"
OF_OTHERS = """\
One of these is about all {others:,} others; FILE is the ranking:

    python docs/make_openers.py secrets_2023.txt guesses_2023.txt others FILE others.emip.xz

It has 9 million lemmas, and one core makes it in 80 minutes. `check.c` takes 112 minutes, and
`verify.py` with PyPy three hours, which processes of 4.7 GB each share (`--share 1/10` and so on).
"""
ONE_OPPONENT = """\
The value of `emi report adversary` is about one opponent, who does not look ahead; certificates are
about values that hold against every opponent. The command finds it anew in seconds.
"""
#: The question that ranks them.
RANKED = "wordle --secrets {secrets_2023} --guesses {guesses_2023} --objective average"
#: Seconds for one table, unless LIMIT (of the environment) says otherwise.
LIMIT = "1800"
Line = dict[str, str]


def asked() -> Iterator[tuple[str, str]]:
    """Yield the lists with their questions; the longest runs come last."""
    for options in (*list(TABLES)[:2], *HARD, *list(TABLES)[2:]):
        for name in (*BUILTIN_LISTS, ODS4):
            if name != ODS4 or options in TABLES:
                yield name, options


def solve(name: str, options: str) -> list[Line]:
    """Solve a question for all cells of a list, without a cache."""
    lexicon = os.environ["LIST"] if name == ODS4 else name
    limit = os.environ.get("LIMIT", LIMIT)
    words = ["table", "--lexicon", lexicon, *options.split(), "--time-limit", limit]
    words += ["--no-cache", "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-m", "emi", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        check=True,
    )  # fmt: skip
    today = datetime.now(UTC).date().isoformat()
    return [
        {
            "list": name, "digest": row["lexicon_digest"], "game": row["game"].split()[0],
            "options": options, "secrets": row["secrets"], "lower": row["lower"],
            "upper": row["upper"], "first": row["first_guess"],
            "worst": "" if row["worst"] is None else row["worst"],
            "seconds": f"{row['seconds']:.3f}", "version": __version__, "date": today,
            "certificate": "", "bytes": "", "accepted": "",
        }
        for row in json.loads(done.stdout)["games"]
    ]  # fmt: skip


def kept() -> list[Line]:
    """Return the recorded lines."""
    return rows(KEPT) if KEPT.exists() else []


def keep(lines: Sequence[Line]) -> None:
    """Record the lines in the order of their questions."""
    order = [*asked()]
    lines = sorted(lines, key=lambda line: order.index((line["list"], line["options"])))
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, HEAD, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def run(*parts: str, again: bool) -> None:
    """Solve all questions that are not recorded, and record each result at once."""
    lines, asks = kept(), [*asked()]
    named = [ask for ask in asks if any(part in " ".join(ask) for part in parts)]
    if parts and not named:
        sys.exit(f"make_results.py: no question contains {' or '.join(parts)}")
    for name, options in named if parts else asks:
        old = [line for line in lines if (line["list"], line["options"]) == (name, options)]
        if name == ODS4 and not os.environ.get("LIST"):
            print(f"{name} {options}: skipped, set LIST to the file of the list")
        elif again or not old:
            solved = {line["game"]: line for line in solve(name, options)}
            lines = [line for line in lines if line not in old] + [*solved.values()]
            for line in old:
                # The certificate remains valid if the value is the same.
                new = solved.get(line["game"])
                if new and same_question(line, new):
                    new |= {part: line[part] for part in PROOF}
            keep(lines)
            print(name, options, len(solved), "cells", flush=True)


def tries_of(game: str) -> int:
    """Return the tries of a cell within which misses are counted."""
    return 5 if game[1:] == "5" else 6


def same_question(line: Line, other: Line) -> bool:
    """Return whether two lines have the same list and the same bounds."""
    return all(str(line[part]) == str(other[part]) for part in ("digest", "lower", "upper"))


#: The lists whose cells are all solved.
BUILTIN_LISTS = tuple(name for name in BUILTIN if not name.startswith("wordle"))


def grid(lines: Sequence[Line], show: dict[str, str]) -> Iterator[str]:
    """Yield a table of the cells of a list: initials down, lengths across."""
    lengths = sorted({int(game[1:]) for game in show})
    yield "| | " + " | ".join(str(length) for length in lengths) + " |"
    yield "| :--- |" + " ---: |" * len(lengths)
    for initial in sorted({line["game"][0] for line in lines}):
        values = [show.get(f"{initial}{length}", "") for length in lengths]
        yield f"| {initial} | " + " | ".join(values) + " |"


def shown(line: Line) -> str:
    """Return the value of a cell, or its bounds."""
    lower, upper = int(line["lower"]), int(line["upper"])
    if line["options"] == "--objective average":
        said = [rounded(Fraction(value, int(line["secrets"]))) for value in (lower, upper)]
    else:
        said = [f"{value:,}" for value in (lower, upper)]
    return said[0] if lower == upper else f"{said[0]}..{said[1]}"


def of_certificates(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the number of certificates of these values, their size, and who accepted them."""
    if sizes := [int(line["bytes"]) for line in lines if line["bytes"]]:
        accepted = Counter(name for line in lines for name in line["accepted"].split())
        yield (
            f"{len(sizes)} certificates, {sum(sizes) / 1e6:.1f} MB in all, the largest "
            f"{max(sizes):,} bytes.\nAccepted "
            + ", ".join(f"by `{name}`: {accepted[name]}" for name in sorted(accepted))
            + "."
        )


def of_all(lines: Sequence[Line]) -> Iterator[str]:
    """Yield how many values have a certificate, of word lists and of other games."""
    every = [*lines, *read("optima_kept"), *read("openers_kept")]
    certified = [line for line in every if line["certificate"]]
    both = sum(line["accepted"] == "check.c verify.py" for line in certified)
    size = sum(int(line["bytes"]) for line in certified) / 1e6
    yield (
        f"{len(certified):,} of {len(every):,} values have a certificate, {size:,.0f} MB in all. "
        f"Both checkers accept {both:,} of them.\n"
    )
    without = [line for line in every if not line["certificate"]]
    named = [f"`{command(line['ask'])}`" for line in without if "ask" in line]
    named += [
        f"{line['list']} {line['game']} {line['options']}" for line in without if "game" in line
    ]
    named += ["other first guesses of Wordle, 2023" for line in without if "guess" in line]
    if named:
        yield f"Without one: {', '.join(named)}.\n"
    if any(line.get("ask", "").startswith("report adversary") for line in without):
        yield ONE_OPPONENT


def of_list(name: str, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the section of a list."""
    mine = [line for line in lines if line["list"] == name]
    if not mine:
        return
    lexicon = "FILE" if name == ODS4 else name
    words = sum(int(line["secrets"]) for line in mine if line["options"] == "--objective worst")
    yield f"## The list {name}\n"
    yield f"{words:,} words of 5 to 10 letters, digest `{mine[0]['digest'][:12]}`.\n"
    for options, title in TABLES.items():
        some = [line for line in mine if line["options"] == options]
        if not some:
            continue
        proven = sum(line["lower"] == line["upper"] for line in some)
        seconds = sum(float(line["seconds"]) for line in some)
        yield f"### {title} ({name})\n"
        yield (
            f"`emi table --lexicon {lexicon} {options}`: {proven} of {len(some)} cells proven,\n"
            f"{seconds:,.0f} s of search in all, {some[0]['date']}, emi {some[0]['version']}."
        )
        yield from of_certificates(some)
        yield ""
        yield from grid(mine, {line["game"]: shown(line) for line in some})
        yield ""


def of_hard_play(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the section of hard play: five letters, all built-in lists."""
    yield "## Hard play, five letters\n"
    yield (
        "The worst case where guesses must keep to the answers (`emi table --lengths 5 --hard\n"
        "hints`, and `--hard possible`)."
    )
    yield from of_certificates([line for line in lines if line["options"] in HARD])
    yield ""
    heads = [(name, options) for options in HARD for name in BUILTIN_LISTS]
    yield "| | " + " | ".join(f"{name}, {HARD[options]}" for name, options in heads) + " |"
    yield "| :--- |" + " ---: |" * len(heads)
    values_of = {(line["list"], line["options"], line["game"][0]): shown(line) for line in lines}
    for initial in sorted({line["game"][0] for line in lines}):
        values = [values_of.get((*head, initial), "") for head in heads]
        yield f"| {initial} | " + " | ".join(values) + " |"
    yield ""


def of_other_games() -> Iterator[str]:
    """Yield the sections of recorded values of games of pegs, and of Wordle."""
    optima = {line["ask"]: line for line in read("optima_kept")}
    printed: dict[str, str] = {}
    for line in read("optima"):
        if line["printed"]:
            printed.setdefault(line["ask"], line["printed"])
    for title, wanted in (("Games of pegs", False), ("Wordle", True)):
        mine = [line for ask, line in optima.items() if ("{" in ask) == wanted]
        proven = [line for line in mine if line["lower"] == line["upper"]]
        yield f"## {title}\n"
        yield f"{len(proven)} of {len(mine)} values are proven."
        yield from of_certificates(mine)
        yield ""
        yield "| command | value | printed elsewhere | seconds | date |"
        yield "| :--- | ---: | ---: | ---: | :--- |"
        for line in mine:
            ask, value = line["ask"], line["lower"]
            if line["upper"] != value:
                value += f"..{line['upper']}"
            yield (
                f"| `{command(ask)}` | {value} | {printed.get(ask, '').replace('<=', '≤ ')} | "
                f"{float(line['seconds']):,.1f} | {line['date']} |"
            )
        yield ""


def of_openers() -> Iterator[str]:
    """Yield the ranking of the first guesses of Wordle in 2023, each with its least total."""
    *ranked, others = read("openers_kept")
    many = GUESSES_2023 - len(ranked)
    yield OPENERS.format(
        count=len(ranked), others=many, least=int(ranked[0]["total"]), bound=int(others["total"]),
        printed=sum(bool(line["printed"]) for line in ranked),
        same=sum(line["printed"] == line["total"] for line in ranked),
    )  # fmt: skip
    totals = [f"{line['guess']} {line['total']}" for line in ranked]
    yield ", ".join(totals) + "."
    yield ""
    if any(line["certificate"] for line in ranked):
        yield from of_certificates([*ranked, others])
        yield ""
    if others["certificate"]:
        yield OF_OTHERS.format(others=many)


def of_the_paper(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the differences between Table 1 of the paper and exact play on the paper's list."""
    mine = {
        line["game"]: line
        for line in lines
        if (line["list"], line["options"]) == (ODS4, "--objective worst")
    }
    if not mine:
        return
    table = read("motus_table1")
    cells = {f"{i}{row['length']}": row[i] for row in table for i in row if i != "length"}
    differs = {game: (value, shown(mine[game])) for game, value in cells.items() if game in mine}
    wrong = {game: both for game, both in differs.items() if both[0] != both[1]}
    unsure = {game: wrong.pop(game) for game in [*wrong] if game[0] == "F"}
    yield "## What differs from the literature\n"
    yield (
        f"Table 1 of the paper prints {len(cells)} cells of ODS4; {len(wrong)} of them differ from "
        "exact play\nfor certain. Both checkers accept their certificates\n"
        "(`emi certify CELL --lexicon FILE`, `emi verify`):\n"
    )
    yield "| cell | printed | proven |"
    yield "| :--- | ---: | ---: |"
    yield from (f"| {game} | {both[0]} | {both[1]} |" for game, both in sorted(wrong.items()))
    fifth = " ".join(row["F"] for row in table)
    first, other = (
        " ".join(shown(mine[f"{initial}{row['length']}"]) for row in table) for initial in "EF"
    )
    if unsure and fifth == first:
        yield (
            "\nThe table has 25 columns and none headed E. The fifth, headed F, reads "
            f"{fifth}:\nthat is exactly E by exact play, where F is {other}. So "
            f"{', '.join(unsure)} differs only if that\nheading is right."
        )
    yield (
        "\n`emi report published` puts every other published figure beside what is obtained: the\n"
        "strategies of the paper, Mastermind, MOO, Logik, Jotto, black-peg games and Wordle. Its\n"
        "remarks say where two sources disagree, and why.\n"
    )


def page(lines: Sequence[Line]) -> str:
    """Return the text of the page."""
    parts = [
        "# Results",
        "",
        INTRODUCTION,
        "",
        *of_all(lines),
        *of_the_paper(lines),
        *(part for name in (*BUILTIN_LISTS, ODS4) for part in of_list(name, lines)),
        *of_hard_play(lines),
        *of_other_games(),
        *of_openers(),
    ]
    return "\n".join(parts).rstrip() + "\n"


def faults_alone(lines: Sequence[Line]) -> Iterator[str]:
    """Yield a line for each result of another list, and for each incomplete certificate."""
    digests = {name: load(name).digest for name in BUILTIN_LISTS}
    for line in lines:
        if line["digest"] != digests.get(line["list"], line["digest"]):
            yield f"{line['list']} {line['game']}: the list has changed, make results --again"
        if len({bool(line[part]) for part in PROOF}) > 1:
            yield f"{line['list']} {line['game']}: expected all of {', '.join(PROOF)}, or none"


def faults_of_openers() -> Iterator[str]:
    """Yield a line for each contradiction in the ranking of first guesses."""
    ranked = {one["guess"]: int(one["total"]) for one in read("openers_kept")}
    if [*ranked.values()] != sorted(ranked.values()) or [*ranked].pop() != OTHERS:
        yield "openers_kept.csv: expected the least total first, and the others last"
    for line in read("optima_kept"):
        words = line["ask"].removeprefix(RANKED).split()
        if not line["ask"].startswith(RANKED) or words[:1] not in ([], ["--first"]):
            continue
        total = ranked.get(words[1]) if words else min(ranked.values())
        if total is not None and not int(line["lower"]) <= total <= int(line["upper"]):
            yield f"openers_kept.csv: {line['ask']} takes {line['lower']}, not {total}"


def faults(lines: Sequence[Line]) -> Iterator[str]:
    """Yield a line for each contradiction between recorded values."""
    yield from faults_alone(lines)
    yield from faults_of_openers()
    by_game: dict[tuple[str, str], dict[str, Line]] = {}
    for line in lines:
        by_game.setdefault((line["list"], line["game"]), {})[line["options"]] = line
    for (name, game), values in by_game.items():
        worst, average, missed = (values.get(options) for options in TABLES)
        if not (worst and average):
            yield f"{name} {game}: expected the worst case and the average"
            continue
        tries = tries_of(game)
        if missed and (
            (int(worst["upper"]) <= tries and int(missed["lower"]) > 0)
            or (int(worst["lower"]) > tries and int(missed["upper"]) == 0)
        ):
            yield f"{name} {game}: the worst case and what is missed do not fit together"
        secrets = int(average["secrets"])
        if not secrets <= int(average["lower"]) <= secrets * int(worst["upper"]):
            yield f"{name} {game}: the worst case and the average are inconsistent"
        if average["worst"] and int(average["worst"]) < int(worst["lower"]):
            yield f"{name} {game}: a strategy seems to take less than the worst case"
        for options in HARD:
            if options in values and int(values[options]["upper"]) < int(worst["lower"]):
                yield f"{name} {game}: hard play seems to take less than free play"


def main(*wanted: str) -> None:
    """Solve the missing questions and write the page, or with --check only check it."""
    if "--check" not in wanted:
        run(*(part for part in wanted if part != "--again"), again="--again" in wanted)
    lines = kept()
    wrong = [*faults(lines)]
    if "--check" not in wanted:
        PAGE.write_text(page(lines), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page(lines):
        wrong.append("docs/results.md does not match docs/results.csv: run make results")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
