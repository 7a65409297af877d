"""The program with all its commands, for ``typer utils docs``, which looks for the name ``app``."""

from emi.cli.app import program

app = program()
