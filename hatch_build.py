"""Put compiled kernels into a wheel, where ``EMI_WHEEL_KERNELS=1`` asks for it: see `make wheel`.

Such a wheel is for Linux on x86-64. Processors with AVX2 and all else of the third level run its
kernels, others compile their own. They work with every version of Python and of numba.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The kernels call four functions of the C library, which are in any.
TAG = "py3-none-manylinux_2_17_x86_64"


class KernelHook(BuildHookInterface):
    """Compiles the kernels in a process of its own, and adds them to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Do so, unless the wheel is that of an editable installation."""
        if version != "standard" or os.environ.get("EMI_WHEEL_KERNELS") != "1":
            return
        from emi.search.compile import folders

        build = Path(self.root) / "build"
        kept_in = os.environ.get("NUMBA_CACHE_DIR") or str(build / "compiling")
        target = {"NUMBA_CPU_NAME": folders.SHIPPED, "NUMBA_CPU_FEATURES": ""}
        line = [sys.executable, __file__, str(build / "kernels")]
        environment = os.environ | target | {"NUMBA_CACHE_DIR": kept_in}
        subprocess.run(line, cwd=self.root, env=environment, check=True)  # noqa: S603 - our own
        build_data["force_include"][str(build / "kernels")] = "emi/search/kernels/compiled"
        build_data["pure_python"], build_data["tag"] = False, TAG


def main(folder: Path) -> None:
    """Compile all kernels, and copy them into folders that are named by their sources."""
    import shutil

    import emi.games.kernels
    from emi.cli.cache import compile_everything
    from emi.search.compile import files, folders
    from emi.search.solve.compiling import COMPILE

    compile_everything()
    shutil.rmtree(folder, ignore_errors=True)
    for sources in (folders.KERNELS, Path(emi.games.kernels.__path__[0])):
        own = folders.kernel_folders(sources).own
        if own is None:
            raise SystemExit("no folder for compiled kernels can be written")
        packed = folder / folders.packed_name(sources)
        for path in sorted(own.glob(f"*{files.SUFFIX}")):
            code = files.load((own,), path.stem)
            if code is not None:
                files.save(packed, path.stem, code)
        if sources == folders.KERNELS:
            for name in COMPILE:
                folders.note_compiled(name, packed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
