"""Files are read up to a limit, and unpacked no further."""

import bz2
import errno
import gzip
import lzma
import random
import subprocess
import sys

import pytest

from emi.errors import FileError
from emi.files import MIB, read_file

PACKERS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file and gives its path."""

    def write(content, name="file"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def refusal(path, most=1000):
    with pytest.raises(FileError) as caught:
        read_file(path, most)
    return str(caught.value)


@pytest.mark.parametrize("pack", [bytes, *PACKERS.values()])
def test_a_file_is_unpacked_whatever_its_name(write, pack):
    assert read_file(write(pack(b"some text"), "file.txt")) == b"some text"
    assert read_file(write(pack(b"some") + pack(b" text"))) == b"some text"


@pytest.mark.parametrize("name", ["file", "file.gz", "file.XZ", "file.bz2"])
def test_an_empty_file_is_empty(write, name):
    assert read_file(write(b"", name)) == b""


@pytest.mark.parametrize("pack", [bytes, *PACKERS.values()])
def test_no_more_is_read_than_the_limit(write, pack, golden):
    assert read_file(write(pack(b"x" * 1000)), 1000) == b"x" * 1000
    path = write(pack(b"x" * 2 * MIB))
    golden(refusal(path, MIB))


@pytest.mark.skipif(sys.platform != "linux", reason="no limit that is kept elsewhere")
@pytest.mark.parametrize("pack", PACKERS.values())
def test_no_more_is_made_than_the_limit(write, pack, golden):
    block = pack(bytes(16 * MIB))
    path = write(block * (1024 // 16))  # A GiB, in a file of some 200 kB.
    code = (
        "import resource, sys, pathlib, emi.files\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({512 * MIB},) * 2)\n"
        "try: emi.files.read_file(pathlib.Path(sys.argv[1]))\n"
        "except emi.errors.FileError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path], check=True, capture_output=True, text=True
    )
    golden(done.stdout)


def test_a_file_that_needs_more_memory_than_there_is_is_too_large(write, monkeypatch, golden):
    def read(_self, _size):
        raise MemoryError

    path = write(lzma.compress(b"some text"))
    monkeypatch.setattr(lzma.LZMAFile, "read", read)
    golden(refusal(path))


@pytest.mark.parametrize(("suffix", "pack"), PACKERS.items())
@pytest.mark.parametrize("damage", ["truncated", "altered", "plain"])
def test_a_damaged_file_is_refused(write, pack, suffix, damage, golden):
    # Other random bytes may end the file early instead.
    whole = pack(random.Random(40).randbytes(500))
    middle = len(whole) // 2
    content = {
        "truncated": whole[:middle],
        "altered": whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :],
        "plain": b"some text",
    }[damage]
    said = refusal(write(content, "file" + suffix.upper()))
    assert said.startswith("damaged (")
    golden(said)


def test_what_the_system_refuses_is_no_damage(tmp_path, write, monkeypatch, refused):
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none.gz")
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path)

    def fail(_self, _size):
        raise OSError(errno.EIO, "the disk fails")

    monkeypatch.setattr(gzip.GzipFile, "read", fail)
    with refused(OSError):
        read_file(write(gzip.compress(b"some text")))
