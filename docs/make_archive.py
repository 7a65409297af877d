"""Make the archive of certificates for a data deposit: ``make archive DIR=FOLDER``.

The archive contains the certificates of all cells of the built-in French list for each objective,
the list, the checkers, the licences, and a README with instructions; ``SHA256SUMS`` has the digest
of each file. The digests and sizes of the certificates also go to ``docs/results.csv`` and to the
page of results.
"""

import lzma
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from emi._version import __version__
from emi.lexicon.builtin import licence_text
from emi.lexicon.load import load

sys.path.insert(0, str(Path(__file__).parent))
from make_results import PAGE, TABLES, keep, kept, page

ROOT = Path(__file__).parents[1]
LIST = "fr"
README = """\
# Certificates of optimal play in Motus (Lingo): the list `{name}`

Each file below `certificates/OBJECTIVE` proves one value of `values.csv`: the worst case (the Evil
Motus Index), the least average number of tries, or the fewest words missed within the tries of the
game. A certificate holds a strategy, which shows that the value can be reached, and a refutation,
which shows that no strategy does better. `certificates.md` describes the format.

`verify.py` is plain Python 3.11 without packages, and shares nothing with the program that made
the certificates (emi {version}). `check.c` is a second checker, written from the description of the
format; it is quicker, and reads files that are unpacked. Both accept every file.

    python verify.py certificates/worst/C5.emip.xz words.txt
    cc -O2 -o check check.c && unxz --keep certificates/average/C5.emip.xz
    ./check certificates/average/C5.emip words.txt
    sha256sum --check SHA256SUMS

{count} certificates, {megabytes:.1f} MB in all. The words and the licence of the list are in
`words.txt` and `words.LICENSE`, its digest is

    {digest}

`LICENSE` is that of all else.
"""


def certify(folder: Path, objective: str) -> None:
    """Make the certificates of all cells for an objective."""
    command = ["certify", "--all", "--lexicon", LIST, "--objective", objective, "--out", folder]
    subprocess.run([sys.executable, "-m", "emi", *command], cwd=ROOT, check=True)


def verify(root: Path) -> int:
    """Check every certificate with both checkers; return their number, or exit with the failures.

    The C checker is compiled first; it reads decompressed certificates.
    """
    files = sorted((root / "certificates").glob("*/*.emip.xz"))
    with TemporaryDirectory() as folder:
        quick = Path(folder) / "check"
        compiler = which("cc") or sys.exit("make archive: expected a C compiler, cc")
        subprocess.run([compiler, "-O2", "-o", quick, root / "check.c"], check=True)

        def accepted(file: Path) -> str:
            plain = Path(folder) / f"{file.parent.name}-{file.stem}"
            plain.write_bytes(lzma.decompress(file.read_bytes()))
            for checker in ([quick, plain], [sys.executable, "-I", root / "verify.py", plain]):
                done = subprocess.run(
                    [*checker, root / "words.txt"], stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT, text=True, check=False,
                )  # fmt: skip
                if done.returncode:
                    return f"{file}: not accepted: {done.stdout.strip()}"
            plain.unlink()
            return ""

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            if refused := [*filter(None, pool.map(accepted, files))]:
                sys.exit("\n".join(refused))
    return len(files)


def main(place: str) -> None:
    """Make the archive, check all certificates, and record their digests."""
    root = Path(place)
    root.mkdir(parents=True, exist_ok=True)
    for options in TABLES:
        objective = options.split()[-1]
        certify(root / "certificates" / objective, objective)
    lexicon = load(LIST)
    (root / "words.txt").write_text("\n".join(lexicon.words) + "\n", encoding="utf-8")
    (root / "words.LICENSE").write_text(licence_text(LIST), encoding="utf-8")
    for file in (
        "LICENSE",
        "emi/proof/verify.py",
        "tests/proof_checker/check.c",
        "docs/certificates.md",
    ):
        shutil.copy(ROOT / file, root)
    print(verify(root), "certificates accepted by both checkers", flush=True)
    lines = kept()
    for one in lines:
        objective = one["options"].split()[-1]
        file = root / "certificates" / objective / f"{one['game']}.emip.xz"
        if one["list"] == LIST and one["options"] in TABLES and file.exists():
            one["certificate"] = sha256(file.read_bytes()).hexdigest()
            one["bytes"] = str(file.stat().st_size)
    keep(lines)
    PAGE.write_text(page(lines), encoding="utf-8")
    sizes = [int(one["bytes"]) for one in lines if one["bytes"]]
    about = README.format(
        name=LIST, version=__version__, digest=lexicon.digest, count=len(sizes),
        megabytes=sum(sizes) / 1e6,
    )  # fmt: skip
    (root / "README.md").write_text(about, encoding="utf-8")
    shutil.copy(ROOT / "docs" / "results.csv", root / "values.csv")
    sums = [
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(root)}"
        for file in sorted(root.rglob("*"))
        if file.is_file() and file.name != "SHA256SUMS"
    ]
    (root / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        sys.exit("make archive DIR=FOLDER: expected a folder")
    main(sys.argv[1])
