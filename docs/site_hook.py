"""A hook of mkdocs that adapts the pages of the repository to the site; see mkdocs.yml.

Links in pages are relative to the repository, so that they also work there. The site merges the
folder ``docs`` with the root of the repository: linked files outside ``docs`` become files of the
site. The command line reference is generated from the commands.
"""

import os
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
#: Pages in the root of the repository.
ROOT_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
#: A link to a file: the text before the path, and the path.
LINK = re.compile(r"(\]\()(?!https?:|#)([^)#\s]+)")
#: The line of commands.md to be replaced by the reference of the commands.
COMMANDS = "<!-- the commands -->"


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add the pages of the root, and the linked source files."""
    from mkdocs.structure.files import File

    for name in ROOT_PAGES:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    for page in files.documentation_pages():
        for _, target in LINK.findall(page.content_string):
            path = in_site(page.src_uri, target)
            if files.get_file_from_path(path) is None and (ROOT / path).is_file():
                files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    """Adapt the links of a page to the site, and insert the reference of the commands."""
    del config, files
    name = page.file.src_uri
    text = LINK.sub(lambda link: link[1] + from_page(name, link[2]), markdown)
    return text.replace(COMMANDS, commands()) if COMMANDS in text else text


def on_page_content(html: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    """Make links of the address of the games, which ``make site`` writes after these pages."""
    del page, config, files
    return html.replace("<code>play/</code>", '<a href="play/index.html"><code>play/</code></a>')


def in_site(page: str, target: str) -> str:
    """Return the path in the site of a link target."""
    source = PurePosixPath(page if page in ROOT_PAGES else f"docs/{page}")
    path = (ROOT / source.parent / target).resolve().relative_to(ROOT).as_posix()
    return path.removeprefix("docs/")


def from_page(page: str, target: str) -> str:
    """Return a link target relative to its page in the site."""
    path = os.path.relpath(in_site(page, target), PurePosixPath(page).parent)
    return PurePosixPath(path).as_posix()


def commands() -> str:
    """Return the reference of all commands, made from their ``--help``."""
    typer = [sys.executable, "-m", "typer", "docs/program.py", "utils", "docs", "--name", "emi"]
    done = subprocess.run(typer, cwd=ROOT, capture_output=True, text=True, check=True)
    examples = re.compile(r"^For example:\n((?:  .*\n)+)", re.MULTILINE)
    return examples.sub(_as_code, done.stdout.partition("\n")[2])


def _as_code(examples: re.Match[str]) -> str:
    lines = "".join(f"$ {line.strip()}\n" for line in examples[1].splitlines())
    return f"For example:\n\n```console\n{lines}```\n"
