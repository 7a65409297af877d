"""Lists in tables: workbooks, and columns with tabs between."""

import sys
import zipfile

import openpyxl
import pytest

import emi
from emi.errors import LexiconError, WeightsError


@pytest.fixture
def workbook(tmp_path):
    """Return a function that writes rows into a workbook."""

    def write(*lines, name="words.xlsx"):
        book = openpyxl.Workbook()
        for line in lines:
            book.active.append(line)
        book.save(tmp_path / name)
        return str(tmp_path / name)

    return write


HEADED = [("id", "mot"), (1, "café"), (2, "caban"), (3, None), (4, "cadre")]
WORDS = ("CABAN", "CADRE", "CAFE")


@pytest.mark.parametrize("column", ["mot", " MOT ", 2, "2"])
def test_a_column_of_a_workbook(workbook, column):
    lines = HEADED if "2" not in str(column) else HEADED[1:]
    assert emi.load(workbook(*lines), column=column).words == WORDS


@pytest.mark.parametrize("name", ["words.xlsx", "words.tsv", "WORDS.TSV"])
def test_the_first_column_is_read_unless_another_is_named(workbook, tmp_path, name):
    lines = [("caban", 3), ("cadre", "x"), ("cafe", None)]
    path = workbook(*lines)
    if name != "words.xlsx":
        (tmp_path / name).write_text("caban\t3\ncadre\tx, y, z\ncafe\n")
        path = tmp_path / name
    assert emi.load(path).words == WORDS


def test_weights_of_a_workbook(workbook, tmp_path, refused):
    game = emi.Motus(["CABAN", "CADRE"])
    path = workbook(("caban", 3), ("cadre", 7), name="weights.xlsx")
    assert emi.read_weights(path, game).of == (3, 7)
    (tmp_path / "bad.xlsx").write_text("caban 3")
    with refused(WeightsError):
        emi.read_weights(str(tmp_path / "bad.xlsx"), game)


def test_what_is_no_workbook_is_said_in_a_line(run, tmp_path, workbook, monkeypatch, golden, wrong):
    path = tmp_path / "words.xlsx"
    path.write_bytes(b"caban\n")
    wrong("lexicon", "show", path)
    with zipfile.ZipFile(path, "w") as other:
        other.writestr("a.txt", "caban")
    golden(run("lexicon", "show", path).err)
    workbook(*HEADED)
    golden(run("lexicon", "show", path, "--column", "wort").err)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    wrong("lexicon", "show", path)


def test_an_empty_workbook_is_refused(workbook, refused):
    with refused(LexiconError):
        emi.load(workbook())


def test_a_workbook_that_unpacks_to_more_than_a_list_is_refused(workbook, monkeypatch, refused):
    monkeypatch.setattr("emi.lexicon.formats.MOST", 20)
    with refused(LexiconError):
        emi.load(workbook(*[("caban",)] * 9))


def test_the_command_line_reads_them(run, workbook):
    path = workbook(("id", "mot, nom"), *HEADED[1:])
    done = run("table", "--lexicon", path, "--column", "mot, nom", "--format", "csv")
    assert (done.code, len(done.out.splitlines())) == (0, 2)
