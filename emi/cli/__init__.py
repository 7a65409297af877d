"""The command line. Results go to stdout; progress, remarks and errors to stderr."""

from emi.cli.app import main

__all__ = ["main"]
