"""Certificates of words with letters of any alphabet, by both checkers alone."""

import re
import subprocess
import sys

import pytest

import emi
from emi.errors import CertificateError
from emi.proof import verify as checker

#: Words as people write them, of one length in the letters of the alphabet.
LISTS = {
    "es": "caña cañón canon señal senda niñez cañas canas",
    "de": "Straße straff groß große Größe Grüße Maße Masse Messe",
    "tr": "kırık kirli kiraz kıral kirik ısıtı İzmir",
    "ru": "домик тоник ломик йодид комик гомик",
    "ko": "한국 한글 강남 감독 학문 안녕",
    "el": "σοφός λόγος ρόλος τόπος πόλος",
    "nl+ij": "ijver ijdel ijzel kijkt lijkt bijna",
    "keep": "1+2=3 2+1=3 3-1=2 3-2=1 2*2=4",
}


@pytest.fixture
def games(tmp_path):
    """Return a function that writes a list and returns it, its game, and its words in a file."""

    def games(name):
        (tmp_path / "list.txt").write_text("\n".join(LISTS[name].split()), encoding="utf-8")
        words = emi.load(tmp_path / "list.txt", alphabet=name)
        length = max(words.lengths(), key=lambda n: len(words.cell(None, n)))
        (tmp_path / "words.txt").write_text("\n".join(words.words), encoding="utf-8")
        return words, emi.Motus.of_cell(str(length), words), tmp_path / "words.txt"

    return games


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("objective", [None, emi.Average()])
def test_both_checkers_accept_them_by_the_words_alone(name, objective, games, tmp_path, compiled):
    words, game, path = games(name)
    found = emi.solve(game, *[objective] * (objective is not None))
    found.certificate().write(tmp_path / "c.emip")
    command = [sys.executable, "-I", checker.__file__, tmp_path / "c.emip", path]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"OK {game.length}: {found.bounds}")
    if compiled is not None:
        assert subprocess.run([compiled, *command[3:]], check=False).returncode == 0
    # The list as people write it is read by the alphabet that the certificate names.
    assert emi.verify(tmp_path / "c.emip", words.source).accepted
    assert emi.verify(tmp_path / "c.emip", words).accepted


def test_other_letters_are_other_words(games, tmp_path, compiled):
    _, game, _ = games("es")
    emi.solve(game).certificate().write(tmp_path / "c.emip")
    folded = emi.load(tmp_path / "list.txt", alphabet="fold")
    with pytest.raises(CertificateError):
        emi.verify(tmp_path / "c.emip", folded)
    (tmp_path / "words.txt").write_text("\n".join(folded.words))
    assert checker.main([str(tmp_path / "c.emip"), str(tmp_path / "words.txt")]) == 2
    if compiled is not None:
        command = [compiled, tmp_path / "c.emip", tmp_path / "words.txt"]
        assert subprocess.run(command, check=False).returncode == 1


def test_a_cell_names_its_initial(games, tmp_path):
    words, _, path = games("tr")
    emi.solve(emi.Motus.of_cell("k5", words)).certificate().write(tmp_path / "c.emip")
    text = (tmp_path / "c.emip").read_text("utf-8")
    assert re.search(r"^initial K$", text, re.MULTILINE)
    assert re.search(rf"^alphabet tr {words.alphabet.letters}$", text, re.MULTILINE)
    assert checker.main([str(tmp_path / "c.emip"), str(path)]) == 0
    assert emi.verify(tmp_path / "c.emip", words.source).game == "K5"
