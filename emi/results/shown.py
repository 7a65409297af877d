"""Results that display themselves in notebooks and convert to tables and data frames."""

from __future__ import annotations

from typing import Any


class Shown:
    """A result that can be shown as a table; see `emi.table`."""

    def table(self) -> Any:  # noqa: ANN401 - a `emi.reports.table.Table`, which this room does not know
        """Return the result as a table, which prints itself and renders in every format."""
        import emi

        return emi.table(self)

    def to_dataframe(self) -> Any:  # noqa: ANN401 - pandas may not be there
        """Return the result as a pandas data frame with the columns of the CSV output.

        Raises
        ------
        EmiError
            If pandas is not installed.
        """
        return self.table().to_dataframe()

    def _repr_html_(self) -> str:
        written: str = self.table()._repr_html_()
        return written
