import type { Dataset } from '../../market/datasets/dataset';
import type { ColumnType } from '../../market/records/recordKinds';
import {
  integerMeaning,
  openingLines,
  responseType,
  timeMeaning,
  uses,
  type RecordType,
  type ResponseType,
  type TypedField,
} from './recordTypes';

/** How JSON says to keep digits, because parsers differ. */
export const digitsComment =
  'JSON sets no limit for digits, but parsers do: JSON.parse rounds integers beyond 2^53 (the package lossless-json does not), and json.loads of Python keeps 12.10 only with parse_float=Decimal.';

/**
 * Times have no `format`: validators may reject other texts, and the API doesn't document how the service writes
 * times.
 */
export const timeSchema = { description: timeMeaning, type: ['string', 'null'] };
export const integerSchema = { description: integerMeaning, type: ['integer', 'null'] };

/** The schemas of records by name. They refer to each other, to `Time`, and to `Integer` at `place`. */
export function recordSchemas(records: readonly RecordType[], place: string): Record<string, object> {
  const reference = (name: string) => ({ $ref: `${place}/${name}` });
  const schemas: { readonly [Type in ColumnType]: object } = {
    time: reference('Time'),
    number: { type: ['number', 'null'] },
    integer: reference('Integer'),
    text: { type: ['string', 'null'] },
    boolean: { type: ['boolean', 'null'] },
  };
  const schemaOf = ({ type }: TypedField) =>
    typeof type === 'string'
      ? schemas[type]
      : { type: ['array', 'null'], items: reference(type.listOf.name) };
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
  return Object.fromEntries(records.map(definition));
}

/** A response: a record, or a list of them, whose schema is at `place`. */
export function responseSchema({ isList, record }: ResponseType, place: string): object {
  const reference = { $ref: `${place}/${record.name}` };
  return isList ? { type: 'array', items: reference } : reference;
}

/** As people write JSON: arrays of two types are on one line. */
export const schemaText = (schema: object): string =>
  `${JSON.stringify(schema, undefined, 2).replace(/\[\s+("\w+"),\s+("\w+")\s+\]/g, '[$1, $2]')}\n`;

/** A JSON Schema (2020-12) of a dataset's response. */
export function jsonSchemaTypes(dataset: Dataset): string {
  const response = responseType(dataset);
  return schemaText({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: [...openingLines(dataset), digitsComment].join(' '),
    title: response.name,
    description: dataset.summary(),
    ...responseSchema(response, '#/$defs'),
    $defs: {
      ...recordSchemas(response.records, '#/$defs'),
      Time: timeSchema,
      ...(uses(response, 'integer') ? { Integer: integerSchema } : {}),
    },
  });
}
