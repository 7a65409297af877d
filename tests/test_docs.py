"""The pages of the documentation say what is true."""

import ast
import doctest
import inspect
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import emi
from emi.results.base import keys
from tests import style

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: Pages without an example that runs as a doctest; those of the API are doctests of their own.
WORDS_ONLY = {
    "README.md",
    "api.md",
    "architecture.md",
    "benchmarks.md",
    "cluster.md",
    "commands.md",
    "endurance.md",
    "glossary.md",
    "index.md",
    "install.md",
    "json.md",
    "languages.md",
    "lists.md",
    "paper.md",
    "parallel.md",
    "results.md",
    "running.md",
    "style.md",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_example_of_a_page_gives_what_it_shows(page):
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert (result.attempted > 0) == (page.name not in WORDS_ONLY)


def test_the_commands_of_the_tutorial_print_what_it_shows(tmp_path):
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    shown = "".join(re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    commands = re.findall(r"^\$ (.*)", shown, re.MULTILINE)
    script = "\n".join(f"echo {shlex.quote(f'$ {one}')}\n{one}" for one in commands)
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": paths, "EMI_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(commands) > 9
    assert doctest.OutputChecker().check_output(shown, done.stdout, doctest.ELLIPSIS), done.stdout


def test_the_page_of_the_api_has_every_public_name_once():
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    names = re.findall(r"^::: emi\.(\w+)$", text, re.MULTILINE)
    assert sorted(names) == [name for name in emi.__all__ if name != "__version__"]


def members(name):
    """Return the members of a class that the page of the API shows."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    given = re.search(rf"^::: emi\.{name}\n    options:\n      members: (.*)", text, re.MULTILINE)
    if given is None:
        return [one for one in dir(getattr(emi, name)) if not one.startswith("_")]
    return re.findall(r"\w+", given[1].replace("false", ""))


def classes(of):
    """Return the public names of the classes that derive from one of some."""
    things = {name: getattr(emi, name) for name in emi.__all__}
    return [name for name, one in things.items() if inspect.isclass(one) and issubclass(one, of)]


@pytest.mark.parametrize("name", classes(object))
def test_the_page_of_the_api_shows_what_users_call_and_nothing_of_the_engine(name):
    shown = members(name)
    for one in shown:
        assert hasattr(getattr(emi, name), one), one
    engine = {
        *{"weighing", "one_by_one", "reached", "misses", "implied", "first_bounds", "cost_model"},
        *{"row_writer", "bytes_needed", "bytes_gathered", "places", "matrix", "own_rule"},
        *{"begun", "share", "within", "encode", "outline", "tree", "peek", "about", "put", "send"},
    }
    # Results have facts of these names.
    facts = {"ParetoRow": {"within"}, "Advice": {"misses"}}
    assert engine.intersection(shown) <= facts.get(name, set())


@pytest.mark.parametrize("name", classes((emi.Objective, emi.Game)))
def test_what_an_objective_or_a_game_tells_the_engine_is_not_shown(name):
    made = {"of_cell", "of_cells", "of_lexicon", "of_words"}
    assert name == "Game" or {*members(name)} <= made
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    # Without members of its own, mkdocstrings shows those of the bases.
    entry = rf"^::: emi\.{name}\n    options:\n      members: .*\n      inherited_members: false$"
    assert name == "Game" or re.search(entry, text, re.MULTILINE)


@pytest.mark.parametrize("name", [name for name in emi.__all__ if name != "__version__"])
def test_every_parameter_of_a_public_function_or_class_is_described(name):
    thing = getattr(emi, name)
    if inspect.isclass(thing) and issubclass(thing, Exception) and thing is not emi.EmiError:
        return  # They have the parameters of the base.
    if getattr(thing, "_is_protocol", False) or thing is emi.Table:
        return  # The one has methods alone; views make the other, and say at each field what it is.
    described = inspect.getdoc(thing) or ""
    section = re.compile(
        r"^(?:Parameters|Attributes)\n-+\n(.*?)(?:\n\n\w+\n-+|\Z)", re.MULTILINE | re.DOTALL
    )
    heads = re.findall(r"^\S[^:\n]*", "\n".join(section.findall(described)), re.MULTILINE)
    assert set(inspect.signature(thing).parameters) <= set(re.findall(r"\w+", " ".join(heads)))


def test_the_site_has_every_page_in_its_contents():
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = re.findall(r": (\S+\.md)$", contents, re.MULTILINE)
    assert len(named) == len(set(named))
    pages = {str(page.relative_to(ROOT)).removeprefix("docs/") for page in PAGES}
    assert pages - {"README.md"} <= set(named)


@pytest.mark.parametrize("what", ["picture", "notebook", "simulation", "results"])
def test_what_is_made_from_the_code_is_up_to_date(what):
    command = [sys.executable, str(ROOT / "docs" / f"make_{what}.py"), "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("what", ["optima", "results"])
def test_a_part_that_selects_no_question_is_reported(what):
    command = [sys.executable, str(ROOT / "docs" / f"make_{what}.py"), "nonesuch"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(
        rf"make_{what}.py: no question (or table )?contains nonesuch\n", done.stderr
    )


def test_a_ranking_that_contradicts_recorded_totals_is_reported(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    made = runpy.run_path(str(ROOT / "docs" / "make_results.py"))
    faults, read = made["faults_of_openers"], made["read"]
    assert not [*faults()]
    wrong = {"openers_kept": [{"guess": "TARSE", "total": "11220"}, {"guess": "A", "total": "9"}]}
    monkeypatch.setitem(faults.__globals__, "read", lambda name: wrong.get(name) or read(name))
    order, one, best = faults()
    assert order == "openers_kept.csv: expected the least total first, and the others last"
    assert one.endswith("--first TARSE takes 11219, not 11220")
    assert best.endswith("--objective average takes 11219, not 9")


def test_pictures_are_small():
    for picture in (ROOT / "docs" / "pictures").iterdir():
        assert picture.stat().st_size < 200_000, picture.name


def test_a_time_that_a_page_quotes_is_that_of_the_run():
    """As ``make figures`` has measured it."""
    spec = spec_from_file_location("make_figures", ROOT / "docs" / "make_figures.py")
    figures = module_from_spec(spec)
    spec.loader.exec_module(figures)
    runs = json.loads(figures.RECORD.read_text(encoding="utf-8"))["runs"]
    quoted = [quotation for run in runs for quotation in figures.quotations(run)]
    assert {page.name for page, _ in quoted} == {"README.md", "games.md", "paper.md"}
    for page, text in quoted:
        assert text in page.read_text(encoding="utf-8")


LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?")
SITE = runpy.run_path(str(ROOT / "docs" / "site_hook.py"))


def links(page):
    """Yield the file and the heading of each link of a page; either may be empty."""
    return LINK.findall(page.read_text(encoding="utf-8"))


def headings(page):
    """Return the names of the headings of a page, as links have them."""
    text = re.sub(
        r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    titles = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    # Without what is no letter, digit or hyphen; "[text](address)" is its text.
    titles = [re.sub(r"\]\([^)]*\)", "", title).lower() for title in titles]
    return {re.sub(r"[^\w -]", "", title).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading_of_it(page):
    for target, heading in links(page):
        file = page.parent / target if target else page
        assert file.exists(), target
        # The headings of the API page are made from the code; `make site` checks these.
        assert not heading or file.name == "api.md" or heading in headings(file), (target, heading)


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.name)
def test_every_link_leads_to_the_same_file_in_the_site(page):
    """The site has the files of docs at its root, and folders in docs are folders there."""
    name = page.relative_to(ROOT).as_posix().removeprefix("docs/")
    assert (name in SITE["ROOT_PAGES"]) == (page.parent == ROOT)
    for target in filter(None, (file for file, _ in links(page))):
        path = os.path.normpath(Path(name).parent / SITE["from_page"](name, target))
        file = ROOT / path if path in SITE["ROOT_PAGES"] else ROOT / "docs" / path
        wanted = page.parent / target
        inside = wanted.resolve().is_relative_to(ROOT / "docs") or path in SITE["ROOT_PAGES"]
        assert (file if inside else ROOT / path).samefile(wanted), target


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name != "CONTRIBUTING.md"], ids=lambda page: page.name
)
def test_no_page_imports_from_a_room_or_a_module_below_the_public_one(page):
    inner = re.compile(r"^>>> (from|import) (search|cache|reports|emi\.)", re.MULTILINE)
    assert not inner.search(page.read_text(encoding="utf-8"))


def banned_words():
    """Return the words that the glossary says are not used for a concept."""
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    last = [line.split("|")[-2] for line in lines if line.startswith("| **")]
    return {word.strip() for cell in last for word in cell.split(",") if word.strip()}


def defined(node):
    """Yield the public names below a module or a class: parameters and attributes too."""
    for one in node.body:
        if isinstance(one, ast.FunctionDef):
            if one.name.startswith("_") and one.name != "__init__":
                continue
            yield one.name
            given = one.args
            every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
            yield from (each.arg for each in [*every, given.vararg, given.kwarg] if each)
            for each in ast.walk(one):
                if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
                    yield each.attr
        elif isinstance(one, ast.ClassDef) and not one.name.startswith("_"):
            yield one.name
            yield from defined(one)
        elif isinstance(one, ast.Assign | ast.AnnAssign):
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name))


#: Modules whose names are their own: the checker stands alone, commands are named by their options,
#: and kernels are no part of what is public.
APART = ("emi/proof/verify.py", "emi/cli/", "emi/games/kernels/")


def public_names():
    """Yield the names of modules, of what they define, of options and of JSON keys."""
    yield from emi.__all__
    for path in [*(ROOT / "emi").rglob("*.py"), *(ROOT / "reports").rglob("*.py")]:
        if not str(path.relative_to(ROOT)).startswith(APART):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from (name for name in defined(tree) if not name.startswith("_"))
    for room in ("emi", "reports", "search"):
        yield from (path.stem for path in (ROOT / room).rglob("*.py"))
    for path in (ROOT / "emi" / "cli").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r'"--([a-z-]+)"', text)
    yield from keys(emi.Solution)


def test_the_glossary_has_words_that_are_not_used():
    assert {"answer", "method", "optimum", "outcome", "seeds", "weigh"} <= banned_words()


def test_parameters_and_attributes_are_among_the_public_names():
    assert {"feedback", "feedbacks", "possible", "sort", "first_guess"} <= {*public_names()}
    tree = ast.parse("class A:\n    def f(self, method):\n        self.outcome = method\n")
    assert {"method", "outcome"} <= {*defined(tree)}


def test_public_names_are_the_words_of_the_glossary():
    banned = banned_words()
    for name in public_names():
        parts = {part.lower() for part in re.findall("[A-Z]?[a-z]+", name)}
        assert not parts & banned, name
        assert f"{name.lower()} alone" not in banned, name


def test_phrases_that_the_style_advises_against_are_found(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("It says so.\nWhoever reads it, nobody asks.\n")
    (tmp_path / "emi").mkdir()
    (tmp_path / "emi" / "plain.py").write_text('"""Return the bounds."""\n')
    assert style.found(tmp_path) == ["docs/page.md:2: Whoever", "docs/page.md:2: nobody"]
    assert len(style.found()) <= style.MOST


def test_names_that_hide_a_type_are_counted(tmp_path):
    (tmp_path / "cache").mkdir()
    code = "def kept(one, row):\n    _found = row.made\n    row.made = [each for each in one]\n"
    (tmp_path / "cache" / "rows.py").write_text(code)
    places = [place.removeprefix("cache/rows.py:") for place in style.hiding(tmp_path)]
    assert sorted(places) == ["1: kept", "1: one", "2: _found", "3: each", "3: made"]
    assert len(style.hiding()) <= style.MOST_HIDING
