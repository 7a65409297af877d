"""The program: ``python -m emi``, and the script ``emi``."""

from emi.cli import main

if __name__ == "__main__":
    main()
