"""``python -m emi``."""

from emi.cli import main

main()
