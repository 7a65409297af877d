"""Present results to people: tables, pages, pictures and graphs.

A function of `reports.views` turns a result into a `reports.table.Table`; `render` writes the
table.
"""

from reports.writers import FORMATS, render

__all__ = ["FORMATS", "render"]
