"""The page ``docs/endurance.md``, of what the tests took down; figures lie beside it as JSON."""

import importlib.metadata
import json
import os
import platform
import sys
import time
from collections import Counter
from pathlib import Path

from tests.emi.cases import ROOT

#: What must be there, and how often, for the page to be of a whole run.
WHOLE = {"killed": 10, "mutated": 1, "shared": 3, "disk": 2, "fuzzed": 6, "processes": 1,
         "memory": 1, "attacked": 1}  # fmt: skip
#: Parts that are taken over whenever they are whole, each with its date: how many notes make one.
PARTS = {"kernels": 20, "places": 30, "clusters": 20}
#: Their sections.
SECTIONS = {
    "kernels": """## A folder of compiled kernels that is damaged

{many:,} damages on {date}: files of kernels emptied, cut, with bits turned, forged, of another
kernel or another user, replaced by a folder, a pipe or a link; folders writable by all, read-only
or a file. The run after each gives the right value, runs nothing forged, and prints at most a line
for each folder ({said:,} of {runs:,} runs did).
""",
    "places": """## A home, a folder and a disk that fail

Each case is a command and a place, drawn from a seed, on {date}: the values are right, or one line
says what is wrong (exit code 2: a folder that was named, or a full disk). The cache is sound
afterwards.

| place | cases | said something | refused |
| :--- | ---: | ---: | ---: |
{rows}
""",
    "clusters": """## Clusters of different machines

{many} clusters of a scheduler and up to three workers, drawn from a seed, on {date}, with a table
of 18 cells for each. One line names a machine that lacks emi or numba, or has another version. The
table is right where a worker is lost or a second client asks for the same; one line says that
there is no scheduler or no worker. The next run gives the same table from the cache.

| cluster | how many | refused |
| :--- | ---: | ---: |
{rows}
""",
}

PAGE = """# What was endured

`make endure` wrote this page in {minutes:.0f} minutes on {date}: {machine}, {versions}. Times are
seconds of the processor unless noted.

## Killed

Each command is killed (SIGKILL) at random moments, {kills} times or more, and started again with
the cache that it left, until it ends with the value of an undisturbed run. *Repeated* is what a
kill costs: the start, and the work since the last writing. Of `--cluster`, one of two workers is
killed.

| command | kills | undisturbed, s | repeated for each kill, s |
| :--- | ---: | ---: | ---: |
{killed}

{total} kills in all. {verdict}

## Damaged, full, shared

{damaged}

{parts}## Fuzzed

Random input is refused in one line, or is right, within 2 s of the processor and 512 MiB. Number
*n* of a kind is made from the seed 20180040 + *n*.

| what | inputs | the slowest, s |
| :--- | ---: | ---: |
{fuzzed}

{inputs:,} inputs in all, and {processes} lines of arguments given to the program itself.

## Attacked

The command line solves and certifies random small games of every kind and objective, with one
cache for all. A recursion in plain Python over all strategies checks each value. Every checker
reads each certificate and 20 mutants of it; what it accepts of these must be true.

{attacked}

## Memory

What a search learns has room within `--memory-limit`; when that is full, the least useful goes.

{memory}
"""

HOUR = """`{command}` took {peak} MiB at most in {minutes:.0f} minutes: {curve}
MiB in turn. It looked at {nodes:,} sets, let go of {forgotten:,} cores, kept {cache} MiB on disk,
and proved {lower}..{upper}.
"""

ATTACKED = """`python -m tests.endure.attack --seed {seed} --certificates {wanted} --jobs {jobs}`
took {minutes:.0f} minutes on {date}, with {checkers}:

| what | how many | wrong |
| :--- | ---: | ---: |
| values compared, those of {strategies:,} strategies by playing them | {values:,} | {wrong[0]} |
| certificates of these, accepted by `verify.py` | {verified:,} | {wrong[1]} |
| certificates that `check.c` reads too, accepted by it | {checked:,} | {wrong[2]} |
| mutants, of which {true:,} are true and accepted | {mutants:,} | {wrong[3]} |
"""

#: The row of a failure of an attack; all others are of values.
WRONG = {
    "verify.py refuses": 1, "verify.py says what is false": 1, "emi.verify says something else": 1,
    "Coq refuses": 1, "check.c refuses": 2, "check.c crashes": 3,
    "verify.py accepts what is false": 3, "check.c accepts what is false": 3,
    "the shares accept what is false": 3,
}  # fmt: skip

MUTATED = """* {mutations} mutations of caches (bits turned, pieces zeroed, overwritten, copied, cut
  off) from as many seeds: never a wrong value, never more than a line for what was dropped and one
  for what could not be kept; {noticed} were noticed, and each was repaired by
  `emi cache verify --repair`."""

#: The most that a kill may cost: seconds, or a share of an undisturbed run if that is more.
SECONDS, SHARE = 5, 0.05
#: What the tests took down, a line each.
NOTES = ROOT / ".endured.jsonl"
#: The figures of the page.
FIGURES = ROOT / "docs" / "endurance.json"


def take_down(heading: str, one: dict) -> None:
    """Take something down; several processes may do so at once."""
    with NOTES.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"heading": heading, "at": time.time(), **one}) + "\n")


def main() -> int:
    """Write figures and page of what was taken down, if nothing was left out.

    A longer look at memory than there was yet is taken over by itself, as a longer attack is.
    ``--begin`` forgets what was taken down before; ``--parts`` writes what is taken over by itself.
    Returns 1 if something is missing, or more was
    repeated than may be.
    """
    if sys.argv[1:] == ["--begin"]:
        NOTES.unlink(missing_ok=True)
        take_down("begun", {})
        return 0
    found: dict[str, list[dict]] = {}
    for line in NOTES.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        found.setdefault(one.pop("heading"), []).append(one)
    data = read()
    for look in found.get("memory", []):
        if look["seconds"] > data.get("hour", {"seconds": 0})["seconds"]:
            data["hour"] = look
    for name, many in PARTS.items():
        notes = found.pop(name, [])
        if len(notes) >= many:
            data[name] = {"date": time.strftime("%Y-%m-%d"), "notes": notes}
    missing = [name for name, many in WHOLE.items() if len(found.get(name, [])) < many]
    missing += PARTS.keys() - data.keys()
    for run in found.pop("attacked", []):
        keep_longest(data, run)
    if sys.argv[1:] == ["--parts"]:
        write(data)
        return int(not PARTS.keys() <= data.keys())
    if missing:
        print(f"not all was endured, too little of: {', '.join(missing)}", file=sys.stderr)
    else:
        begun = found.pop("begun")[0]["at"]
        ended = max(one["at"] for some in found.values() for one in some)
        data |= {"date": time.strftime("%Y-%m-%d"), "seconds": ended - begun, **found}
        data |= {"machine": machine(), "versions": versions(), "load": os.getloadavg()[2]}
        print(verdict(found["killed"]))
    write(data, whole=not missing)
    return int(bool(missing or too_much(found["killed"])))


def read() -> dict:
    """Return the figures of the page."""
    return json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}


def write(data: dict, *, whole: bool = True) -> None:
    """Write the figures, and the page if nothing is missing."""
    if whole:
        (ROOT / "docs" / "endurance.md").write_text(page(data), encoding="utf-8")
    FIGURES.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def keep_longest(data: dict, run: dict) -> None:
    """Take an attack over unless a longer one found nothing wrong."""
    before = data.get("attacked", {"failed": {}, "wanted": 0})
    if before["failed"] or run["wanted"] >= before["wanted"]:
        data["attacked"] = run


def machine() -> str:
    """Return what the tests ran on."""
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
    except OSError:
        pass
    return f"{platform.system()}, {os.cpu_count()} cores, {name}"


def versions() -> str:
    """Return the versions of what matters."""
    found = [f"Python {platform.python_version()}"]
    for one in ("numpy", "numba", "diskcache", "distributed"):
        try:
            found.append(f"{one} {importlib.metadata.version(one)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def too_much(killed: list[dict]) -> list[str]:
    """Return which commands repeat more for each kill than they may."""
    return [
        one["name"] for one in killed if one["repeated"] > max(SECONDS, SHARE * one["undisturbed"])
    ]


def verdict(killed: list[dict]) -> str:
    """Return a sentence on what is repeated."""
    allowed = f"{SECONDS} s, or {SHARE:.0%} if that is more"
    if names := too_much(killed):
        return f"More than is allowed ({allowed}) was repeated of {', '.join(names)}."
    most = max(one["repeated"] for one in killed)
    return f"At most {most:.1f} s were repeated for a kill; allowed were {allowed}."


def page(data: dict) -> str:
    """Return the page."""
    killed = data["killed"]
    shared = "; ".join(one["what"] for one in data["shared"])
    damaged = [
        MUTATED.format(**data["mutated"][0]),
        *(f"* {one['what']}." for one in data["disk"]),
        f"* Four processes at once, {shared}: the same values, no warning, no fault in the cache.",
    ]
    return PAGE.format(
        minutes=data["seconds"] / 60,
        date=data["date"],
        machine=data["machine"],
        load=data["load"],
        versions=data["versions"],
        kills=min(one["kills"] for one in killed),
        killed="\n".join(
            f"| `{one['name']}` | {one['kills']} | {one['undisturbed']:.1f} "
            f"| {one['repeated']:.1f} |"
            for one in killed
        ),
        total=sum(one["kills"] for one in killed),
        verdict=verdict(killed),
        damaged="\n".join(damaged),
        fuzzed="\n".join(
            f"| {one['what']} | {one['inputs']:,} | {one['slowest']:.2f} |"
            for one in data["fuzzed"]
        ),
        inputs=sum(one["inputs"] for one in data["fuzzed"]),
        processes=data["processes"][0]["inputs"],
        attacked=_attacked(data["attacked"]),
        parts="".join(
            f"{SECTIONS[name].format(**_part(data[name]))}\n" for name in PARTS if name in data
        ),
        memory="\n".join(map(_memory, _looks(data))).strip(),
    )


def _part(part: dict) -> dict:
    """Return the sums of a part, and a row of a table for each kind of its cases."""
    kinds: dict[str, Counter] = {}
    for note in part["notes"]:
        kinds.setdefault(note["what"], Counter()).update({"many": 1, **note, "what": 0})
    whole = sum(kinds.values(), Counter())
    columns = [name for name in ("many", "said", "refused") if name in part["notes"][0]]
    rows = (
        " | ".join([what, *(f"{counts[name]:,}" for name in columns or ["many"])])
        for what, counts in kinds.items()
    )
    sums = {name: whole[name] for name in ("many", "said", "runs")}
    return {"date": part["date"], "rows": "\n".join(f"| {row} |" for row in rows), **sums}


def _attacked(run: dict) -> str:
    wrong = [0] * 4
    for kind, many in run["failed"].items():
        wrong[WRONG.get(kind, 0)] += many
    known = {**run, "minutes": run["seconds"] / 60, "checkers": " and ".join(run["checkers"])}
    return ATTACKED.format(wrong=wrong, **known).strip()


def _looks(data: dict) -> list[dict]:
    looks = [data["hour"]] if "hour" in data else []
    return looks + [one for one in data["memory"] if one not in looks]


def _memory(one: dict) -> str:
    some = one["curve"][1 :: max(len(one["curve"]) // 8, 1)]
    curve = ", ".join(str(mib) for _, mib in some)
    return HOUR.format(**{**one, "minutes": one["seconds"] / 60, "curve": curve})


if __name__ == "__main__":
    sys.exit(main())
