"""The program: ``python -m emi``, and the script ``emi``."""

from emi.interrupt import leave, on_interrupt

on_interrupt(leave)  # The other imports take long enough to be interrupted.

from emi.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
