"""Where the cache lives, and what importing the room costs."""

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

import cache
from emi_errors import EmiError

ROOT = Path(cache.__file__).parents[1]


@pytest.mark.parametrize("chosen", ["", "emi"])
def test_the_environment_chooses_the_folder_or_else_the_platform(monkeypatch, tmp_path, chosen):
    monkeypatch.setenv("EMI_CACHE_DIR", chosen and str(tmp_path / chosen))
    platform = platformdirs.user_cache_path("emi", appauthor=False)
    assert cache.default_folder() == (tmp_path / chosen if chosen else platform)
    assert not (tmp_path / "emi").exists()
    monkeypatch.delenv("EMI_CACHE_DIR")
    assert cache.default_folder() == platform


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


def test_errors_are_those_of_the_house_and_warnings_are_the_users():
    assert issubclass(cache.CacheError, EmiError)
    assert issubclass(cache.CacheDamagedError, cache.CacheError)
    assert issubclass(cache.CacheWarning, UserWarning)
