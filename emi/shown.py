"""Results that show themselves: in a notebook, and as a data frame where pandas is there."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.table import Table


class Shown:
    """A result that is a table too."""

    @abstractmethod
    def table(self) -> Table:
        """Return it as a table, which prints itself and renders in every format."""

    def to_dataframe(self) -> Any:  # noqa: ANN401 - pandas may not be there
        """Return the table as a pandas data frame, with the columns that CSV has.

        Raises
        ------
        EmiError
            If pandas is not installed.
        """
        return self.table().to_dataframe()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()
