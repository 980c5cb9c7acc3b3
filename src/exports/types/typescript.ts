import type { Dataset } from '../../market/datasets/dataset';
import type { ColumnType } from '../../market/records/recordKinds';
import {
  integerMeaning,
  openingComment,
  responseType,
  timeMeaning,
  uses,
  type RecordType,
  type TypedField,
} from './recordTypes';

const names: { readonly [Type in ColumnType]: string } = {
  time: 'Time',
  number: 'number',
  integer: 'Integer',
  text: 'string',
  boolean: 'boolean',
};

const typeOf = ({ type }: TypedField) => (typeof type === 'string' ? names[type] : `${type.name}[]`);

const declaration = ({ name, meaning, fields }: RecordType): string =>
  [
    `/** ${meaning} */`,
    `export interface ${name} {`,
    ...fields.flatMap((field) => [`  /** ${field.meaning} */`, `  ${field.name}?: ${typeOf(field)} | null;`]),
    '  [other: string]: unknown;',
    '}',
  ].join('\n');

/** How JavaScript can decode every digit; part of every file in TypeScript. */
const decodingComment = [
  '// JSON.parse rounds integers beyond 2^53, and makes 12.10 the number 12.1. The package lossless-json keeps',
  '// such integers as bigint if called like this. Its parse(text) alone keeps every digit of every number, as',
  '// LosslessNumber.',
  '//',
  '//   import { parse } from "lossless-json";',
  '//',
  '//   parse(text, undefined, (digits) => {',
  '//     const isRounded = /^-?\\d+$/.test(digits) && !Number.isSafeInteger(Number(digits));',
  '//     return isRounded ? BigInt(digits) : Number(digits);',
  '//   });',
].join('\n');

/** The declarations of the dataset's records, without the rest of a file. */
function recordDeclarations(dataset: Dataset): string {
  const response = responseType(dataset);
  return [
    `/** ${timeMeaning} */\nexport type Time = string;`,
    ...(uses(response, 'integer')
      ? [`/** ${integerMeaning} */\nexport type Integer = number | bigint;`]
      : []),
    ...response.records.map(declaration),
  ].join('\n\n');
}

/** A file with the types of a dataset's response. */
export function typescriptTypes(dataset: Dataset): string {
  const { name, isList, record } = responseType(dataset);
  return `${openingComment('//', dataset)}
//
${decodingComment}

${recordDeclarations(dataset)}

/** ${dataset.summary()} */
export type ${name} = ${record.name}${isList ? '[]' : ''};
`;
}
