"""Reads a range folder by its plain path: plain_paths.py ENGINE FOLDER.

Prints rows, days, and columns.
"""

import json
import sys


def duckdb(folder: str) -> tuple:
    import duckdb

    table = duckdb.sql("SELECT * FROM read_parquet($folder)", params={"folder": folder})
    [(days,)] = table.aggregate("count(DISTINCT day)").fetchall()
    return len(table), days, table.columns


def polars(folder: str) -> tuple:
    import polars as pl

    table = pl.read_parquet(folder)
    return len(table), table["day"].n_unique(), table.columns


def pandas(folder: str) -> tuple:
    import pandas as pd

    table = pd.read_parquet(folder)
    return len(table), table["day"].nunique(), list(table.columns)


def dask(folder: str) -> tuple:
    import dask.dataframe as dd

    table = dd.read_parquet(folder).compute()
    return len(table), table["day"].nunique(), list(table.columns)


def pyspark(folder: str) -> tuple:
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").appName("plain").getOrCreate()
    table = spark.read.parquet(folder)
    found = table.count(), table.select("day").distinct().count(), table.columns
    spark.stop()
    return found


if __name__ == "__main__":
    engine, path = sys.argv[1:]
    rows, days, columns = globals()[engine](path)
    print(json.dumps({"rows": rows, "days": days, "columns": sorted(columns)}))
