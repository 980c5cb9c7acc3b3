"""Runs programs in one process, because importing an engine takes longer than they do.

Reads a JSON list from the first argument: the file of each program, and columns with times,
numbers, and texts. Writes what is in the program's frame to the second.
"""

import json
import runpy
import sys
import traceback
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


def written(number):
    is_whole = isinstance(number, int) or float(number).is_integer()
    return str(int(number)) if is_whole else repr(float(number))


def told(file, time, number, text):
    df = runpy.run_path(file)["df"]
    rows, zone = rows_of(df)
    columns = list(rows[0])
    times = [row[time] for row in rows if is_there(row[time])]
    if zone is None:
        zone = str(times[0].tzinfo)
    instants = [each.astimezone(timezone.utc) for each in times]
    return {
        "rows": len(rows),
        "columns": columns,
        "zone": zone,
        "times": sorted(
            each.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            for each in instants
        ),
        "numbers": sorted(written(row[number]) for row in rows if is_there(row[number])),
        "texts": sorted(str(row[text]) for row in rows if is_there(row[text])),
    }


def run(asked):
    try:
        return told(**asked)
    except Exception:
        return {"error": traceback.format_exc()}


with open(sys.argv[1], encoding="utf-8") as file:
    programs = json.load(file)
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump([run(asked) for asked in programs], file)
