"""Reads files as people do, and writes their rows to OUT.

read_cells.py ENGINE OUT NAME:FORMAT=PATH ...

FORMAT is parquet or ndjson, also for a folder of files, csv, or excel (CSV for Excel). The
rows are written by what is before the equals sign. Each row maps names to cells; a time
is a text in UTC, and a number is a text with all its digits.
"""

import json
import math
import sys
from datetime import UTC, date, datetime
from pathlib import Path


def lines_in(path: str) -> list:
    """Return the files of NDJSON: those of a folder, or the file itself."""
    return sorted(map(str, Path(path).glob("*/*.ndjson"))) or [path]


def pandas(form: str, path: str) -> list:
    import pandas as pd

    if form == "parquet":
        frame = pd.read_parquet(path)
    elif form == "ndjson":
        how = {"convert_dates": False, "dtype": False, "precise_float": True}
        frame = pd.concat(
            pd.read_json(each, lines=True, **how) for each in lines_in(path)
        )
    else:
        kinds = {
            "csv": {},
            "excel": {"sep": ";", "decimal": ",", "encoding": "utf-8-sig"},
        }
        frame = pd.read_csv(path, float_precision="round_trip", **kinds[form])
    return frame.astype("object").to_dict("records")


def polars(form: str, path: str) -> list:
    import polars as pl

    if form == "parquet":
        return pl.read_parquet(path, hive_partitioning=False).to_dicts()
    if form == "ndjson":
        # Its type is that of the first file, where it's null.
        how = {"schema_overrides": {"_more": pl.String}} if Path(path).is_dir() else {}
        frame = pl.scan_ndjson(lines_in(path), infer_schema_length=None, **how)
        return frame.collect().to_dicts()
    kinds = {"csv": {}, "excel": {"separator": ";", "decimal_comma": True}}
    return pl.read_csv(path, infer_schema_length=None, **kinds[form]).to_dicts()


def pyarrow(form: str, path: str) -> list:
    import pyarrow as pa
    from pyarrow import csv, parquet
    from pyarrow import json as lines

    if form == "parquet":
        return parquet.read_table(path, partitioning=None).to_pylist()
    if form == "ndjson":
        options = lines.ReadOptions(block_size=1 << 28)
        tables = [
            lines.read_json(each, read_options=options) for each in lines_in(path)
        ]
        return pa.concat_tables(tables, promote_options="permissive").to_pylist()
    excel = form == "excel"
    return csv.read_csv(
        path,
        parse_options=csv.ParseOptions(delimiter=";" if excel else ","),
        convert_options=csv.ConvertOptions(
            decimal_point="," if excel else ".", strings_can_be_null=True
        ),
    ).to_pylist()


def duckdb(form: str, path: str) -> list:
    import duckdb

    con = duckdb.connect()
    con.sql("SET TimeZone = 'UTC'")
    readers = {
        "parquet": "read_parquet($path)",
        "ndjson": "read_json($path, sample_size = -1)",
        "csv": "read_csv($path, sample_size = -1)",
        "excel": "read_csv($path, sample_size = -1, delim = ';', decimal_separator = ',')",
    }
    # fetchall would need another package for times with a zone.
    files = lines_in(path) if form == "ndjson" else path
    found = con.execute(f"FROM {readers[form]}", {"path": files})
    return found.to_arrow_table().to_pylist()


def dask(form: str, path: str) -> list:
    import dask.dataframe as dd

    if form == "parquet":
        frame = dd.read_parquet(path)
    elif form == "ndjson":
        # Each of them is null in a whole file, which then has another type.
        how = {"dtype": {"_more": "str", "both": "str"}, "convert_dates": False}
        frame = dd.read_json(lines_in(path), lines=True, precise_float=True, **how)
    else:
        kinds = {"csv": {}, "excel": {"sep": ";", "encoding": "utf-8-sig"}}
        frame = dd.read_csv(path, dtype=str, blocksize=None, **kinds[form])
    return frame.compute().astype("object").to_dict("records")


def pyspark(form: str, path: str) -> list:
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").appName("cells").getOrCreate()
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    if form == "parquet":
        table = spark.read.parquet(path)
    elif form == "ndjson":
        table = spark.read.json(lines_in(path))
    else:
        table = spark.read.csv(
            path,
            header=True,
            escape='"',
            multiLine=True,
            sep=";" if form == "excel" else ",",
        )
    times = [name for name, kind in table.dtypes if kind == "timestamp"]
    texts = [
        f"date_format(`{name}`, \"yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'\") AS `{name}`"
        if name in times
        else f"`{name}`"
        for name in table.columns
    ]
    return [row.asDict() for row in table.selectExpr(*texts).collect()]


def cell(value: object) -> object:
    """Write a cell so that TypeScript can compare it."""
    if hasattr(value, "item"):
        value = value.item()
    if value is None or type(value).__name__ in {"NaTType", "NAType"}:
        return None
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bool):
        return value
    if isinstance(value, date):
        return value.isoformat()
    return repr(value) if isinstance(value, (int, float)) else str(value)


if __name__ == "__main__":
    engine, out, *files = sys.argv[1:]
    read = {}
    for argument in files:
        key, path = argument.split("=", 1)
        rows = globals()[engine](key.split(":")[1], path)
        read[key] = [{name: cell(each) for name, each in row.items()} for row in rows]
    with open(out, "w", encoding="utf-8") as file:
        json.dump(read, file)
