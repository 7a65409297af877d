"""Results that show themselves: in a notebook, and as a data frame where pandas is there."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from emi.errors import EmiError

if TYPE_CHECKING:
    from reports.table import Table


class Shown:
    """A result that is a table too."""

    @abstractmethod
    def table(self) -> Table:
        """Return it as a table, which `reports.render` writes in every format."""

    def to_dataframe(self) -> Any:  # noqa: ANN401 - pandas may not be there
        """Return the table as a pandas data frame, with the columns that CSV has.

        Raises
        ------
        EmiError
            If pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise EmiError(
                "to_dataframe: pandas is not there, expected it installed: pip install pandas"
            ) from None
        columns, rows = self.table().of("csv")
        return pd.DataFrame(
            [[cell.value for cell in row] for row in rows],
            columns=[column.name for column in columns],
        )

    def _repr_html_(self) -> str:
        from reports.writers.html import fragment

        return fragment(self.table())
