"""Where the cache lives, and what importing the room costs."""

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

import cache

ROOT = Path(cache.__file__).parents[1]


def test_the_environment_chooses_the_folder(monkeypatch):
    monkeypatch.setenv("EMI_CACHE_DIR", "/somewhere/else")
    assert cache.default_folder() == Path("/somewhere/else")


@pytest.mark.parametrize("value", [None, ""])
def test_otherwise_the_platform_does(monkeypatch, value):
    if value is None:
        monkeypatch.delenv("EMI_CACHE_DIR", raising=False)
    else:
        monkeypatch.setenv("EMI_CACHE_DIR", value)
    assert cache.default_folder() == platformdirs.user_cache_path("emi", appauthor=False)


def test_naming_the_folder_does_not_create_it(monkeypatch, tmp_path):
    monkeypatch.setenv("EMI_CACHE_DIR", str(tmp_path / "emi"))
    assert not cache.default_folder().exists()


def test_importing_the_room_leaves_the_database_alone():
    code = (
        "import sys, cache; cache.default_folder(); cache.CacheError; "
        "assert not {'diskcache', 'sqlite3'} & set(sys.modules); "
        "cache.DiskStore; assert 'diskcache' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_every_public_name_is_there():
    for name in cache.__all__:
        assert getattr(cache, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'elephant'"):
        cache.elephant  # noqa: B018


def test_errors_are_value_errors_and_warnings_are_the_users():
    assert issubclass(cache.CacheError, ValueError)
    assert issubclass(cache.CacheDamagedError, cache.CacheError)
    assert issubclass(cache.CacheWarning, UserWarning)
