"""Make the certificates of recorded values: ``python docs/make_certificates.py FOLDER [PART ...]``.

``optima_kept.csv`` records the values of games of pegs and of Wordle, ``openers_kept.csv`` the best
first guesses of Wordle in 2023. Each value whose search took less than SOON seconds gets a
certificate in FOLDER, which must be accepted by the checker in C, and by ``verify.py`` if that
takes less than SECONDS seconds; so do bounds. Digest, size and checkers are recorded with the
value. Values that have a certificate are skipped. PART selects the questions that contain a word;
LIMIT is the number of seconds for one certificate. Wordle needs its lists, as of
``docs/make_optima.py``.

For games whose rule the checkers do not know, their codes and feedback are written beside the
certificates: ``verify.py FILE GAME.secrets GAME.guesses --rule GAME.feedback``.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from emi.games.game import Game
from emi.games.parse import game_named
from emi.games.wordle import Wordle
from emi.proof.certificate import rows as rows_of
from emi.proof.checking import head_of
from emi.proof.verify import RULES

sys.path.insert(0, str(Path(__file__).parent))
from make_archive import Checkers
from make_optima import DATA, KEPT, ROOT, files, keep, rows
from make_results import OTHERS, PROOF, RANKED, Line

#: The best first guesses of Wordle in 2023.
RANKING = DATA / "openers_kept.csv"
#: Values that took longer to find are left out.
SOON = 60
#: Seconds for one certificate, unless LIMIT says otherwise; and for one run of ``verify.py``.
LIMIT, SECONDS = "600", 600
#: The lists of Wordle in a question.
LISTED = re.compile(r"{(\w+)}")


def asked(line: Line) -> Line:
    """Return a recorded value with its question: a line of a ranking has a first guess."""
    if "ask" in line:
        return line
    ask, total = f"{RANKED} --first {line['guess']}", line["total"]
    return {**line, "ask": ask, "lower": total, "upper": total, "seconds": "0"}


def certify(line: Line, file: Path) -> bool:
    """Write the certificate of a value; return whether it proves the value."""
    command = ["certify", *line["ask"].format(**files()).split(), "--out", str(file), "--no-cache"]
    limit = ["--time-limit", os.environ.get("LIMIT", LIMIT), "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-m", "emi", *command, *limit],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        return False
    (found,) = json.loads(done.stdout)["certificates"]
    return [str(found["lower"]), str(found["upper"])] == [line["lower"], line["upper"]]


def inputs(line: Line, file: Path, aside: Path) -> list[str]:
    """Return what checkers need besides the certificate of a value, and write it.

    Codes and feedback of a game go beside the certificate, the lists of Wordle aside.
    """
    given, head = [files()[name] for name in LISTED.findall(line["ask"])], head_of(file)
    if given:
        game: Game = Wordle.of_files(*given)
        parts = {"secrets": game.secrets, "guesses": game.guesses}
    elif head["rule"] in RULES:
        return []
    else:
        game, aside = game_named(head["game"]), file.parent
        parts = {"secrets": game.secrets, "guesses": game.guesses, "feedback": (*rows_of(game),)}
    written = [aside / f"{game.name.replace(':', '-')}.{part}" for part in parts]
    for place, some in zip(written, parts.values(), strict=True):
        place.write_text("\n".join([*some, ""]), encoding="utf-8")
    secrets, guesses, *feedback = map(str, written)
    return [secrets, guesses, *(word for one in feedback for word in ("--rule", one))]


def wanted(line: Line, parts: list[str]) -> bool:
    """Return whether a value needs a certificate."""
    ask = line["ask"]
    named = {*LISTED.findall(ask)} <= {*files()}
    chosen = not parts or any(part in ask for part in parts)
    known = ask.startswith("report ") or line["certificate"]
    return named and chosen and not known and float(line["seconds"]) < SOON


def prove(line: Line, root: Path, aside: Path, checkers: Checkers) -> bool:
    """Make the certificate of a value and have it checked; return whether it is proven in time."""
    words = [re.sub(r"\W+", "-", word).strip("-") for word in line["ask"].split()]
    file = root / f"{'-'.join(words)}.emip.xz"
    if not certify(line, file):
        file.unlink(missing_ok=True)
        return False
    if why := checkers.refusal(file, line, inputs(line, file, aside), line["ask"]):
        sys.exit(why)
    return True


def main(place: str, *parts: str) -> None:
    """Make the certificates that are missing, and record each as soon as it is accepted."""
    root = Path(place)
    root.mkdir(parents=True, exist_ok=True)
    for path in (KEPT, RANKING):
        lines = rows(path)
        with TemporaryDirectory() as folder:
            checkers = Checkers(Path(folder), SECONDS)
            for recorded in lines:
                line = asked(recorded)
                # The proof about all others takes 80 minutes: `docs/make_openers.py` writes it.
                if not wanted(line, [*parts]) or line.get("guess") == OTHERS:
                    continue
                if not prove(line, root, Path(folder), checkers):
                    print(line["ask"], "not proven in time", flush=True)
                    continue
                recorded |= {part: line[part] for part in PROOF}
                keep(lines, path, [*lines[0]])
                print(line["ask"], line["bytes"], line["accepted"], flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit("make_certificates.py: expected a folder")
    main(*sys.argv[1:])
