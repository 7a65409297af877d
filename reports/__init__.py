"""Present results to people: tables, pages, pictures and graphs.

A function of `emi.reports.views` turns a result into a `emi.reports.table.Table`; `render` writes
the table.
"""

from emi.reports.table import FORMATS, render

__all__ = ["FORMATS", "render"]
