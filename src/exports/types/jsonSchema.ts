import type { Dataset } from '../../market/datasets/dataset';
import type { ColumnType } from '../../market/records/recordKinds';
import {
  integerMeaning,
  openingLines,
  responseType,
  timeMeaning,
  uses,
  type RecordType,
  type TypedField,
} from './recordTypes';

const schemas: { readonly [Type in ColumnType]: object } = {
  time: { $ref: '#/$defs/Time' },
  number: { type: ['number', 'null'] },
  integer: { $ref: '#/$defs/Integer' },
  text: { type: ['string', 'null'] },
  boolean: { type: ['boolean', 'null'] },
};

const reference = ({ name }: RecordType) => ({ $ref: `#/$defs/${name}` });

const schemaOf = ({ type }: TypedField) =>
  typeof type === 'string' ? schemas[type] : { type: ['array', 'null'], items: reference(type.listOf) };

const definition = ({ name, meaning, fields }: RecordType): [string, object] => [
  name,
  {
    description: meaning,
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, { ...schemaOf(field), description: field.meaning }]),
    ),
  },
];

/**
 * A JSON Schema (2020-12) of a dataset's response. Times have no `format`: validators may reject other texts,
 * and the API doesn't document how the service writes times.
 */
export function jsonSchemaTypes(dataset: Dataset): string {
  const response = responseType(dataset);
  const { name, isList, record, records } = response;
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: [
      ...openingLines(dataset),
      'JSON sets no limit for digits, but parsers do: JSON.parse rounds integers beyond 2^53 (the package lossless-json does not), and json.loads of Python keeps 12.10 only with parse_float=Decimal.',
    ].join(' '),
    title: name,
    description: dataset.summary(),
    ...(isList ? { type: 'array', items: reference(record) } : reference(record)),
    $defs: {
      ...Object.fromEntries(records.map(definition)),
      Time: { description: timeMeaning, type: ['string', 'null'] },
      ...(uses(response, 'integer')
        ? { Integer: { description: integerMeaning, type: ['integer', 'null'] } }
        : {}),
    },
  };
  // Puts arrays of two types on one line, as people write them.
  const text = JSON.stringify(schema, undefined, 2).replace(/\[\s+("\w+"),\s+("\w+")\s+\]/g, '[$1, $2]');
  return `${text}\n`;
}
