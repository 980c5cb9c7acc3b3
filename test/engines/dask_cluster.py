"""Runs a program while a Dask cluster of two workers is there for it: dask_cluster.py PROGRAM ARGUMENT..."""

import os
import subprocess
import sys

from dask.distributed import LocalCluster

if __name__ == "__main__":
    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(n_workers=2, **options) as cluster:
        env = {**os.environ, "DASK_SCHEDULER_ADDRESS": cluster.scheduler_address}
        sys.exit(subprocess.run([sys.executable, *sys.argv[1:]], env=env).returncode)
