"""Read the answers of a folder with the generated models, and say what came of it.

Beside the models of each dataset (<id>.models.py) lies <id>.answers.json: a list of
texts. The output maps each dataset to a list: null for a text that was read and kept
every field and digit, else what is wrong.
"""

import importlib.util
import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any


def texts(value: Any) -> Any:
    """Replace numbers by their text, so that 12.1 and 12.10 differ."""
    if isinstance(value, dict):
        return {name: texts(each) for name, each in value.items()}
    if isinstance(value, list):
        return [texts(each) for each in value]
    return str(value) if isinstance(value, (int, Decimal)) else value


def problem(models: Any, text: str) -> str | None:
    try:
        read = models.parse(text)
    except ValueError as error:
        return str(error)
    kept = models.response.dump_python(read, exclude_unset=True)
    sent = json.loads(text, parse_float=Decimal)
    if texts(kept) != texts(sent):
        return f"kept {kept}"
    records = read if isinstance(read, list) else [read]
    dumped = [each.model_dump_json(exclude_unset=True) for each in records]
    joined = f"[{','.join(dumped)}]" if isinstance(read, list) else dumped[0]
    for written in [models.dump(read), models.dump(read, indent=2), joined]:
        if texts(json.loads(written, parse_float=Decimal)) != texts(sent):
            return f"wrote {written}"
    try:
        models.parse(models.response.dump_json(read))
    except ValueError as error:
        return f"cannot read what pydantic wrote: {error}"
    return None


results = {}
for path in Path(sys.argv[1]).glob("*.models.py"):
    dataset = path.name.removesuffix(".models.py")
    spec = importlib.util.spec_from_file_location(dataset.replace("-", "_"), path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    answers = json.loads(path.with_name(f"{dataset}.answers.json").read_text("utf-8"))
    results[dataset] = [problem(module, text) for text in answers]
print(json.dumps(results))
