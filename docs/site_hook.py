"""Fit the pages of the repository to the site: a hook of mkdocs, named in mkdocs.yml.

Pages link to files of the repository as they lie in it, so that they work there too. The site has
the folder ``docs`` and the root of the repository in one: files outside ``docs`` that a page links
to become files of the site. The reference of the command line is made from the commands.
"""

import re
import subprocess
import sys
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
#: Pages of the root.
ROOT_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
#: A link to a file: what comes before its path, and the path.
LINK = re.compile(r"(\]\()(?!https?:|#)([^)#\s]+)")
#: The line of commands.md that the commands replace.
COMMANDS = "<!-- the commands -->"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root, and the sources that pages link to."""
    for name in ROOT_PAGES:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    for page in files.documentation_pages():
        for _, target in LINK.findall(page.content_string):
            path = in_site(page.src_uri, target)
            if files.get_file_from_path(path) is None and (ROOT / path).is_file():
                files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let the links of a page lead to files of the site, and write the commands."""
    del config, files
    name = page.file.src_uri
    text = LINK.sub(lambda link: link[1] + in_site(name, link[2]), markdown)
    return text.replace(COMMANDS, commands()) if COMMANDS in text else text


def in_site(page: str, target: str) -> str:
    """Return the path in the site of the file that a page links to."""
    folder = PurePosixPath("." if page in ROOT_PAGES else "docs")
    path = (ROOT / folder / target).resolve().relative_to(ROOT).as_posix()
    return path.removeprefix("docs/")


def commands() -> str:
    """Return the reference of all commands: the texts of ``--help``."""
    typer = [sys.executable, "-m", "typer", "docs/program.py", "utils", "docs", "--name", "emi"]
    done = subprocess.run(typer, cwd=ROOT, capture_output=True, text=True, check=True)
    examples = re.compile(r"^For example:\n((?:  .*\n)+)", re.MULTILINE)
    return examples.sub(_as_code, done.stdout.partition("\n")[2])


def _as_code(examples: re.Match[str]) -> str:
    lines = "".join(f"$ {line.strip()}\n" for line in examples[1].splitlines())
    return f"For example:\n\n```console\n{lines}```\n"
