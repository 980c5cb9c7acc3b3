import type { Dataset } from '../../market/datasets/dataset';
import { uncheckedKind } from '../../market/integrity/findings';
import { targetOf } from '../../request/requestTarget';
import { sandboxName, type Connection } from '../../request/connection';
import { commentText, environment, sendable, timeoutSeconds, variablesOf } from '../snippets/environment';
import { connectionLines } from '../snippets/pythonRequests';
import { pythonAssigned, pythonDictionary, pythonLiteral } from '../snippets/pythonText';
import { folderCode } from './jobFolder';
import { requestsCode } from './jobRequests';
import { daysCode, zoneCode } from './jobDays';
import { columnsCode, rowsCode } from './jobRows';

/**
 * A range of delivery days that a job fetches. Contains no secret: secrets come from environment variables.
 */
export interface RangeJob {
  readonly dataset: Dataset;
  /** As sent, without the parameters that depend on the delivery day. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Delivery days such as `2026-03-29`, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly connection: Connection;
  /**
   * The longest period of one request, for datasets that are requested for a period; a whole day if omitted.
   */
  readonly windowMinutes?: number;
  /** Only for the sample service, whose credentials are the same for everyone. */
  readonly sampleSignIn?: { readonly username: string; readonly password: string };
}

/**
 * The longest `Retry-After`, in seconds, that a job waits for. It can be long, because nobody is watching.
 */
const longestWaitSeconds = 3600;
/** After this many rejections in a row, despite waiting, the service won't take any more requests. */
const mostRefusals = 12;
/** After this many days in a row without a response, the service is down. */
const mostFailuresInARow = 6;

function opening({ dataset, connection, sampleSignIn }: RangeJob): string {
  const lines = [
    `${commentText(dataset.title())}, by delivery day, as Parquet files that are read as one table:`,
    `<TARGET>/${dataset.id}/day=YYYY-MM-DD/part-0.parquet, and the manifest next to the folder.`,
    'Start it again to fetch what is missing; days that are there are not requested again.',
    'Ends with status 0 if no day failed, otherwise with 1.',
    '',
    'Needs Python 3.10 or newer, pip install pyarrow fsspec, and for TARGET in a cloud the',
    'package that fsspec names, such as s3fs. A job may send two requests at once, not more.',
    `Set ${variablesOf({ connection }).join(', ')} first,`,
    'or write them into a file, NAME=value on each line, and name it with --secrets.',
    ...(sampleSignIn
      ? [
          'The sample service runs only while VS Code is open. Its sign-in is the same for everyone:',
          `${environment.username}=${sampleSignIn.username} ${environment.password}=${sampleSignIn.password}`,
        ]
      : []),
    '',
    'By hand:     python FILE.py TARGET --from 2026-03-01 --to 2026-03-31',
    'As tasks:    python FILE.py TARGET --task --days 2026-03-01,2026-03-02',
    '             python FILE.py TARGET --finish   (once all tasks have ended)',
    'In Python:   run(target, days=[...], is_task=True) and finish(target); the workers need',
    '             this file (Dask: client.upload_file, Spark: addPyFile)',
    '',
    'A task sends one request at a time, so let at most two run at once, and give each day to',
    'one of them only. It notes its days in a part of the manifest, which no other task writes;',
    '--finish unites the parts. If a task was killed, its days that are noted still count.',
  ];
  return lines.map((line) => `# ${line}`.trimEnd()).join('\n');
}

function constants({ dataset, parameters, from, to, connection, windowMinutes }: RangeJob): string {
  const hasPeriod = dataset.parameters.some(({ bound }) => bound !== undefined);
  return [
    pythonAssigned('DATASET', dataset.id),
    pythonDictionary('PARAMETERS', Object.entries(parameters)),
    '# Delivery days, both inclusive.',
    pythonAssigned('FROM', from),
    pythonAssigned('TO', to),
    '# A path, or any URL that fsspec supports, such as s3://bucket/market-data.',
    'TARGET = os.environ.get("MARKET_DATA_TARGET", "market-data")',
    'STORAGE_OPTIONS: dict[str, Any] = {}  # what fsspec needs for the URL',
    ...(hasPeriod
      ? [
          '# The longest period of one request. A response is read in memory, so large days need',
          '# short ones; None requests a whole day.',
          `WINDOW_MINUTES: int | None = ${windowMinutes ?? 'None'}`,
        ]
      : []),
    '',
    pythonAssigned('CONNECTION', connection.name),
    ...connectionLines(connection, targetOf({ dataset, parameters: {} }, connection)),
    zoneCode,
    `TIMEOUT_SECONDS = ${timeoutSeconds}  # without any data`,
    `LONGEST_WAIT_SECONDS = ${longestWaitSeconds}  # for a busy service`,
    `MOST_REFUSALS = ${mostRefusals}  # in a row, by a service that was waited for`,
    `MOST_FAILURES = ${mostFailuresInARow}  # in a row: the service is down`,
    'PAUSES_SECONDS = (2, 10)  # before a failed request is sent again',
    '',
    columnsCode(dataset.record),
  ].join('\n');
}

/** The sample service is the same at each of its addresses, which change with every start. */
const addressesCode = ({ connection: { name } }: RangeJob) => `def addresses_hash() -> str:
    """Return what the manifest tells services apart by, without naming one."""
${
  name === sandboxName
    ? `    # The same at each of its addresses, which change with every start.
    addresses = ${pythonLiteral(sandboxName)}`
    : `    base_url = address("${environment.baseUrl}", BASE_URL)
    auth_url = address("${environment.authUrl}", AUTH_URL)
    addresses = f"{base_url}\\n{auth_url}"`
}
    return sha256(addresses.encode()).hexdigest()


`;

const runCode = `def united(tables: list[pa.Table]) -> pa.Table:
    """Return the rows of all tables; a column that one doesn't have is null there."""
    table = pa.concat_tables(tables, promote_options="default")
    names = [key for key in table.column_names if key != "_unfit"]
    return table.select([*names, "_unfit"])


def fetch(folder: Folder, day: str, stop: Event) -> tuple[dict, str] | None:
    """Fetch a day, one request after the other, and write its file.

    Return the manifest's entry and what went wrong; nothing once the job has to stop.
    """
    entry = {"outcome": "noData", "rows": 0, "bytes": 0, "sha256": ""}
    now = datetime.now(timezone.utc).replace(microsecond=0)
    rest: dict[str, Any] = {"requestedAt": utc(now), "integrity": []}
    tables = []
    try:
        for start, end in windows(day):
            asked = parameters_of(day, start, end)
            query = urlencode(asked, safe=":,", quote_via=quote)
            url = address("${environment.baseUrl}", BASE_URL) + DATA_PATH
            records = get(f"{url}?{query}", stop)
            if records:
                tables.append(table_of(records, start, end))
    except RequestFailed as failure:
        if failure.outcome == "cancelled":
            return None
        if failure.outcome in ("unauthorized", "tooManyRequests"):
            stop.set()
        return {**entry, "outcome": failure.outcome, **rest}, str(failure)
    if any(table.num_rows for table in tables):
        written = folder.write_day(day, united(tables))
        entry = {"outcome": "success", **written}
        # Only the editor compares what came with what was due.
        rest["integrity"] = [{"kind": "${uncheckedKind}", "count": written["rows"]}]
    return {**entry, **rest}, ""


class Report:
    """How many days ended how. The sum of the five is days."""

    def __init__(self, target: str, folder: Folder) -> None:
        ways = ("days", "fetched", "kept", "empty", "pending", "failed")
        self.said: dict[str, Any] = dict.fromkeys((*ways, "rows", "bytes"), 0)
        self.said |= {"target": target, "manifest": folder.manifest, "problems": []}

    def add(self, how: str, entry: dict) -> None:
        self.said["days"] += 1
        self.said[how] += 1
        self.said["rows"] += entry.get("rows", 0)
        self.said["bytes"] += entry.get("bytes", 0)


def run(
    target: str = TARGET,
    first: str = FROM,
    last: str = TO,
    days: list[str] | None = None,
    is_task: bool = False,
    secrets: str = "",
) -> dict:
    """Fetch the days that are not there, and return how many days ended how.

    Raises JobFailed if nothing can be fetched, and OSError if a file can't be written.
    """
    if secrets:
        read_secrets(secrets)
    check_sign_in()
    wanted = days_of(first, last) if days is None else [checked(day) for day in days]
    wanted = list(dict.fromkeys(wanted))
    folder = Folder(target, is_task)
    report = Report(target, folder)
    due = []
    for day in wanted:
        kept = folder.kept(day)
        if kept:
            report.add("kept", kept)
        elif is_published(day) or may_be_early(day):
            due.append(day)
        else:
            report.add("pending", {})

    stop = Event()
    failures_in_a_row = 0
    ended_early = ""
    with ThreadPoolExecutor(1 if is_task else 2) as pool:
        try:
            futures = {pool.submit(fetch, folder, day, stop): day for day in due}
            for future in as_completed(futures):
                day, fetched = futures[future], future.result()
                if fetched is None:
                    report.add("failed", {})
                    ended_early = "No further request would have succeeded."
                    continue
                entry, problem = fetched
                folder.note(day, entry)
                outcome = entry["outcome"]
                if outcome == "success":
                    report.add("fetched", entry)
                elif outcome == "noData":
                    report.add("empty" if is_published(day) else "pending", entry)
                else:
                    report.add("failed", entry)
                    report.said["problems"].append(f"{day}: {problem}")
                print(f"{day}: {outcome}, {entry['rows']} rows", file=sys.stderr)
                has_data = outcome in ("success", "noData")
                failures_in_a_row = 0 if has_data else failures_in_a_row + 1
                if failures_in_a_row >= MOST_FAILURES:
                    stop.set()
        finally:
            # Whatever happened, nothing more is requested; what is there stays.
            stop.set()
    if ended_early:
        report.said["problems"].append(ended_early)
    return report.said


def finish(target: str = TARGET, first: str = FROM, last: str = TO) -> dict:
    """Unite the parts of the manifest, once all tasks have ended, without a request.

    Return how many days are there; those that aren't count as failed, unless they have
    no data or are not published yet.
    """
    folder = Folder(target)
    if folder.parts:
        folder.write_manifest()
        for path in folder.parts:
            folder.fs.rm_file(path)
    report = Report(target, folder)
    for day in days_of(first, last):
        entry = folder.known.get(day, {})
        if folder.kept(day):
            report.add("kept", entry)
        elif not is_published(day):
            report.add("pending", {})
        elif entry.get("outcome") == "noData":
            report.add("empty", {})
        else:
            report.add("failed", {})
            outcome = entry.get("outcome", "not fetched")
            outcome = "the file is missing" if outcome == "success" else outcome
            report.said["problems"].append(f"{day}: {outcome}")
    return report.said


def main() -> None:
    parser = ArgumentParser(description=f"Fetches {DATASET} by delivery day.")
    parser.add_argument("target", nargs="?", default=TARGET)
    parser.add_argument("--from", dest="first", default=FROM, metavar="DAY")
    parser.add_argument("--to", dest="last", default=TO, metavar="DAY")
    parser.add_argument("--days", help="only these, separated by commas")
    parser.add_argument("--secrets", default="", metavar="FILE")
    parser.add_argument("--task", action="store_true", help="one of several at once")
    parser.add_argument("--finish", action="store_true", help="after the tasks")
    given = parser.parse_args()
    try:
        if given.finish:
            report = finish(given.target, given.first, given.last)
        else:
            days = given.days.split(",") if given.days else None
            bounds = (given.first, given.last)
            report = run(given.target, *bounds, days, given.task, given.secrets)
    except (JobFailed, OSError) as failure:
        sys.exit(str(failure))
    print(json.dumps(report, ensure_ascii=False, indent=2))
    sys.exit(1 if report["failed"] else 0)


if __name__ == "__main__":
    main()
`;

/**
 * A Python program that fetches the range wherever it runs, with pyarrow and fsspec. It writes the same
 * folders, files, and types as the editor's ranges, sends at most two requests at once, and fetches only what
 * is missing. It ends with status 0 if no day failed. It contains no secret, doesn't need the editor, and can
 * be run by hand, by a scheduler, or as one task of Dask or Spark.
 */
export function jobText(range: RangeJob): string {
  const job: RangeJob = { ...range, connection: sendable(range.connection) };
  const { dataset, connection } = job;
  return `${opening(job)}
from __future__ import annotations

import gzip
import json
import os
import re
import sys
import time
import zlib
from argparse import ArgumentParser
${connection.clientAuthentication === 'basic' ? 'from base64 import b64encode\n' : ''}from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import datetime, timedelta, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from functools import lru_cache
from hashlib import sha256
from http.client import HTTPException
from math import ceil, inf
from threading import Event, Lock, Semaphore
from typing import IO, Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import (
    HTTPRedirectHandler,
    ProxyHandler,
    Request,
    build_opener,
    getproxies,
)
from uuid import uuid4
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
from fsspec.implementations.local import LocalFileSystem

${constants(job)}

${rowsCode(dataset.record)}${requestsCode(connection)}${daysCode(dataset)}${addressesCode(job)}${folderCode}${runCode}`;
}
