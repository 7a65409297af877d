import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from emi.search.heuristics.profiles import Profiles


def written_out(runs):
    return [number for number, times in runs for _ in range(times)]


@st.composite
def several(draw):
    """Draw the class sizes of some guesses, all of the same sum."""
    drawn = [draw(st.lists(st.integers(1, 9), min_size=1, max_size=8))]
    for source in draw(st.lists(st.randoms(use_true_random=False), max_size=6)):
        left, sizes = sum(drawn[0]), []
        while left:
            sizes.append(source.randint(1, left))
            left -= sizes[-1]
        drawn.append(sizes)
    return drawn


@given(several())
def test_class_sizes_are_sorted(guesses):
    profiles = Profiles.of(guesses)
    assert len(profiles) == len(guesses)
    assert profiles.members == sum(guesses[0])
    for g, one in enumerate(guesses):
        assert written_out(profiles.runs(g)) == sorted(one, reverse=True)
        assert profiles.classes[g] == len(one)
        assert profiles.largest[g] == max(one)
        assert profiles.sum(profiles.size**2)[g] == sum(t * t for t in one)


@given(several(), st.data())
def test_some_of_the_guesses(guesses, data):
    wanted = data.draw(st.lists(st.sampled_from(range(len(guesses))), min_size=1, unique=True))
    profiles = Profiles.of(guesses, [g % 2 == 0 for g in range(len(guesses))], feedbacks=80)
    only = profiles.only(np.array(wanted))
    assert [only.runs(at) for at in range(len(wanted))] == [profiles.runs(g) for g in wanted]
    assert only.candidate.tolist() == [g % 2 == 0 for g in wanted]
    assert only.feedbacks == 80
