import type { Dataset } from '../../market/datasets/dataset';
import type { ColumnType } from '../../market/records/recordKinds';
import {
  openingLines,
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

const typeOf = ({ type }: TypedField) =>
  typeof type === 'string' ? names[type] : `list[${type.listOf.name}]`;

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


Number = Annotated[Decimal, Field(strict=False), BeforeValidator(not_text)]
"""With the decimals sent, such as 12.10."""

`;

/** A Python module with pydantic models of a dataset's response, as ruff formats it. */
export function pydanticTypes(dataset: Dataset): string {
  const response = responseType(dataset);
  const { isList, record, records } = response;
  const hasNumbers = uses(response, 'number');
  const root = isList ? `list[${record.name}]` : record.name;
  return `${openingLines(dataset)
    .map((line) => `# ${line}`)
    .join('\n')}
# For pydantic 2.7 or newer, and Python 3.10 or newer.
#
# json.loads alone makes 12.10 the float 12.1, and so does model_validate_json. Decode
# with json.loads(text, parse_float=Decimal), as parse() below does. Integers keep every
# digit anyway.
import json
from decimal import Decimal
${
  hasNumbers
    ? `from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter
from pydantic_core import PydanticCustomError`
    : `
from pydantic import BaseModel, ConfigDict, TypeAdapter`
}

Time = str
"""${timeMeaning}"""

${hasNumbers ? numberAlias : ''}
class Record(BaseModel):
    """What all records share: nothing is converted, and other fields are kept."""

    model_config = ConfigDict(extra="allow", strict=True, use_attribute_docstrings=True)


${records.map(declaration).join('\n\n\n')}


response = TypeAdapter(${root})


def parse(text: str | bytes) -> ${root}:
    """${dataset.summary()}"""
    return response.validate_python(json.loads(text, parse_float=Decimal))
`;
}
