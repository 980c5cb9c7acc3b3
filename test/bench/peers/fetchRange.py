"""Fetches delivery days of a dataset into a folder: python fetchRange.py DATASET PARAMETERS FROM TO TARGET

What a person would write for the job with requests and pyarrow: two requests at a time, one Parquet file per
delivery day, each under a temporary name until it's complete, and a manifest at the end. PARAMETERS are those of
every request, such as deliveryarea=NO1,NO2. The last line of the output is JSON:
{"rows": ..., "megabytes": ..., "processorMs": ...}.
"""

import json
import os
import resource
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

import pyarrow as pa
import pyarrow.parquet as pq
import requests

PATHS = {
    "dayahead-prices": "/dayahead/prices/areaBlock",
    "intraday-orders": "/intraday/delayed/orders",
}
MARKET_ZONE = ZoneInfo("Europe/Oslo")
MOST_ATTEMPTS = 5
# Columns with these endings are times in ISO 8601, in UTC.
TIMES = ("Time", "Start", "End")


def token() -> str:
    """Signs in, once for all days."""
    response = requests.post(
        os.environ["MARKET_DATA_AUTH_URL"] + "/connect/token",
        data={
            "grant_type": "password",
            "username": os.environ["MARKET_DATA_USERNAME"],
            "password": os.environ["MARKET_DATA_PASSWORD"],
        },
        timeout=60,
    )
    response.raise_for_status()
    return response.json()["access_token"]


class Fetcher:
    def __init__(self, dataset: str, parameters: dict[str, str], target: Path) -> None:
        self.dataset = dataset
        self.url = os.environ["MARKET_DATA_BASE_URL"] + PATHS[dataset]
        self.parameters = parameters
        self.folder = target / dataset
        self.headers = {"Authorization": f"Bearer {token()}"}
        self.sessions = threading.local()

    def fetch(self, day: date) -> dict[str, object]:
        """Fetches a day into its file, and returns its entry in the manifest."""
        rows = rows_of(self.records(day))
        if not rows:
            return {"rows": 0, "bytes": 0, "sha256": ""}
        path = self.folder / f"day={day}" / "part-0.parquet"
        partial = self.folder.parent / f"_{day}.partial"
        pq.write_table(table_of(rows), partial)
        content = partial.read_bytes()
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(partial, path)
        return {"rows": len(rows), "bytes": len(content), "sha256": sha256(content).hexdigest()}

    def records(self, day: date) -> list[dict]:
        parameters = {**self.parameters, "startTime": start_of(day), "endTime": start_of(day + timedelta(days=1))}
        for _ in range(MOST_ATTEMPTS):
            response = self.session().get(self.url, params=parameters, timeout=60)
            if response.status_code != 429:
                break
            time.sleep(int(response.headers.get("Retry-After", "5")))
        response.raise_for_status()
        return [] if response.status_code == 204 else response.json()

    def session(self) -> requests.Session:
        """One for each thread, because a session isn't meant for several."""
        if not hasattr(self.sessions, "own"):
            self.sessions.own = requests.Session()
            self.sessions.own.headers.update(self.headers)
        return self.sessions.own


def start_of(day: date) -> str:
    """When a delivery day begins, in UTC."""
    start = datetime(day.year, day.month, day.day, tzinfo=MARKET_ZONE).astimezone(timezone.utc)
    return start.strftime("%Y-%m-%dT%H:%M:%SZ")


def rows_of(records: list[dict]) -> list[dict]:
    """The values of time series, each with what its series says; other records are rows already."""
    if not records or "values" not in records[0]:
        return records
    rows = []
    for series in records:
        shared = {key: value for key, value in series.items() if key not in ("values", "attributes")}
        shared["seriesStartTime"] = shared.pop("startTime", None)
        shared["seriesEndTime"] = shared.pop("endTime", None)
        for attribute in series.get("attributes") or []:
            shared[f"attribute.{attribute['name']}"] = attribute["value"]
        rows += [{**value, **shared} for value in series["values"]]
    return rows


def table_of(rows: list[dict]) -> pa.Table:
    """The rows as typed columns: the same types in every file, so that all can be read as one table."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return pa.table({name: column(name, [row.get(name) for row in rows]) for name in names})


def column(name: str, values: list) -> pa.Array:
    if name in ("value", "price"):
        return pa.array(values, pa.float64())
    if name in ("scale", "revisionNumber", "quantity") or name.endswith("Epoch"):
        return pa.array(values, pa.int64())
    if name == "createdTime" and isinstance(values[0], int):
        return pa.array(values, pa.int64())
    if name.endswith(TIMES):
        return pa.array(values, pa.string()).cast(pa.timestamp("us", tz="UTC"))
    return pa.array(values, pa.string())


def main() -> None:
    dataset, parameters, first, last, target = sys.argv[1:]
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    days = [start + timedelta(days=index) for index in range((end - start).days + 1)]
    fetcher = Fetcher(dataset, dict(parse_qsl(parameters)), Path(target))
    fetcher.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        entries = list(pool.map(fetcher.fetch, days))
    manifest = {"dataset": dataset, "parameters": parameters, "days": dict(zip(map(str, days), entries))}
    partial = Path(target) / "_manifest.partial"
    partial.write_text(json.dumps(manifest, indent=1))
    os.replace(partial, Path(target) / f"_{dataset}.manifest.json")
    used = resource.getrusage(resource.RUSAGE_SELF)
    figures = {
        "rows": sum(entry["rows"] for entry in entries),
        "megabytes": used.ru_maxrss * 1024 / 1e6,
        "processorMs": (used.ru_utime + used.ru_stime) * 1000,
    }
    print(json.dumps(figures))


main()
