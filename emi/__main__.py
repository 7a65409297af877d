"""The entry point of ``python -m emi`` and of the script ``emi``."""

from emi.cli import main

if __name__ == "__main__":
    main()
