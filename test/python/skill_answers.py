"""Prints what the skill's Python makes of the sample service and of the trap fixtures.

Arguments: the folder with the code, the folder of the fixtures, and, as JSON, the
environment for the sample service, that for the faulty one, its paths, and the days.
"""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path

code_folder, trap_folder, given = sys.argv[1:]
sys.path.insert(0, code_folder)

from client import MarketDataClient, RequestFailed, Settings, parse_exact
from curves import clearing_price
from days import (
    count_due,
    day_period,
    duration_minutes,
    hours_of,
    instant_in,
    local_text,
    results_due,
    utc_text,
)
from records import (
    capacities_known_at,
    capacity_between,
    chain_of,
    epoch_differs,
    last_events,
    quantity_mw,
)
from series import (
    by_series,
    differing,
    energy_mwh,
    integrity_of,
    revisions,
    rows_of,
    time_weighted_mean,
)

given = json.loads(given)


def use(environment):
    for name in [name for name in os.environ if name.startswith("MARKET_DATA_")]:
        del os.environ[name]
    os.environ.update(environment)


def number(value):
    return None if value is None else round(float(value), 6)


def exact(value):
    return None if value is None else float(value)


def thrown(work):
    try:
        work()
    except (ValueError, RequestFailed) as error:
        return str(error)
    return "nothing was thrown"


def day_answers(text):
    client = MarketDataClient(Settings.from_environment())
    day = date.fromisoformat(text)
    period = day_period(day)
    start, end = map(utc_text, period)

    def query(**more):
        parameters = {
            "deliveryarea": "NO1",
            "currency": "EUR",
            "status": "O",
            "startTime": start,
            "endTime": end,
        }
        path = "/dayahead/prices/areaBlock"
        return rows_of(client.query(path, {**parameters, **more}))

    rows = query()
    blocks = [
        row
        for name in ("Off-peak 1", "Peak", "Off-peak 2")
        for row in query(blockname=name)
    ]
    integrity = integrity_of(rows, period)
    night = [local_text(row.start) for row in rows]
    return {
        "start": start,
        "end": end,
        "due": count_due(period, 15),
        "hours": len(hours_of(period)),
        "resultsDue": utc_text(results_due(day)),
        "count": len(rows),
        "lengths": integrity.lengths,
        "complete": integrity.complete,
        "gaps": len(integrity.gaps),
        "mean": float(time_weighted_mean(rows)),
        "blocksMean": float(time_weighted_mean(blocks)),
        "night": [text for text in night if text[11:13] in ("02", "03")],
    }


def trap_answers():
    def file(name):
        return parse_exact(next(Path(trap_folder).glob(f"*/{name}.json")).read_bytes())

    def rows(name):
        return rows_of(file(name))

    def period(*texts):
        return tuple(map(instant_in, texts))

    resolutions = rows("06-two-resolutions")
    switched = integrity_of(
        resolutions, period("2025-09-30T20:00:00Z", "2025-10-01T00:00:00Z")
    )
    gaps = rows("09-gaps")
    morning = period("2026-06-15T06:00:00Z", "2026-06-15T12:00:00Z")
    checked = integrity_of(gaps, morning)
    again = integrity_of([*gaps, *gaps[:1]], morning)
    statuses = rows("12-preliminary-and-official")
    currency = rows("14-currency-and-unit")
    power = rows("16-power-and-energy")
    curve = file("18-clearing-point")["values"][0]
    pair = file("20-capacity-directions")[0]
    history = file("21-capacity-history")
    orders = file("22-order-revisions")
    areas = file("23-order-areas")
    other = gaps[0].__class__(**{**vars(gaps[0]), "value": Decimal(1)})
    decisions = ("2026-11-21T10:31:00Z", "2026-11-21T10:00:00Z")
    moments = ("2026-11-21T10:08:00Z", "2026-11-21T10:10:00Z")
    noon = instant_in("2026-11-21T12:00:00Z")
    return {
        "6": {
            "lengths": switched.lengths,
            "complete": switched.complete,
            "mean": number(time_weighted_mean(resolutions)),
        },
        "7": [duration_minutes(text) for text in ("PT1H", "PT60M", "P1D")],
        "8": number(time_weighted_mean(rows("08-blocks"))),
        "9": {
            "gaps": [list(map(utc_text, gap)) for gap in checked.gaps],
            "nulls": checked.nulls,
            "complete": checked.complete,
            "mean": number(time_weighted_mean(gaps)),
        },
        "12": [list(map(exact, pair)) for pair in revisions(statuses).values()],
        "14": {
            "differing": len(
                differing(currency, area="NO1", currency="NOK", status="O")
            ),
            "values": [exact(row.value) for row in currency],
        },
        "16": [number(energy_mwh(series)) for series in by_series(power).values()],
        "18": [number(clearing_price(curve, sign)) for sign in (0, -1, 1)],
        "19": len(by_series(rows("19-flow-ends"))),
        "20": [
            capacity_between(pair, "NO1", "SE3"),
            capacity_between(pair, "SE3", "NO1"),
        ],
        "21": [
            capacities_known_at(history, instant_in(time))[0]["outCapacity"]
            for time in decisions
        ],
        "22": [
            *(list(last_events(orders, instant_in(time), "FI")) for time in moments),
            sorted({chain_of(order) for order in orders}),
        ],
        "23": [
            exact(quantity_mw(order))
            for order in last_events(areas, noon, "FI").values()
        ],
        "25": [
            epoch_differs(order["updatedTime"], order["updatedTimeEpoch"])
            for order in file("25-epoch-twins")
        ],
        "mixed": [
            thrown(lambda: time_weighted_mean(statuses))[:16],
            thrown(lambda: energy_mwh(power))[:14],
            thrown(lambda: time_weighted_mean([*gaps, other]))[:34],
        ],
        "repeated": {
            "repeated": again.repeated,
            "conflicting": again.conflicting,
            "complete": again.complete,
        },
    }


def refusals():
    use({**given["sample"], "MARKET_DATA_BASE_URL": "http://market.example"})
    unsafe = thrown(Settings.from_environment)
    use({**given["sample"], "MARKET_DATA_PASSWORD": ""})
    return [unsafe, thrown(Settings.from_environment)]


use(given["sample"])
days = {day: day_answers(day) for day in given["days"]}

use(given["faulty"])
faulty = MarketDataClient(Settings.from_environment())
messages = []


def outcome(path):
    try:
        return "noData" if faulty.query(path, {}) is None else "data"
    except RequestFailed as failure:
        messages.append(str(failure))
        return failure.status or 0


with ThreadPoolExecutor(len(given["paths"])) as threads:
    outcomes = dict(zip(given["paths"], threads.map(outcome, given["paths"])))

use(
    {
        **given["faulty"],
        "MARKET_DATA_AUTH_URL": given["faulty"]["MARKET_DATA_REFUSING_URL"],
    }
)
rejected = MarketDataClient(Settings.from_environment())
refused = [thrown(lambda: rejected.query("/data", {})) for _ in range(2)]

big = parse_exact(b'[{"id":9007199254740993,"text":"9007199254740993 \\" 1"}]')[0]["id"]
answers = {
    "days": days,
    "traps": trap_answers(),
    "outcomes": outcomes,
    "big": str(big),
    "refusals": refusals(),
    "refused": refused,
    "messages": messages,
}
print(json.dumps(answers))
