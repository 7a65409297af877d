import math
import pickle
import time
from itertools import count

import pytest

from emi.errors import OptionError
from emi.search.model import limits
from emi.search.model.limits import Clock, Limits


def test_the_default_is_no_limit():
    assert Limits() == Limits(seconds=math.inf, nodes=math.inf)
    assert Limits().begun() == Limits()
    assert (Limits().remaining, Limits().passed) == (math.inf, False)


@pytest.mark.parametrize("value", [0, -1, -math.inf, math.nan])
@pytest.mark.parametrize("name", ["seconds", "nodes"])
def test_a_limit_must_be_positive(name, value, refused):
    with refused(OptionError):
        Limits(**{name: value})


@pytest.fixture
def at(monkeypatch):
    """Return a function that sets the time."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def at(moment):
        now[0] = moment

    return at


def test_the_clock_pauses_while_held(at):
    clock = Clock()
    assert clock.now() == 100
    at(103)
    clock.hold()
    at(110)
    clock.hold()
    assert (clock.now(), clock.held) == (103, 7)
    clock.release()
    clock.release()
    at(111)
    assert (clock.now(), clock.held) == (104, 7)


def test_the_time_stands_still_in_a_pause(monkeypatch):
    readings = count(100)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(readings)))
    clock = Clock()
    clock.hold()
    assert clock.now() == clock.now() == 100


def test_the_time_runs_from_the_first_begin(at, monkeypatch):
    monkeypatch.setattr(limits, "clock", Clock())
    told = Limits(seconds=8, nodes=3)
    assert (told.remaining, told.passed) == (8, False)
    begun = told.begun()
    at(106)
    assert (begun.begun().remaining, begun.nodes, begun.passed) == (2, 3, False)
    at(108)
    assert (begun.begun().remaining, begun.passed) == (0, True)
    assert (told.remaining, told.passed) == (8, False)


def test_limits_within_limits_end_no_later(at, monkeypatch):
    monkeypatch.setattr(limits, "clock", Clock())
    begun = Limits(seconds=8, nodes=3).begun()
    at(106)
    assert [begun.within(seconds).remaining for seconds in (1, 5, math.inf)] == [1, 2, 2]
    assert [begun.within(seconds).seconds for seconds in (1, 5, math.inf)] == [1, 8, 8]
    assert (begun.within(1).nodes, Limits().within(3).seconds) == (3, 3)
    assert Limits().within(0).passed
    assert not Limits().within(math.inf).passed


def test_a_share_of_the_time_ends_earlier(at, monkeypatch):
    monkeypatch.setattr(limits, "clock", Clock())
    begun = Limits(seconds=8, nodes=3).begun()
    at(103)
    half = begun.share(0.5)
    assert (half.remaining, half.seconds, half.end - half.seconds) == (1, 4, begun.end - 8)
    assert Limits(nodes=3).share(0.5) == Limits(nodes=3)


def test_limits_sent_elsewhere_keep_the_remaining_time(at, monkeypatch):
    monkeypatch.setattr(limits, "clock", Clock())
    begun = Limits(seconds=8, nodes=3).begun()
    at(106)
    sent, waiting, none = (pickle.dumps(one) for one in (begun, Limits(5), Limits().within(0)))
    # The clocks of two machines have nothing in common.
    at(7000)
    got = pickle.loads(sent)
    assert (got.remaining, got.nodes) == (2, 3)
    assert pickle.loads(waiting) == Limits(5)
    assert pickle.loads(none).passed
