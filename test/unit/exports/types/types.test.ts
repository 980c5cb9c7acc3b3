import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { transformSync } from 'esbuild';
import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { typeTargets } from '#src/protocol/codeTargets';
import { responseType } from '#src/exports/types/recordTypes';
import { typesOf } from '#src/exports/types/types';
import type { Dataset } from '#src/market/datasets/dataset';
import { datasets } from '#src/market/datasets/datasets';
import { recordShapes } from '#src/market/records/recordKinds';
import { answersOf, damagedAnswers, seededAnswersOf, trapAnswers } from './answers';

/** As the comment of the generated files says. */
const keepDigits = (text: string): unknown =>
  parse(text, undefined, (digits) => {
    const isRounded = /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits));
    return isRounded ? BigInt(digits) : Number(digits);
  });

/** The schema of the dataset's response, from the generated file. */
function zodSchema(dataset: Dataset): z.ZodType {
  const { name } = responseType(dataset);
  const { code } = transformSync(typesOf('zod', dataset), { loader: 'ts', format: 'cjs' });
  const module: { exports: Record<string, z.ZodType> } = { exports: {} };
  const run = compileFunction(code, ['module', 'require']);
  Reflect.apply(run, undefined, [module, createRequire(import.meta.url)]);
  const schema = module.exports[name.charAt(0).toLowerCase() + name.slice(1)];
  if (!schema) throw new Error(`There is no schema of ${name}.`);
  return schema;
}

const validatorOf = (dataset: Dataset) =>
  new Ajv2020({ strict: true }).compile(JSON.parse(typesOf('jsonSchema', dataset)) as object);

it('the traps have responses of every kind, so that none of the types goes untested', () => {
  expect(trapAnswers.length).toBeGreaterThan(25);
  for (const dataset of datasets) expect(answersOf(dataset).length).toBeGreaterThan(1);
});

describe.each(datasets)('the types of $id', (dataset) => {
  const shape = recordShapes[dataset.record];
  const schema = zodSchema(dataset);
  const validate = validatorOf(dataset);

  it('have exactly the documented fields', () => {
    const { record } = responseType(dataset);
    expect(record.fields.map(({ name }) => name).sort()).toEqual([...shape.known].sort());
  });

  it('in zod accept every response and fixture unchanged, and keep a double a double', () => {
    const doubles = (text: string) => keepDigits(text.replace(/("value": -?\d{16,})\b/g, '$1.0'));
    for (const { name, text } of [...answersOf(dataset), ...seededAnswersOf(dataset)]) {
      expect(schema.parse(keepDigits(text)), name).toEqual(doubles(text));
    }
  });

  it('in zod reject a field of another type, and an integer that was rounded', () => {
    const damaged = damagedAnswers(dataset);
    expect(damaged.filter(({ text }) => schema.safeParse(JSON.parse(text)).success)).toEqual([]);
    const field = shape.columns.find(({ name, type }) => type === 'integer' && shape.known.includes(name));
    const rounded: unknown = JSON.parse(`{"${field?.name ?? ''}":9007199254740993}`);
    expect(schema.safeParse(shape.root === 'array' ? [rounded] : rounded).success).toBe(false);
  });

  it('in JSON Schema accept every response and fixture in the strictest mode, without options or formats', () => {
    for (const { name, text } of [...answersOf(dataset), ...seededAnswersOf(dataset)]) {
      expect(validate(JSON.parse(text)), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it('in JSON Schema reject a field of another type', () => {
    expect(damagedAnswers(dataset).filter(({ text }) => validate(JSON.parse(text)))).toEqual([]);
  });

  it.each(typeTargets)('in %s say how digits are kept', (target) => {
    const decoder = target === 'pydantic' ? 'parse_float=Decimal' : 'lossless-json';
    expect(typesOf(target, dataset)).toContain(decoder);
  });
});
