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
import { decodingComment } from './typescript';

const schemas: { readonly [Type in ColumnType]: string } = {
  time: 'time',
  number: 'number',
  integer: 'integer',
  text: 'z.string()',
  boolean: 'z.boolean()',
};

const variable = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

const schemaOf = ({ type }: TypedField) =>
  typeof type === 'string' ? schemas[type] : `z.array(${variable(type.listOf.name)})`;

const declaration = ({ name, meaning, fields }: RecordType): string =>
  [
    `/** ${meaning} */`,
    `export const ${variable(name)} = z.looseObject({`,
    ...fields.flatMap((field) => [
      `  /** ${field.meaning} */`,
      `  ${field.name}: ${schemaOf(field)}.nullish(),`,
    ]),
    '});',
    `export type ${name} = z.infer<typeof ${variable(name)}>;`,
  ].join('\n');

/** A file with zod schemas of a dataset's response, and with the types that follow from them. */
export function zodTypes(dataset: Dataset): string {
  const response = responseType(dataset);
  const { name, isList, record } = response;
  const integer = `
/** ${integerMeaning} One that JSON.parse has rounded is rejected. */
const integer = z.union([z.int(), z.bigint()]);
`;
  const number = `
/** A double, as the API has it. A bigint of the decoder above becomes the nearest one. */
const number = z.union([z.number(), z.bigint().transform(Number)]);
`;
  return `${openingLines(dataset)
    .map((line) => `// ${line}`)
    .join('\n')}
// For zod 4.
//
${decodingComment}

import * as z from "zod";

/** ${timeMeaning} */
const time = z.string();
${uses(response, 'number') ? number : ''}${uses(response, 'integer') ? integer : ''}
${response.records.map(declaration).join('\n\n')}

/** ${dataset.summary()} */
export const ${variable(name)} = ${isList ? `z.array(${variable(record.name)})` : variable(record.name)};
export type ${name} = z.infer<typeof ${variable(name)}>;
`;
}
