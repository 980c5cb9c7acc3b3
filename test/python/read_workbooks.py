"""Read the workbooks (*.xlsx) of a folder with openpyxl, and say what their cells are.

The output maps each name to the rows without the header. A cell is its type (n, d, s, b),
its value as text, and its number format; null if it is empty.
"""

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from openpyxl import load_workbook


def text(value: Any) -> str:
    """Write a value so that TypeScript can compare it."""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="milliseconds")
    return json.dumps(value) if isinstance(value, bool) else str(value)


def described(cell: Any) -> list[str] | None:
    """Say what a cell is."""
    if cell.value is None:
        return None
    return [cell.data_type, text(cell.value), cell.number_format]


results = {}
for path in Path(sys.argv[1]).glob("*.xlsx"):
    book = load_workbook(path)
    (sheet,) = book.worksheets
    properties = {each.name: each.value for each in book.custom_doc_props.props}
    results[path.stem] = {
        "frozen": sheet.freeze_panes,
        "bold": all(each.font.b for each in sheet[1]),
        "complete": properties["complete"],
        "rows": [
            [described(each) for each in row] for row in sheet.iter_rows(min_row=2)
        ],
    }
print(json.dumps(results))
