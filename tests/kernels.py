"""The compiled kernels that all processes of a test run begin with: ``python -m tests.kernels``."""

import os
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]


def folder() -> Path:
    """Return where they lie; numba sees a change of a kernel, but not of those that it calls."""
    sources = [*ROOT.glob("search/kernels/**/*.py"), *ROOT.glob("emi/games/kernels/*.py")]
    digest = sha256(b"".join(path.read_bytes() for path in sorted(sources))).hexdigest()[:16]
    return ROOT / ".pytest_cache" / "kernels" / digest


def main() -> None:
    """Compile them all, in one process: two must never fill one cache of numba's at once."""
    if folder().exists():
        return
    made = folder().with_suffix(".new")
    os.environ["NUMBA_CACHE_DIR"] = str(made)
    from emi.upkeep.compiled import compile_everything

    compile_everything()
    made.rename(folder())


if __name__ == "__main__":
    main()
