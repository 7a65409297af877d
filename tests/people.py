"""Processes with the permissions of ordinary users, even if root runs the tests."""

import ctypes
import multiprocessing
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

#: What Linux calls the rights of root to write, and to read, where modes forbid it.
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
PR_CAPBSET_DROP = 24
#: The version of the structures of `capset` with two words for each set of rights.
_VERSION = 0x20080522
#: A user without an entry in the list of users, and thus without a home.
STRANGER = 12345

needs_modes = pytest.mark.skipif(sys.platform != "linux", reason="no such permissions")
needs_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="only root can become another user",
)


def drop_rights() -> None:
    """Drop all rights of root in this process, and in programs that it starts."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            libc.prctl(PR_CAPBSET_DROP, right, 0, 0, 0)
        head, none = (ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)()
        if libc.capset(head, none):
            raise OSError(ctypes.get_errno(), "capset")


def as_owner(function, *arguments):
    """Call a function in a process whose permissions are those that modes give to the owner."""
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(1, mp_context=fork, initializer=drop_rights) as process:
        return process.submit(function, *arguments).result()


def as_stranger(*line) -> list[str]:
    """Return a command line that runs another one as `STRANGER`, with an empty environment.

    The process may read everything, for the Python of root may lie in the home of root.
    """
    read = "+dac_read_search"
    who = f"--reuid={STRANGER} --regid={STRANGER} --clear-groups"
    setpriv = ["setpriv", *who.split(), f"--inh-caps={read}", f"--ambient-caps={read}"]
    return [*setpriv, "env", "-i", "PATH=/usr/bin:/bin", *map(str, line)]
