"""Clues that no secret fits, held against the definition: leave one out, and see what fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi
from emi.games.notation import ClueError
from emi.playing.contradiction import reasons, suspects, unlisted
from emi.reports.texts import ENGLISH
from tests.emi.cases import drawn

GAMES = [emi.Motus(drawn(5, 12, "ABCD")), emi.Mastermind(2, 4), emi.Jotto(drawn(6, 9, "ABCDE"))]


def fitting(game, clues):
    return [one for one in game.secrets if all(game.feedback(g, one) == told for g, told in clues)]


@given(st.data(), st.sampled_from(GAMES))
def test_a_clue_is_suspected_if_the_others_fit(data, game):
    guesses = data.draw(
        st.lists(st.sampled_from(game.guesses), min_size=1, max_size=4, unique=True)
    )
    clues = [
        (guess, game.feedback(guess, data.draw(st.sampled_from(game.secrets)))) for guess in guesses
    ]
    if fitting(game, clues):
        emi.Position(game, clues)
        return
    found = suspects(game, clues)
    others = {at: fitting(game, clues[: at - 1] + clues[at:]) for at in range(1, len(clues) + 1)}
    assert {one.place: one.possible for one in found} == {
        at: len(codes) for at, codes in others.items() if codes
    }
    assert [one.far for one in found] == sorted(one.far for one in found)
    for one in found:
        meant = [*clues]
        meant[one.place - 1] = (one.guess, one.feedback)
        assert fitting(game, meant)
        assert (one.guess == guesses[one.place - 1]) != (one.feedback == clues[one.place - 1][1])
    with pytest.raises(ClueError) as refused:
        emi.Position(game, clues)
    assert str(refused.value).endswith(ENGLISH.written(reasons(game, clues)))


WORDS = emi.Motus(["CARTE", "CARIE", "CRATE", "COUPE", "CIBLE", "CABLE", "CADRE"])


@pytest.mark.parametrize(
    ("game", "clues"),
    [
        (WORDS, ["CARIE:GYGBG"]),
        (WORDS, ["COUPE:GBBBG", "CARTE:GBGGG"]),
        (emi.Motus(["CARTE", "CADRE"]), ["CARTE:GGBYG"]),
        (WORDS, ["COUPE:GGGGG", "CRATE:GGGGG"]),
        (emi.Motus(["CARTE", "CRATE", "ZZZZZ"]), ["CARTE:BBBBB", "CRATE:GGGGG"]),
        (emi.Wordle(["ABCDE"], ["ABCDE", "BACDE", "CBADE"]), ["BACDE:GGGGG"]),
        (emi.Mastermind(2, 3), ["11:2b0w", "22:2b0w"]),
        (emi.Moo(2, 4), ["01:2B0C", "23:2B0C", "32:2B0C"]),
    ],
)
def test_what_is_said(game, clues, golden):
    with pytest.raises(ClueError) as refused:
        emi.Position(game, [tuple(clue.split(":")) for clue in clues])
    golden(str(refused.value))
    assert len(str(refused.value)) <= 500


@given(st.data())
def test_guesses_that_fit_all_clues_come_before_a_clue_is_blamed(data):
    words = drawn(7, 24, "ABCD")
    game = emi.Wordle(words[:6], words)
    secret = data.draw(st.sampled_from(words[6:]))
    guesses = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=4, unique=True))
    # A guess that was right on the site fits too.
    clues = [(guess, game.feedback(guess, secret)) for guess in guesses]
    fits = [word for word in words[6:] if all(game.feedback(g, word) == told for g, told in clues)]
    assert list(unlisted(game, clues)) == fits
    if clues and not fitting(game, clues) and fits:
        with pytest.raises(ClueError) as caught:
            emi.Position(game, clues)
        assert f"{fits[0]}" in str(caught.value)
        assert "not on the list of secrets" in str(caught.value)
