import math

import pytest

from search.model.limits import Limits


def test_there_is_no_limit_unless_one_is_set():
    assert Limits() == Limits(seconds=math.inf, nodes=math.inf)


@pytest.mark.parametrize("value", [0, -1, -math.inf, math.nan])
@pytest.mark.parametrize(("name", "called"), [("seconds", "time"), ("nodes", "node")])
def test_a_limit_is_above_zero(name, called, value):
    with pytest.raises(ValueError, match=f"{called} limit {value:g}: expected a number above 0"):
        Limits(**{name: value})
