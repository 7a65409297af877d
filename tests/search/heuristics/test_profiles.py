import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.heuristics.profiles import Profiles

partitions = st.lists(st.integers(1, 9), min_size=1, max_size=8)


@st.composite
def several(draw):
    """Draw the class sizes of some guesses, all of the same sum."""
    first = draw(partitions)
    others = draw(st.lists(st.randoms(use_true_random=False), max_size=6))
    drawn = [first]
    for source in others:
        left, sizes = sum(first), []
        while left:
            sizes.append(source.randint(1, left))
            left -= sizes[-1]
        drawn.append(sizes)
    return drawn


@given(several())
def test_what_goes_in_comes_out_sorted(guesses):
    profiles = Profiles.of(guesses)
    assert len(profiles) == len(guesses)
    assert profiles.members == sum(guesses[0])
    for g, one in enumerate(guesses):
        assert profiles.plain(g) == sorted(one, reverse=True)
        assert profiles.classes[g] == len(one)
        assert profiles.largest[g] == max(one)
        assert profiles.sum(profiles.size**2)[g] == sum(t * t for t in one)


@given(several(), st.data())
def test_some_of_the_guesses(guesses, data):
    wanted = data.draw(st.lists(st.sampled_from(range(len(guesses))), min_size=1, unique=True))
    candidate = [g % 2 == 0 for g in range(len(guesses))]
    only = Profiles.of(guesses, candidate, feedbacks=80).only(np.array(wanted))
    assert [only.plain(i) for i in range(len(wanted))] == [
        sorted(guesses[g], reverse=True) for g in wanted
    ]
    assert only.candidate.tolist() == [candidate[g] for g in wanted]
    assert only.feedbacks == 80
