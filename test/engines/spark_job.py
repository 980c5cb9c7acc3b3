"""Runs a job as tasks of Spark with two cores: spark_job.py JOB TARGET DAY..."""

import importlib
import json
import os
import sys

from pyspark.sql import SparkSession

path, target, *days = sys.argv[1:]
spark = SparkSession.builder.master("local[2]").appName("job").getOrCreate()
spark.sparkContext.addPyFile(path)


def fetch(days: object) -> list[dict]:
    # Of an executor: the file that was added.
    job = importlib.import_module("job")
    return [job.run(target, days=list(days), is_task=True)]


reports = spark.sparkContext.parallelize(days, 2).mapPartitions(fetch).collect()
spark.stop()
sys.path.insert(0, os.path.dirname(path))
print(json.dumps([*reports, importlib.import_module("job").finish(target)]))
