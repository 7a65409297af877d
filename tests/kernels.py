"""The compiled kernels that all processes of a test run begin with: ``python -m tests.kernels``."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pytest_cache" / "kernels"


def main() -> None:
    """Compile what is not compiled yet."""
    os.environ["NUMBA_CACHE_DIR"] = str(FOLDER)
    from emi.cli.cache import compile_everything

    compile_everything()


if __name__ == "__main__":
    main()
