"""Results that display themselves in notebooks and convert to tables and data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from emi import Table


class Shown:
    """A result that can be shown as a table; see `emi.table`."""

    def table(self) -> Table:
        """Return the result as a table, which prints itself and renders in every format."""
        import emi

        return emi.table(self)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the result as a pandas data frame with the columns of the CSV output.

        Raises
        ------
        EmiError
            If pandas is not installed.
        """
        return self.table().to_dataframe()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()
