"""Work out days with the functions of a copied request.

The folder holds copied_request.py and days.json: a list of days, counted from today, each with
the time in epoch milliseconds at which it is asked for. The output is the list of their
starts and ends.
"""

import ast
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


program = ast.parse((folder / "copied_request.py").read_text("utf-8"))
# Its imports and functions, without what it does with them.
parts = (ast.Import, ast.ImportFrom, ast.FunctionDef)
program.body = [each for each in program.body if isinstance(each, parts)]
copied_request: dict[str, Any] = {}
exec(compile(program, "copied_request.py", "exec"), copied_request)  # noqa: S102 -- the copied program is what is tested
copied_request["datetime"] = Clock

bounds = []
for day in json.loads((folder / "days.json").read_text("utf-8")):
    moment = day["now"] / 1000
    bounds.append([copied_request["start_of"](day["days"] + days) for days in (0, 1)])
print(json.dumps(bounds))
