import math

import pytest

from emi_errors import OptionError
from search.model.limits import Limits


def test_there_is_no_limit_unless_one_is_set():
    assert Limits() == Limits(seconds=math.inf, nodes=math.inf)


@pytest.mark.parametrize("value", [0, -1, -math.inf, math.nan])
@pytest.mark.parametrize("name", ["seconds", "nodes"])
def test_a_limit_is_above_zero(name, value):
    with pytest.raises(OptionError, match=f"^{name}={value!r}: expected a number above 0$"):
        Limits(**{name: value})
