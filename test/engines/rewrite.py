"""Reads Parquet files and writes them again: rewrite.py ENGINE FROM=TO ...

Settings are the default ones, except of what is named after an underscore. Dask and Spark write a folder of files.
"""

import sys


def pandas(read: str, write: str) -> None:
    import pandas as pd

    pd.read_parquet(read).to_parquet(write)


def polars(read: str, write: str) -> None:
    import polars as pl

    pl.read_parquet(read).write_parquet(write)


def polars_snappy(read: str, write: str) -> None:
    import polars as pl

    pl.read_parquet(read).write_parquet(write, compression="snappy")


def pyarrow(read: str, write: str) -> None:
    from pyarrow import parquet

    parquet.write_table(parquet.read_table(read), write)


def pandas_nanoseconds(read: str, write: str) -> None:
    import pandas as pd

    data = pd.read_parquet(read)
    times = data.select_dtypes("datetimetz").columns
    data.astype({name: "datetime64[ns, UTC]" for name in times}).to_parquet(write)


def pyarrow_pages(read: str, write: str) -> None:
    from pyarrow import parquet

    parquet.write_table(parquet.read_table(read), write, data_page_version="2.0")


def pyarrow_int96(read: str, write: str) -> None:
    from pyarrow import parquet

    parquet.write_table(parquet.read_table(read), write, use_deprecated_int96_timestamps=True)


def duckdb(read: str, write: str) -> None:
    import duckdb

    duckdb.read_parquet(read).write_parquet(write)


def dask(read: str, write: str) -> None:
    import dask.dataframe as dd

    dd.read_parquet(read).to_parquet(write)


def pyspark(read: str, write: str) -> None:
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").appName("rewrite").getOrCreate()
    spark.read.parquet(read).write.parquet(write)


if __name__ == "__main__":
    engine, *files = sys.argv[1:]
    for file in files:
        globals()[engine](*file.split("="))
