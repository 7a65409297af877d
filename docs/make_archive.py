"""Make the archive of certificates of a word list: ``make archive DIR=FOLDER NAME=fr``.

The archive contains a certificate of each value of the list in ``docs/results.csv``; that of a
built-in list also the list, the checkers, the licences, and a README with instructions, for a data
deposit: ``SHA256SUMS`` has the digest of each file. Of the list whose file the environment variable
LIST names, only the certificates are made. Digests, sizes, and the checkers that accepted a
certificate go to ``docs/results.csv`` and to the page of results.

A second run continues: it makes what the folder lacks, or nothing with ``--made``, and repeats no
check of a recorded digest. LIMIT is the number of seconds for one run of ``verify.py``; without it,
the largest averages take hours. Where one takes longer, larger ones of its table are not tried.
"""

import lzma
import math
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from emi._version import __version__
from emi.lexicon.builtin import licence_text
from emi.lexicon.lexicon import Lexicon
from emi.lexicon.load import load
from emi.memory import cores

sys.path.insert(0, str(Path(__file__).parent))
from make_results import BUILTIN_LISTS, KEPT, ODS4, PAGE, Line, keep, kept, page, tries_of

ROOT = Path(__file__).parents[1]
VERIFY = ROOT / "emi" / "proof" / "verify.py"
CHECK = ROOT / "tests" / "proof_checker" / "check.c"
README = """\
# Certificates of optimal play in Motus (Lingo): the list `{name}`

Each file below `certificates` proves one value of `values.csv`: `worst` the worst case (the Evil
Motus Index), `average` the least total number of tries, `guaranteed` the fewest words missed within
the tries of the game, `hints` and `possible` the worst case of hard play. A certificate holds a
strategy, which shows that the value can be reached, and a refutation, which shows that no strategy
does better. `certificates.md` describes the format.

`verify.py` is plain Python 3.11 without packages, and shares nothing with the program that made
the certificates (emi {version}). PyPy runs it too; where the list is long and the certificate
short, it takes a quarter of the time.
`check.c` is a second checker, written from the description of the format; it is quicker, and reads
files that are unpacked. `values.csv` names the checkers that accepted a file.

    python verify.py certificates/worst/C5.emip.xz words.txt
    cc -O2 -o check check.c && unxz --keep certificates/average/C5.emip.xz
    ./check certificates/average/C5.emip words.txt
    sha256sum --check SHA256SUMS

{count} certificates, {megabytes:.1f} MB in all. The words and the licence of the list are in
`words.txt` and `words.LICENSE`, its digest is

    {digest}

`LICENSE` is that of all else.
"""


def file_of(root: Path, line: Line) -> Path:
    """Return the file of the certificate of a line."""
    return root / "certificates" / line["options"].split()[1] / f"{line['game']}.emip.xz"


def certify(root: Path, lexicon: str, lines: Sequence[Line]) -> None:
    """Make the certificates that are missing."""
    missing: dict[tuple[str, str], str] = defaultdict(str)
    for line in lines:
        if not file_of(root, line).exists():
            missing[line["options"], line["game"][1:]] += line["game"][0]
    for (options, length), letters in missing.items():
        restriction, kind = options.split()[:2]
        command = ["certify", "--all", "--lexicon", lexicon, restriction, kind]
        command += ["--lengths", length, "--letters", letters]
        command += ["--out", str(root / "certificates" / kind)]
        subprocess.run([sys.executable, "-m", "emi", *command], cwd=ROOT, check=True)


def misses(tries: int) -> str:
    """Return the step of a certificate that asks for the fewest misses within a number of tries."""
    return "1 0 0" + " 0" * tries + " 1"


def claimed(text: str, one: Line) -> tuple[float, float]:
    """Return the bounds that a certificate claims for the value of a line; a checker confirms them.

    Steps about other questions are ignored. Words are found one by one within as many tries as
    there are, so misses are asked for within one more at most.
    """
    kind = one["options"].split()[1]
    tries = min(tries_of(one["game"]), int(one["secrets"]) + 1)
    wanted = {"average": "1 0 1 1", "guaranteed": misses(tries)}.get(kind)
    lower, upper, counts = 0 if wanted else 1, math.inf, False
    for line in text.partition("\nsteps\n")[2].splitlines():
        step, number, *_ = f"{line} 0".split(maxsplit=2)
        if step == "1":
            tries = line.count(" 0") - 2
            counts = line == (wanted or misses(tries))
        elif counts and step == "3" and (wanted or number == "0"):
            upper = min(upper, int(number) if wanted else tries)
        elif counts and step == "7" and (wanted or number != "0"):
            lower = max(lower, int(number) if wanted else tries + 1)
    return lower, upper


class Checkers:
    """The two checkers of certificates.

    PyPy runs ``verify.py`` if it is installed, as it is quicker on long lists.

    Parameters
    ----------
    folder : Path
        A temporary folder.
    limit : float, optional
        The seconds for one run of ``verify.py``.
    """

    def __init__(self, folder: Path, limit: float | None) -> None:
        self.folder, self.limit, quick = folder, limit, folder / "check"
        compiler = which("cc") or sys.exit("make archive: expected a C compiler, cc")
        subprocess.run([compiler, "-O2", "-o", quick, CHECK], check=True)
        self.commands = {
            CHECK.name: [str(quick)],
            VERIFY.name: [which("pypy3") or sys.executable, "-I", str(VERIFY)],
        }
        #: The tables in which ``verify.py`` reached the limit.
        self.slow: set[str] = set()

    def refusal(self, file: Path, line: Line, given: Sequence[str], table: str) -> str:
        """Check a certificate, note in its line who accepted it; return why it is not recorded.

        Checkers are ``given`` lists or rules besides. If ``verify.py`` has reached the limit in a
        table, it is not run again there.

        Returns
        -------
        str
            Empty if the quick checker accepts it.
        """
        packed = file.read_bytes()
        digest, text = sha256(packed).hexdigest(), lzma.decompress(packed)
        accepted = line["accepted"].split() if digest == line["certificate"] else []
        plain = self.folder / f"{file.parent.name}-{file.stem}"
        plain.write_bytes(text)
        for name, command in self.commands.items():
            limit = self.limit if name == VERIFY.name else None
            if name in accepted or (limit and table in self.slow):
                continue
            try:
                done = subprocess.run(
                    [*command, plain, *given], stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT, text=True, check=False, timeout=limit,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                self.slow.add(table)
                continue
            if done.returncode:
                return f"{file}: {name} does not accept it: {done.stdout.strip()}"
            accepted.append(name)
        plain.unlink()
        who = " ".join(sorted(accepted))
        line |= {"certificate": digest, "bytes": str(len(packed)), "accepted": who}
        return ""


def mismatch(file: Path, line: Line) -> str:
    """Return how a certificate claims something else than the value of a line; empty if not."""
    lower, upper = claimed(lzma.decompress(file.read_bytes()).decode(), line)
    if (lower, upper) == (int(line["lower"]), int(line["upper"])):
        return ""
    return f"{file}: shows {lower} to {upper}, expected {line['lower']} to {line['upper']}"


def record(root: Path, lexicon: Lexicon, lines: Sequence[Line], mine: Sequence[Line]) -> list[str]:
    """Check the certificates of a list, small ones first, and record each; return the refusals."""
    limit = float(os.environ["LIMIT"]) if os.environ.get("LIMIT") else None
    certified = [line for line in mine if file_of(root, line).exists()]
    certified.sort(key=lambda line: file_of(root, line).stat().st_size)
    refused = []
    with TemporaryDirectory() as folder, ThreadPoolExecutor(cores()) as pool:
        words, checkers = Path(folder) / "words.txt", Checkers(Path(folder), limit)
        words.write_text(listed(lexicon), encoding="utf-8")

        def refusal(line: Line) -> str:
            file = file_of(root, line)
            return mismatch(file, line) or checkers.refusal(
                file, line, [str(words)], line["options"]
            )

        for why in pool.map(refusal, certified):
            refused += [why] if why else []
            keep(lines)
    PAGE.write_text(page(lines), encoding="utf-8")
    for name in (CHECK.name, VERIFY.name):
        count = sum(name in line["accepted"].split() for line in certified)
        print(f"{count} of {len(mine)} values: certificates accepted by {name}", flush=True)
    return refused


def listed(lexicon: Lexicon) -> str:
    """Return the words of a list, one a line."""
    return "\n".join(lexicon.words) + "\n"


def deposit(root: Path, name: str, lexicon: Lexicon, lines: Sequence[Line]) -> None:
    """Write what the archive of a built-in list contains besides its certificates."""
    (root / "words.txt").write_text(listed(lexicon), encoding="utf-8")
    (root / "words.LICENSE").write_text(licence_text(name), encoding="utf-8")
    for file in (ROOT / "LICENSE", VERIFY, CHECK, ROOT / "docs" / "certificates.md"):
        shutil.copy(file, root)
    shutil.copy(KEPT, root / "values.csv")
    sizes = [int(line["bytes"]) for line in lines if line["bytes"]]
    about = README.format(
        name=name, version=__version__, digest=lexicon.digest, count=len(sizes),
        megabytes=sum(sizes) / 1e6,
    )  # fmt: skip
    (root / "README.md").write_text(about, encoding="utf-8")
    sums = [
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(root)}"
        for file in sorted(root.rglob("*"))
        if file.is_file() and file.name != "SHA256SUMS"
    ]
    (root / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")


def main(place: str, name: str, *wanted: str) -> None:
    """Make the certificates of a list, have them checked, and record their digests."""
    root = Path(place)
    if name != ODS4 and name not in BUILTIN_LISTS:
        sys.exit(f"make archive NAME={name}: expected one of {', '.join((*BUILTIN_LISTS, ODS4))}")
    if name == ODS4 and not os.environ.get("LIST"):
        sys.exit(f"make archive NAME={name}: set LIST to the file of the list")
    path = os.environ["LIST"] if name == ODS4 else name
    lexicon, lines = load(path), kept()
    mine = [line for line in lines if line["list"] == name]
    if {line["digest"] for line in mine} != {lexicon.digest}:
        sys.exit(f"make archive NAME={name}: docs/results.csv has the results of another list")
    if "--made" not in wanted:
        certify(root, path, mine)
    refused = record(root, lexicon, lines, mine)
    if name in BUILTIN_LISTS:
        deposit(root, name, lexicon, mine)
    if refused:
        sys.exit("\n".join(refused))


if __name__ == "__main__":
    if len(sys.argv) < 3:  # noqa: PLR2004 - the program, the folder and the list
        sys.exit("make archive DIR=FOLDER NAME=LIST: expected a folder and a list")
    main(*sys.argv[1:])
