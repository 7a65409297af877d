"""Write docs/api.md from the docstrings of the public names: ``make docs``."""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import emi

PAGE = Path(__file__).parent / "api.md"
HEAD = """# The public API

Every name of `import emi` with its parameters, from its docstring; `make docs` writes this page.
The packages `search`, `cache` and `reports` are rooms of the same house, not a second interface.
"""
#: The chapters: what the headings of their entries begin with, and what tells their names.
CHAPTERS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "Functions": ("", inspect.isfunction),
    "Classes": ("class ", lambda thing: not issubclass(thing, Exception)),
    "Exceptions": ("exception ", lambda _: True),
}
#: The longest signature on one line.
WIDE = 88
#: A heading of numpydoc, and the sections that are lists.
HEADING = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)
LISTS = {"Parameters", "Attributes", "Raises", "Returns", "Yields"}


def page() -> str:
    """Return the page."""
    left = [name for name in emi.__all__ if not name.startswith("__")]
    contents, chapters = [], []
    for title, (kind, belongs) in CHAPTERS.items():
        names = [name for name in left if belongs(getattr(emi, name))]
        left = [name for name in left if name not in names]
        anchors = {name: f"{kind.replace(' ', '-')}emi{name.lower()}" for name in names}
        links = ", ".join(f"[`{name}`](#{anchor})" for name, anchor in anchors.items())
        contents.append(f"* {title}: {links}\n")
        chapters += [f"## {title}\n\n", *(_entry(kind, name) for name in names)]
    return "".join([HEAD, "\n", *contents, "\n", *chapters]).rstrip() + "\n"


def _entry(kind: str, name: str) -> str:
    thing = getattr(emi, name)
    parts = [f"### {kind}emi.{name}\n\n"]
    if kind != "exception " or thing is emi.EmiError:
        parts.append(_signature(name, thing))
    else:
        parts.append(f"An `{thing.__mro__[1].__name__}`. ")
    parts.append(_text(thing))
    if kind:
        members = dict(_members(thing))
        parts += [_property(each, one) for each, one in members.items() if not _is_method(one)]
        parts += ["\n"] if not all(map(_is_method, members.values())) else []
        for each, one in members.items():
            if _is_method(one):
                parts += [f"#### {name}.{each}\n\n", _signature(each, getattr(thing, each))]
                parts += [_text(_function(one))]
    return "".join(parts)


def _members(thing: type) -> Iterator[tuple[str, object]]:
    """Yield the methods and properties of a class, and of bases that are not public themselves."""
    public = {getattr(emi, name) for name in emi.__all__ if name != thing.__name__}
    seen = set()
    for base in thing.__mro__:
        if base in public or not base.__module__.startswith(("emi", "cache", "search")):
            continue
        for name, one in vars(base).items():
            if name[0] != "_" and name not in seen and getattr(_function(one), "__doc__", None):
                seen.add(name)
                yield name, one


def _function(one: object) -> Callable[..., object] | None:
    """Return the function behind a member of a class, None if there is none."""
    function = getattr(one, "__func__", getattr(one, "fget", getattr(one, "func", one)))
    return function if inspect.isfunction(function) else None


def _is_method(one: object) -> bool:
    return inspect.isfunction(one) or hasattr(one, "__func__")


def _signature(name: str, thing: Callable[..., object]) -> str:
    """Return the signature as code, with a parameter a line if it is long."""
    signature = inspect.signature(thing)
    given = [one for one in signature.parameters.values() if one.name != "self"]
    back = _type(signature.return_annotation)
    written = [_parameter(one) for one in given]
    star = next((at for at, one in enumerate(given) if one.kind is one.KEYWORD_ONLY), None)
    if star is not None and not any(one.kind is one.VAR_POSITIONAL for one in given):
        written.insert(star, "*")
    text = f"{name}({', '.join(written)})"
    if len(f"{text} -> {back}") > WIDE:
        text = f"{name}(\n{''.join(f'    {one},' + chr(10) for one in written)})"
    back = "" if inspect.isclass(thing) else f" -> {back}"
    return f"```python\n{text}{back}\n```\n\n"


def _parameter(one: inspect.Parameter) -> str:
    """Return a parameter with its type and its default."""
    bare = one.replace(annotation=one.empty, default=one.empty)
    default = getattr(one.default, "__name__", repr(one.default))
    text = f"{bare}: {_type(one.annotation)}"
    return text if one.default is one.empty else f"{text} = {default}"


def _type(annotation: object) -> str:
    """Return a type without the modules of its parts."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text).replace("'", "")


def _property(name: str, one: object) -> str:
    function = _function(one)
    assert function is not None  # noqa: S101 - it has a docstring
    kind = _type(inspect.signature(function).return_annotation)
    text = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    said = " ".join(" ".join(text[: 1 + all("---" not in part for part in text[1:])]).split())
    return f"* `{name}` ({kind}): {said}\n"


def _text(thing: object) -> str:
    """Return a numpydoc docstring as Markdown."""
    text, *rest = HEADING.split(inspect.getdoc(thing) or "")
    parts = [f"{text.strip()}\n\n"]
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        what = _items(body) if title in LISTS else _code(body)
        parts.append(f"**{title}**\n\n{what}\n")
    return "".join(parts)


def _items(body: str) -> str:
    """Return a list of numpydoc: what is not indented is a name, and may have a type."""
    items = []
    for line in body.strip("\n").splitlines():
        if line and line[0] != " ":
            name, _, kind = line.partition(" : ")
            items.append([f"* `{name}`{f' ({kind})' if kind else ''}", []])
        elif line.strip():
            items[-1][1].append(line.strip())
    return "".join(f"{head}{': ' * bool(said)}{' '.join(said)}\n" for head, said in items)


def _code(body: str) -> str:
    """Return a section of examples as code, and what stands between them as it is."""
    return "\n".join(
        f"```python\n{block}\n\n```\n" if block.startswith(">>>") else f"{block}\n"
        for block in body.strip("\n").split("\n\n")
    )


if __name__ == "__main__":
    text = page()
    if "--check" in sys.argv[1:] and PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"{PAGE.name} is not what the docstrings say: make docs")
    PAGE.write_text(text, encoding="utf-8")
