import type { Dataset } from '../../market/datasets/dataset';
import type { ColumnType } from '../../market/records/recordKinds';
import {
  openingComment,
  responseType,
  timeMeaning,
  uses,
  type RecordType,
  type TypedField,
} from './recordTypes';

const names: { readonly [Type in ColumnType]: string } = {
  time: 'Time',
  number: 'Number',
  integer: 'int',
  text: 'str',
  boolean: 'bool',
};

const typeOf = ({ type }: TypedField) => (typeof type === 'string' ? names[type] : `list[${type.name}]`);

const declaration = ({ name, meaning, fields }: RecordType): string =>
  [
    `class ${name}(Record):`,
    `    """${meaning}"""`,
    '',
    ...fields.flatMap((field) => [
      `    ${field.name}: ${typeOf(field)} | None = None`,
      `    """${field.meaning}"""`,
    ]),
  ].join('\n');

const numberAlias = `
def not_text(value: object) -> object:
    """Reject text, which pydantic would read as a number."""
    if isinstance(value, str):
        raise PydanticCustomError("number_type", "Input should be a number, not text")
    return value


Number = Annotated[
    Decimal,
    Field(strict=False),
    BeforeValidator(not_text),
    PlainSerializer(float, when_used="json"),
]
"""With the decimals sent, such as 12.10."""

`;

/** Neither pydantic nor the json module writes a Decimal as a number. */
const jsonText = `
def json_text(value: object, indent: int | None = None, line: str = "\\n") -> str:
    """Write JSON with the digits of every Decimal."""
    if isinstance(value, Decimal):
        return str(value)
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value)
    inner = line if indent is None else line + " " * indent
    if isinstance(value, dict):
        items = [
            f"{json.dumps(name)}: {json_text(item, indent, inner)}"
            for name, item in value.items()
        ]
    else:
        items = [json_text(item, indent, inner) for item in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    if indent is None:
        return f"{first}{', '.join(items)}{last}"
    return f"{first}{inner}{f',{inner}'.join(items)}{line}{last}"

`;

/** A Python module with pydantic models of a dataset's response, as ruff formats it. */
export function pydanticTypes(dataset: Dataset): string {
  const response = responseType(dataset);
  const { isList, record, records } = response;
  const hasNumbers = uses(response, 'number');
  const root = isList ? `list[${record.name}]` : record.name;
  return `${openingComment('#', dataset)}
# For pydantic 2.7 or newer, and Python 3.10 or newer.
#
# json.loads alone makes 12.10 the float 12.1, and so does model_validate_json. Decode
# with json.loads(text, parse_float=Decimal), as parse() below does. dump() writes numbers
# with these digits, as model_dump_json does; response.dump_json writes 12.10 as 12.1.
# Integers keep every digit anyway.
import json
from decimal import Decimal
${
  hasNumbers
    ? `from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    TypeAdapter,
)
from pydantic_core import PydanticCustomError`
    : `from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter`
}

Time = str
"""${timeMeaning}"""

${hasNumbers ? numberAlias : ''}${jsonText}
class Record(BaseModel):
    """What all records share: nothing is converted, and other fields are kept."""

    model_config = ConfigDict(extra="allow", strict=True, use_attribute_docstrings=True)

    def model_dump_json(self, *, indent: int | None = None, **options: Any) -> str:
        """Write the record as JSON, with the digits of every number."""
        return json_text(self.model_dump(**options), indent)


${records.map(declaration).join('\n\n\n')}


response = TypeAdapter(${root})


def parse(text: str | bytes) -> ${root}:
    """${dataset.summary()}"""
    return response.validate_python(json.loads(text, parse_float=Decimal))


def dump(data: ${root}, indent: int | None = None) -> str:
    """Write JSON with the fields and digits that parse() has read."""
    return json_text(response.dump_python(data, exclude_unset=True), indent)
`;
}
