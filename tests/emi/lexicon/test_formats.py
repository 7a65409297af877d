"""The forms in which people and sites write lists of words, and of words with numbers."""

import json

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi
from emi.errors import LexiconError
from emi.lexicon.formats import FORMS, Source, entries_of, form

WORDS = ["cigar", "rebut", "sissy", "humph"]
FORMATS = {
    "lines": "cigar\nrebut\nsissy\nhumph\n",
    "numbered": "1. cigar\n2. rebut\n3) sissy\n10. humph\n",
    "quoted": '"cigar"\n"rebut"\n\'sissy\'\n`humph`\n',
    "quoted, with commas": '"cigar",\n"rebut",\n"sissy",\n"humph"',
    "one line": "cigar,rebut, sissy; humph".replace(";", ","),
    "some lines": "cigar,rebut,\nsissy,humph\n",
    "json": '["cigar","rebut","sissy",\n "humph"]\n',
    "json of counts": '{"cigar": 4, "rebut": 3.5, "sissy": 2, "humph": 1e-3}',
    "json in a key": '{"version": 2, "words": ["cigar", "rebut", "sissy", "humph"]}',
    "javascript": 'const w = ["cigar", "rebut",\n  "sissy", \'humph\'];\nexport default w;\n',
    "javascript, named": "var La=[`cigar`,`rebut`,`sissy`,`humph`],Ta=[];",
    "a set": 'export const all = new Set(["cigar", "rebut", "sissy", "humph"]);',
    "escaped": '["c\\u0069gar", "rebut", "sissy", "humph"]',
    "counts": "cigar 12\nrebut 0.5\nsissy\t7\nhumph 1e-3\n",
    "counts first": "  12 cigar\n   7 rebut\n   3 sissy\n   1 humph\n",
    "csv": "cigar,12\nrebut,7\nsissy,3\nhumph,1\n",
    "csv with a heading": "word,count\ncigar,12\nrebut,7\nsissy,3\nhumph,1\n",
    "csv with decimal commas": "word;share\ncigar;0,5\nrebut;0,25\nsissy;1,5\nhumph;2\n",
    "csv with numbers": "1;cigar;12\n2;rebut;7\n3;sissy;3\n4;humph;1\n",
    "comments": "# answers\ncigar # first\n\nrebut\nsissy\nhumph\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_list_is_read_in_whatever_form(tmp_path, name):
    (tmp_path / "list").write_text(FORMATS[name], "utf-8")
    found = emi.load(tmp_path / "list")
    assert sorted(found.words) == sorted(word.upper() for word in WORDS)
    assert found.rejected == ()
    assert [*found.spellings] == WORDS


def test_a_line_is_named_where_its_word_stands(tmp_path):
    (tmp_path / "list.js").write_text('const a = ["cigar",\n\n "no-word", "rebut"];\n')
    (remark,) = emi.load(tmp_path / "list.js").rejected
    assert (remark.lines, remark.first) == ((3,), "no-word")


def test_cells_of_words_need_a_column(tmp_path):
    (tmp_path / "pairs.csv").write_text("one,two\nCABAN,CAFES\nCABLE,CANOE\n")
    with pytest.raises(LexiconError):
        emi.load(tmp_path / "pairs.csv")
    assert emi.load(tmp_path / "pairs.csv", column="two").words == ("CAFES", "CANOE")


def test_signs_of_an_alphabet_that_keeps_them_are_no_numbers(tmp_path):
    (tmp_path / "nerdle").write_text("12+3=15\n3+12=15\n")
    assert emi.load(tmp_path / "nerdle", alphabet="keep").words == ("12+3=15", "3+12=15")


def test_a_form_is_one_function(monkeypatch):
    monkeypatch.setattr("emi.lexicon.formats.FORMS", forms := [*FORMS])

    @form
    def of_stars(source):
        return [(1, source.text.strip("*"), "")] if source.text[0] == "*" else None

    forms.insert(0, forms.pop())
    for text in ("*cigar*", "cigar"):
        assert entries_of(Source("x", text, None, LexiconError)) == [(1, "cigar", "")]


@given(
    st.lists(st.text(st.sampled_from("abcéñß"), min_size=2, max_size=8), min_size=1, unique=True)
)
def test_all_forms_are_read_alike(words):
    def read(text):
        return [one.word for one in entries_of(Source("x", text, None, LexiconError))]

    quoted = ", ".join(f"'{word}'" for word in words)
    numbered = [*enumerate(words, 1)]
    texts = [
        "\n".join(words),
        ",".join(words),
        json.dumps(words),
        json.dumps(words, ensure_ascii=False),
        f"let words = [{quoted}]",
        quoted,
        "\n".join(f"{n}. {word}" for n, word in numbered),
        "\n".join(f"{word}\t{n}" for n, word in numbered),
    ]
    for text in texts:
        assert read(text) == words, text


@pytest.fixture
def book(tmp_path):
    """Return a workbook of two sheets."""
    found = openpyxl.Workbook()
    found.active.title = "2"
    found.active.append(["caban"])
    more = found.create_sheet("Réponses")
    for row in (("mot", "poids"), ("cadre", 0.5), ("cable", 2)):
        more.append(row)
    found.save(tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


@pytest.mark.parametrize("sheet", [2, "réponses", " Réponses "])
def test_a_sheet_is_named_or_numbered(book, sheet):
    assert emi.load(book, sheet=sheet).words == (("CABLE", "CADRE") if sheet != 2 else ("CABAN",))


def test_a_name_of_a_sheet_goes_before_its_number(book):
    assert emi.load(book, sheet="2").words == ("CABAN",)
    assert emi.load(book).words == ("CABAN",)


@pytest.mark.parametrize("sheet", ["3", "mots", "0"])
def test_a_sheet_that_is_none_is_refused(book, sheet, refused):
    with refused(LexiconError):
        emi.load(book, sheet=sheet)


def test_other_files_have_no_sheets(tmp_path, refused):
    (tmp_path / "list.txt").write_text("caban")
    with refused(LexiconError):
        emi.load(tmp_path / "list.txt", sheet=1)


def test_a_finding_is_a_row(run, tmp_path):
    (tmp_path / "list.txt").write_text("caban\nA-B\nCABAN\n")
    out = tmp_path / "found.csv"
    assert run("lexicon", "check", tmp_path / "list.txt", "--out", out).code == 0
    assert out.read_text().splitlines() == [
        "line,text,finding",
        "2,A-B,has a character other than a letter",
        "3,CABAN,duplicate of line 1",
    ]
