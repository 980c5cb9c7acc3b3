import type { ColumnType } from '../../market/records/recordKinds';
import {
  integerMeaning,
  recordTypes,
  recordsWithin,
  timeMeaning,
  type RecordType,
  type ResponseType,
  type TypedField,
} from './recordTypes';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas: { readonly [Type in ColumnType]: object } = {
  time: reference('Time'),
  number: { type: ['number', 'null'] },
  integer: reference('Integer'),
  text: { type: ['string', 'null'] },
  boolean: { type: ['boolean', 'null'] },
};

const schemaOf = ({ type }: TypedField) =>
  typeof type === 'string' ? schemas[type] : { type: ['array', 'null'], items: reference(type.listOf.name) };

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

/** The schemas of all records by name, and those of times and integers, as OpenAPI has them. */
export const recordSchemas = (): Readonly<Record<string, object>> => ({
  ...Object.fromEntries([...new Set(Object.values(recordTypes).flatMap(recordsWithin))].map(definition)),
  // No `format`: validators may reject other texts, and the API doesn't document how the service writes times.
  Time: { description: timeMeaning, type: ['string', 'null'] },
  // Without a format, generators take an integer for one of 32 bits.
  Integer: { description: integerMeaning, type: ['integer', 'null'], format: 'int64' },
});

/** A response: a record, or a list of them. */
export function responseSchema({ isList, record }: ResponseType): object {
  const schema = reference(record.name);
  return isList ? { type: 'array', items: schema } : schema;
}
