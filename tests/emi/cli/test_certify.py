"""``emi tree``, ``emi certify`` and ``emi verify``: files, lines and exit codes."""

import json
from itertools import product

import networkx as nx
import pytest

from emi.errors import OptionError
from emi.files import write_file
from search.model.limits import Stopped


def test_a_strategy_is_printed_as_text(run, lexicon):
    done = run("tree", "C5", "--lexicon", lexicon)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("CA")
    assert all(word in done.out for word in ("CABAN", "CALER", "CASER", "CANOE"))


@pytest.mark.parametrize("suffix", [".json", ".graphml", ".dot", ".txt"])
def test_the_suffix_chooses_the_format(run, lexicon, tmp_path, suffix):
    out = tmp_path / f"c5{suffix}"
    done = run("tree", "C5", "--lexicon", lexicon, "--out", out)
    assert (done.code, done.out) == (0, "")
    assert done.err.count("\n") == 1
    assert "12 words, at most" in done.err
    assert "CASER" in out.read_text(encoding="utf-8")


def test_graphml_and_json_hold_the_same_tree(run, lexicon, tmp_path):
    for name in ("c5.json", "c5.graphml"):
        assert run("tree", "C5", "--lexicon", lexicon, "--out", tmp_path / name).code == 0
    data = json.loads((tmp_path / "c5.json").read_text(encoding="utf-8"))
    first = nx.node_link_graph(data["graph"], edges="edges")
    second = nx.read_graphml(tmp_path / "c5.graphml")
    assert {d["guess"] for _, d in first.nodes(data=True)} == {
        d["guess"] for _, d in second.nodes(data=True)
    }
    assert len(first.edges) == len(second.edges)


def test_an_unknown_suffix_lists_the_known(run, lexicon, tmp_path):
    done = run("tree", "C5", "--lexicon", lexicon, "--out", tmp_path / "c5.pdf")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert ".graphml" in done.err
    assert "c5.pdf" in done.err


@pytest.mark.parametrize("command", ["tree", "certify"])
def test_a_file_that_cannot_be_written_is_said(run, lexicon, tmp_path, command):
    out = tmp_path / "nowhere" / "c5.json"
    done = run(command, "C5", "--lexicon", lexicon, "--out", out)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert str(out) in done.err


@pytest.mark.parametrize("command", ["tree", "certify"])
def test_a_folder_in_the_place_of_the_file_is_said(run, lexicon, tmp_path, command):
    out = tmp_path / "c5.json"
    out.mkdir()
    done = run(command, "C5", "--lexicon", lexicon, "--out", out)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{out}: expected a file" in done.err


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "kept.json"
    path.write_text("before")

    def fail(self, target):  # noqa: ARG001 - as Path.replace
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OptionError, match="cannot be written, No space left"):
        write_file(path, b"after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("command", ["tree", "certify"])
def test_ctrl_c_ends_the_work_with_130_and_leaves_no_file(
    run, lexicon, tmp_path, monkeypatch, command
):
    def stopped(*_, **__):
        raise Stopped

    monkeypatch.setattr("emi.strategies.exact_strategy", stopped)
    monkeypatch.setattr("emi.proof.certificate.prove", stopped)
    done = run(command, "C5", "--lexicon", lexicon, "--out", tmp_path / "x.json")
    assert (done.code, done.out) == (130, "")
    assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize("command", ["tree", "certify"])
@pytest.mark.parametrize("cell", ["5C", "CC5", "C99", "Q5"])
def test_a_cell_that_is_none_is_said(run, lexicon, tmp_path, command, cell):
    done = run(command, cell, "--lexicon", lexicon, "--out", tmp_path / "x.json")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert cell in done.err


def test_a_certificate_is_written_and_accepted(run, lexicon, tmp_path):
    out = tmp_path / "c5.json.xz"
    done = run("certify", "C5", "--lexicon", lexicon, "--out", out)
    assert done.code == 0
    assert done.out == f"C5: 3, {out} ({out.stat().st_size:,} bytes)\n"
    done = run("verify", out, "--lexicon", lexicon)
    assert (done.code, done.out, done.err) == (0, "OK C5: 3 (12 words)\n", "")


def test_a_whole_table_is_certified_and_accepted(run, lexicon, tmp_path):
    out = tmp_path / "deep" / "all"
    done = run("certify", "--all", "--lexicon", lexicon, "--out", out, "--jobs", "2")
    assert done.code == 0
    assert [line.split(":")[0] for line in done.out.splitlines()] == ["A5", "C5", "C6"]
    files = [out / f"{cell}.json.xz" for cell in ("A5", "C5", "C6")]
    done = run("verify", *files, "--lexicon", lexicon)
    assert done.code == 0
    assert done.out == "OK A5: 3 (10 words)\nOK C5: 3 (12 words)\nOK C6: 3 (8 words)\n"


@pytest.mark.parametrize("arguments", [[], ["C5", "--all"]])
def test_it_is_either_a_cell_or_all(run, lexicon, tmp_path, arguments):
    done = run("certify", *arguments, "--lexicon", lexicon, "--out", tmp_path / "x")
    assert (done.code, done.out) == (2, "")
    assert done.err == "emi: emi certify: expected either a GAME or --all\n"


def test_a_folder_that_cannot_be_made_is_said(run, lexicon, tmp_path):
    (tmp_path / "file").write_text("")
    done = run("certify", "--all", "--lexicon", lexicon, "--out", tmp_path / "file")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "expected a folder" in done.err


def test_a_false_certificate_is_code_1_and_a_foreign_file_code_2(run, lexicon, tmp_path):
    true, false = tmp_path / "true.json", tmp_path / "false.json"
    run("certify", "C5", "--lexicon", lexicon, "--out", true)
    data = json.loads(true.read_text(encoding="utf-8"))
    false.write_text(json.dumps({**data, "worst": 4}), encoding="utf-8")

    done = run("verify", false, true, "--lexicon", lexicon)
    assert done.code == 1
    assert done.out == (f"FAILED {false}: no core refutes 3 guesses\nOK C5: 3 (12 words)\n")
    done = run("verify", lexicon, true, "--lexicon", lexicon)
    assert done.code == 2
    assert done.out == "OK C5: 3 (12 words)\n"
    assert done.err.startswith(f"emi: {lexicon}: expected a certificate")


def test_the_wrong_lexicon_is_code_2_and_never_ok(run, lexicon, tmp_path):
    out = tmp_path / "c5.json"
    run("certify", "C5", "--lexicon", lexicon, "--out", out)
    done = run("verify", out)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "made for lexicon 'small.txt'" in done.err


def test_words_that_hardly_differ_are_certified_too(run, tmp_path):
    words = tmp_path / "alike.txt"
    words.write_text("\n".join("C" + a + b for a, b in product("ABCDE", repeat=2)))
    out = tmp_path / "c3.json"
    assert run("certify", "C3", "--lexicon", words, "--out", out).code == 0
    done = run("verify", out, "--lexicon", words)
    assert done.out.startswith("OK C3: ")
