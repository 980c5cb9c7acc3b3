"""Runs programs one after the other, each as `python FILE ARGUMENT…` would, in a single process.

Importing an engine takes longer than most of the programs. Reads a JSON list of command lines from the
first argument, and writes what each printed, and how it ended, to the second.
"""

import contextlib
import io
import json
import runpy
import sys
import traceback


def text() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def run(line: list[str]) -> dict[str, object]:
    out, err = text(), text()
    sys.argv = line
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_path(line[0], run_name="__main__")
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
            if isinstance(end.code, str):
                print(end.code, file=err)
        except Exception:
            code = 1
            traceback.print_exc()
    printed = (stream.buffer.getvalue().decode() for stream in (out, err))
    return {"code": code, **dict(zip(("out", "err"), printed))}


with open(sys.argv[1], encoding="utf-8") as asked:
    lines = json.load(asked)
target = sys.argv[2]
runs = [run(line) for line in lines]
with open(target, "w", encoding="utf-8") as file:
    json.dump(runs, file)
