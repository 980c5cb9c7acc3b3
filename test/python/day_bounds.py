"""Work out days with the functions of copied snippets.

The folder holds a snippet for each time zone, and days.json: a list of days in words,
each with its time zone and the time in epoch milliseconds at which it is asked for. The
output is the list of their starts and ends.
"""

import importlib.util
import json
import sys
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

folder = Path(sys.argv[1])
moment = 0.0


class Clock(datetime):
    """A clock that shows the moment at which a day is asked for."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Clock":
        return cls.fromtimestamp(moment, tz)


def load(zone: str) -> Any:
    name = zone.replace("/", "_")
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.datetime = Clock
    return module


asked = json.loads((folder / "days.json").read_text("utf-8"))
snippets = {zone: load(zone) for zone in {day["zone"] for day in asked}}
bounds = []
for day in asked:
    moment = day["now"] / 1000
    snippet = snippets[day["zone"]]
    bounds.append([snippet.start_of(day["word"]), snippet.end_of(day["word"])])
print(json.dumps(bounds))
