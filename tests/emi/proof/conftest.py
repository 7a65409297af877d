"""The checker in C, compiled once."""

import shutil
import subprocess

import pytest

from tests.emi.cases import ROOT

CODE = ROOT / "tests" / "proof_checker" / "check.c"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """The checker in C, if there is a compiler; None if not."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    out = tmp_path_factory.mktemp("c") / "check"
    command = [compiler, "-O1", "-std=gnu11", "-Wall", "-Werror", "-o", out, CODE]
    subprocess.run(command, check=True)
    return out
