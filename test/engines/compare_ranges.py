"""Prints how two range folders differ, day by day: schemas, rows in order, and manifests."""

import json
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


def manifest_of(folder: Path) -> dict:
    manifest = json.loads((folder.parent / f"_{folder.name}.manifest.json").read_text("utf-8"))
    # Only the editor notes these.
    manifest.pop("columns", None)
    for day in manifest["days"].values():
        day.pop("state", None)
        day.pop("placed", None)
        # When and how a file was written may differ, not what it says.
        for name in ("bytes", "sha256", "requestedAt", "integrity"):
            del day[name]
    return manifest


def cells_of(column: pa.ChunkedArray) -> list[str]:
    """Return cells that can be compared: not every instant of Parquet is one of Python."""
    is_time = pa.types.is_timestamp(column.type)
    cells = column.cast(pa.int64()) if is_time else column
    return [repr(cell) for cell in cells.to_pylist()]


def differences(one: Path, other: Path) -> list[str]:
    names = [sorted(path.name for path in each.iterdir()) for each in (one, other)]
    if names[0] != names[1]:
        return [f"files: {names}"]
    found = []
    if manifest_of(one) != manifest_of(other):
        found.append(f"manifests: {manifest_of(one)} {manifest_of(other)}")
    for path in sorted(one.glob("day=*/part-0.parquet")):
        again = other / path.relative_to(one)
        tables = [pq.ParquetFile(each).read() for each in (path, again)]
        schemas = [table.schema.remove_metadata() for table in tables]
        if not schemas[0].equals(schemas[1]):
            found.append(f"{path}: {schemas[0]} {schemas[1]}")
        elif tables[0].num_rows != tables[1].num_rows:
            found.append(f"{path}: {tables[0].num_rows} rows, {tables[1].num_rows} rows")
        else:
            for name in tables[0].column_names:
                pairs = zip(*(cells_of(table[name]) for table in tables))
                odd = [(row, *pair) for row, pair in enumerate(pairs) if pair[0] != pair[1]]
                found += [f"{path}: {name}: {each}" for each in odd[:20]]
    return found


if __name__ == "__main__":
    print(json.dumps(differences(Path(sys.argv[1]), Path(sys.argv[2]))))
