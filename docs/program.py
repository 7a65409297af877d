"""The program with all commands, for ``typer utils docs``, which expects the name ``app``."""

from emi.cli.app import program

app = program()
