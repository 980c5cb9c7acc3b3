"""Runs a program that reads a range: read_range.py PROGRAM

Prints what is in the program's frame: rows, days, columns, the time zone of times, and the
start and the value of each row that has a number.
"""

import json
import runpy
import sys
from datetime import timezone


def rows_of(df):
    """Return the rows as dictionaries, and the time zone of times that have none."""
    kind = type(df).__module__.split(".")[0]
    if kind in ("duckdb", "_duckdb"):
        import duckdb

        [(zone,)] = duckdb.sql("SELECT current_setting('TimeZone')").fetchall()
        return df.pl().to_dicts(), zone
    if kind == "polars":
        return df.to_dicts(), None
    if kind == "pyspark":
        zone = df.sparkSession.conf.get("spark.sql.session.timeZone")
        return [row.asDict() for row in df.collect()], zone
    return (df.compute() if kind == "dask" else df).to_dict("records"), None


def is_there(value):
    return value is not None and value == value and str(value) not in ("<NA>", "NaT")


rows, zone = rows_of(runpy.run_path(sys.argv[1])["df"])
values = [row for row in rows if is_there(row["value"])]
starts = [row["startTime"].astimezone(timezone.utc).isoformat() for row in values]
told = {
    "rows": len(rows),
    "days": len({str(row["day"]) for row in rows}),
    "columns": sorted(rows[0]),
    "zone": zone or str(rows[0]["startTime"].tzinfo),
    "values": [[start, float(row["value"])] for start, row in zip(starts, values)],
}
print(json.dumps(told))
