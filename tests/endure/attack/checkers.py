"""All checkers of certificates: each is given a text, and says whether it accepts it."""

import io
import shutil
import signal
import subprocess
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from emi.proof import verify
from tests.emi.cases import ROOT
from tests.formal import bridge

CODE = ROOT / "tests" / "proof_checker" / "check.c"
#: The checker that `make formal` extracts from the proofs in Coq.
EXTRACTED = ROOT / "tests" / "formal" / "build" / "checker"
CHECKERS = ("verify.py", "check.c", "Coq")
#: Seconds of the processor that a checker may take for a certificate.
SECONDS = 10
#: The checker in C, for as many files as one likes: a process for each.
MANY = Path(__file__).with_name("many.c")


class Late(BaseException):
    """Raised in a checker that takes too long; it catches every other error of its own."""


@contextmanager
def in_time():
    """Raise Late in a block that takes too long of the processor."""

    def late(*_):
        raise Late

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Checkers:
    """The checkers that are there.

    ``verify.py`` runs in this process, the checker in C if there is a compiler, and the one that is
    extracted from the proofs if `make formal` has made it.
    """

    def __init__(self, folder):
        self.folder, self.c, self.why = Path(folder), None, ""
        if compiler := shutil.which("cc") or shutil.which("gcc"):
            made = self.folder / "many"
            given = [f'-DCODE="{CODE}"', f"-DSECONDS={SECONDS}", "-o", made, MANY]
            subprocess.run([compiler, "-O1", "-std=gnu11", *given], check=True)
            pipe = subprocess.PIPE
            self.c = subprocess.Popen([made], stdin=pipe, stdout=pipe, text=True)
        self.extracted = EXTRACTED.is_file()

    def close(self):
        if self.c is not None:
            self.c.communicate()

    def verified(self, text, case, share="1/1"):
        """Return what verify.py prints of a certificate; None if it refuses, and keep why."""
        lists = [f"raw_{name}" for name in ("secrets", "guesses")] if case.rule else case.lists
        lines = iter(text.encode("utf-8", "surrogatepass").split(b"\n")[:-1])
        try:
            with in_time():
                return verify.check(lines, lists, "rule.py" if case.rule else None, share)
        except (Exception, Late) as error:  # noqa: BLE001 - whatever it is, it is a refusal
            self.why = f"{type(error).__name__}: {error}"
            return None

    def begin(self, texts, case):
        """Have the checker in C begin with some certificates; `ended` returns its verdicts."""
        if self.c is None or not case.checked_in_c:
            return 0
        lists = ["raw_secrets", "raw_guesses"] if case.rule else case.lists
        rule = ["--rule", "rows"] if case.rule else []
        for at, text in enumerate(texts):
            path = self.folder / f"mutant{at}.emip"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            self.c.stdin.write("\t".join([str(path), *lists, *rule]) + "\n")
        self.c.stdin.flush()
        return len(texts)

    def ended(self, many):
        """Return the exit codes of the checker in C; below 0, the signal that ended it."""
        return [int(self.c.stdout.readline()) for _ in range(many)]

    def formally(self, text, case):
        """Return whether the extracted checker accepts a certificate; None if it does not apply."""
        if not self.extracted or case.rule:
            return None
        path = self.folder / "numbers"
        (self.folder / "f.emip").write_text(text, encoding="utf-8")
        lists = [str(self.folder / name) for name in case.lists]
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(io.StringIO()):
            code = bridge.main([str(self.folder / "f.emip"), *lists])
        if code:
            return None
        path.write_text(said.getvalue())
        done = subprocess.run([EXTRACTED, path], capture_output=True, timeout=60, check=False)
        return done.returncode == 0
