"""The scripts of the page run by node, without a browser."""

import json
import shutil
import subprocess
from importlib.resources import files

import pytest

RUN = """
globalThis.addEventListener = () => {};
%s
const driver = %s;
let given = "";
process.stdin.on("data", (piece) => { given += piece; });
process.stdin.on("end", async () => console.log(JSON.stringify(await driver(JSON.parse(given)))));
"""


def in_node(scripts, driver, given):
    """Return what a function in JavaScript makes of data, with scripts of the page around it."""
    if (node := shutil.which("node")) is None:
        pytest.skip("no node found: apt-get install nodejs")
    folder = files("emi.reports.page").joinpath("explore")
    around = "\n".join(folder.joinpath(f"{name}.js").read_text("utf-8") for name in scripts)
    done = subprocess.run(
        [node, "-e", RUN % (around, driver)],
        input=json.dumps(given), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
