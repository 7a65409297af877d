"""Write docs/api.md from the docstrings of the public names: ``make docs``."""

import inspect
import re
import sys
from pathlib import Path

import emi

PAGE = Path(__file__).parent / "api.md"
HEAD = """# The public API

Every name of `import emi`, from its docstring; `make docs` writes this page. The packages `search`,
`cache` and `reports` are rooms of the same house, not a second interface.
"""


def page() -> str:
    """Return the page."""
    names = [name for name in emi.__all__ if not name.startswith("__")]
    links = ", ".join(f"[`{name}`](#{name.lower()})" for name in names)
    return "\n".join([HEAD, links, "", *map(_entry, names)])


def _entry(name: str) -> str:
    thing = getattr(emi, name)
    parts = [f"## {name}\n", f"```python\n{name}{_signature(thing)}\n```\n", _text(thing)]
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        parts += [_member(each, one) for each, one in vars(thing).items() if each[0] != "_"]
    return "\n".join(filter(None, parts))


def _signature(thing: object) -> str:
    try:
        text = str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", text)
    return re.sub(r"(?<!= )'([^']*)'", r"\1", text)


def _text(thing: object) -> str:
    """Return a numpydoc docstring as Markdown: headings in bold, examples as code."""
    text = inspect.getdoc(thing) or ""
    text = re.sub(r"^(\w[\w ]*)\n-{3,}$", r"**\1**\n", text, flags=re.MULTILINE)
    text = re.sub(r"^(\w[\w, ]*) : (.+)$", r"* `\1`: \2", text, flags=re.MULTILINE)
    lines, code = [], False
    for line in text.splitlines():
        if line.startswith(">>>") and not code:
            lines.append("```python")
            code = True
        elif code and not line:
            lines += ["", "```"]
            code = False
            continue
        lines.append(line)
    return "\n".join([*lines, *(["", "```"] if code else [])]) + "\n"


def _member(name: str, one: object) -> str:
    function = getattr(one, "__func__", getattr(one, "fget", getattr(one, "func", one)))
    if not inspect.isfunction(function) or not function.__doc__:
        return ""
    called = "" if function is not one and not hasattr(one, "__func__") else "()"
    summary = inspect.cleandoc(function.__doc__).split("\n\n")[0].replace("\n", " ")
    return f"* `{name}{called}`: {summary}"


if __name__ == "__main__":
    text = page()
    if "--check" in sys.argv[1:] and PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"{PAGE.name} is not what the docstrings say: make docs")
    PAGE.write_text(text, encoding="utf-8")
