import { isTimeKind, type Dataset, type Parameter } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';
import type { ColumnType } from '../../market/records/recordKinds';
import {
  absenceLines,
  integerMeaning,
  recordTypes,
  recordsWithin,
  responseType,
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
  typeof type === 'string' ? schemas[type] : { type: ['array', 'null'], items: reference(type.name) };

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
const recordSchemas = (): Readonly<Record<string, object>> => ({
  ...Object.fromEntries([...new Set(Object.values(recordTypes).flatMap(recordsWithin))].map(definition)),
  // No `format`: validators may reject other texts, and the API doesn't document how the service writes times.
  Time: { description: timeMeaning, type: ['string', 'null'] },
  // Without a format, generators take an integer for one of 32 bits.
  Integer: { description: integerMeaning, type: ['integer', 'null'], format: 'int64' },
});

/** A response: a record, or a list of them. */
function responseSchema({ isList, record }: ResponseType): object {
  const schema = reference(record.name);
  return isList ? { type: 'array', items: schema } : schema;
}

const responses = '#/components/responses';

/** How JSON says to keep digits, because parsers differ. */
const digitsComment =
  'JSON sets no limit for digits, but parsers do: JSON.parse rounds integers beyond 2^53 (the package lossless-json does not), and json.loads of Python keeps 12.10 only with parse_float=Decimal.';

/** Days and hours in which every dataset has data for somebody who tries an example. */
const timeExamples: { readonly [Kind in Parameter['kind']]?: string } = {
  instant: '2026-03-28T23:00:00Z',
  powerHour: '2026-03-28T23:00:00Z',
  date: '2026-03-29',
};

/**
 * The values of a parameter aren't restricted to those that are known. Times have no `format`, because clients that
 * have a type for it may send an offset instead of `Z`, or leave out the seconds.
 */
function valueSchema({ kind, choices = [] }: Parameter): object {
  const known = choices.map(({ value }) => value);
  const time = timeExamples[kind];
  const examples = time === undefined ? known : [time];
  return { type: 'string', ...(examples.length > 0 ? { examples } : {}) };
}

function parameterOf(parameter: Parameter): object {
  const { name, kind, label, help, required = false, several = false } = parameter;
  const value = valueSchema(parameter);
  const form = isTimeKind(kind) && kind !== 'date' ? ['RFC 3339 in UTC, with Z.'] : [];
  return {
    name,
    in: 'query',
    description: [`${label()}.`, help(), ...form].join(' '),
    required,
    ...(several
      ? { schema: { type: 'array', items: value }, style: 'form', explode: false }
      : { schema: value }),
  };
}

/** The operations name it for UK flows only, and leave its value open (docs/api.md, "Operations"). */
const venue = {
  name: 'venue',
  in: 'path',
  description: 'Fixed segment of the path. Its value is not documented.',
  required: true,
  schema: { type: 'string', default: 'venue' },
};

function operationOf(dataset: Dataset): object {
  const { path, title, summary, parameters } = dataset;
  const response = responseType(dataset);
  return {
    operationId: `get${response.name}`,
    // Generators put the operations of a tag into one class.
    tags: ['MarketData'],
    summary: title(),
    description: summary(),
    parameters: [...(path.includes('{venue}') ? [venue] : []), ...parameters.map(parameterOf)],
    responses: {
      200: {
        description: 'The data, or a JSON string or an empty array if there is none.',
        content: { 'application/json': { schema: responseSchema(response) } },
      },
      204: { description: 'There is no data.' },
      400: { $ref: `${responses}/BadRequest` },
      401: { $ref: `${responses}/Unauthorized` },
      403: { $ref: `${responses}/Forbidden` },
      429: { $ref: `${responses}/TooManyRequests` },
      default: { $ref: `${responses}/UnexpectedError` },
    },
  };
}

const errorResponse = (description: string, more: object = {}): object => ({
  description,
  ...more,
  content: { 'application/json': { schema: { type: 'string' } } },
});

/** As people write JSON: arrays of two types are on one line. */
const schemaText = (schema: object): string =>
  `${JSON.stringify(schema, undefined, 2).replace(/\[\s+("\w+"),\s+("\w+")\s+\]/g, '[$1, $2]')}\n`;

/** An OpenAPI 3.1 description of all operations, from which clients in other languages are generated. */
export function openApi(): string {
  return schemaText({
    openapi: '3.1.0',
    info: {
      title: 'Market Data Read API',
      version: '1',
      description: [
        'Generated by Market Data Explorer.',
        'Status codes are not documented: those below are the usual ones.',
        ...absenceLines,
        digitsComment,
      ].join(' '),
    },
    servers: [{ url: 'https://api.example.com', description: 'The base address of your installation.' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(datasets.map((dataset) => [dataset.path, { get: operationOf(dataset) }])),
    components: {
      schemas: recordSchemas(),
      responses: {
        BadRequest: errorResponse('A parameter is wrong.'),
        Unauthorized: errorResponse('The access token is missing, unknown, or has expired.'),
        Forbidden: errorResponse('Not part of the subscription.'),
        TooManyRequests: errorResponse('Wait before the next request.', {
          headers: {
            'Retry-After': {
              description: 'Seconds to wait, or an HTTP date until which to wait.',
              schema: { type: 'string' },
            },
          },
        }),
        UnexpectedError: errorResponse('Any other error.'),
      },
      securitySchemes: {
        token: {
          type: 'oauth2',
          description: 'The sign-in service accepts user name and password only.',
          flows: { password: { tokenUrl: 'https://sign-in.example.com/connect/token', scopes: {} } },
        },
      },
    },
  });
}
