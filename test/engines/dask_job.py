"""Runs a job as tasks in a Dask cluster of two workers: dask_job.py JOB TARGET DAY..."""

import importlib.util
import json
import sys

from dask.distributed import Client, LocalCluster


def fetch(name: str, target: str, days: list[str]) -> dict:
    # On a worker: the file that was uploaded.
    return importlib.import_module(name).run(target, days=days, is_task=True)


if __name__ == "__main__":
    path, target, *days = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("job", path)
    job = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(job)
    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(n_workers=2, **options) as cluster, Client(cluster) as client:
        client.upload_file(path)
        parts = [days[0::2], days[1::2]]
        tasks = [client.submit(fetch, "job", target, part, pure=False) for part in parts]
        reports = client.gather(tasks)
    print(json.dumps([*reports, job.finish(target)]))
