"""The folder of the cache, and the cost of importing the package."""

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from emi import cache
from emi.errors import EmiError

ROOT = Path(cache.__file__).parents[2]


@pytest.mark.parametrize("chosen", ["", "emi"])
def test_the_folder_depends_on_the_environment_then_on_the_platform(monkeypatch, tmp_path, chosen):
    monkeypatch.setenv("EMI_CACHE_DIR", chosen and str(tmp_path / chosen))
    platform = platformdirs.user_cache_path("emi", appauthor=False)
    assert cache.default_folder() == (tmp_path / chosen if chosen else platform)
    assert not (tmp_path / "emi").exists()
    monkeypatch.delenv("EMI_CACHE_DIR")
    assert cache.default_folder() == platform


def test_importing_the_package_does_not_open_the_database():
    code = (
        "import sys; from emi import cache; cache.default_folder(); cache.CacheError; "
        "assert not {'diskcache', 'sqlite3'} & set(sys.modules); "
        "cache.DiskStore; assert 'diskcache' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_every_public_name_is_there(refused):
    for name in cache.__all__:
        assert getattr(cache, name).__doc__
    with refused(AttributeError):
        cache.elephant  # noqa: B018


def test_errors_and_warnings_have_the_right_base_classes():
    assert issubclass(cache.CacheError, EmiError)
    assert issubclass(cache.CacheDamagedError, cache.CacheError)
    assert issubclass(cache.CacheWarning, UserWarning)
