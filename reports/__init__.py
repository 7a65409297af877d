"""What a person looks at: results as tables, pages, pictures and graphs.

A function of `reports.views` makes a `reports.table.Table` of a result, `render` writes it.
"""

from reports.writers import FORMATS, render

__all__ = ["FORMATS", "render"]
