import { compileFunction } from 'node:vm';
import * as losslessJson from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { typeTargets } from '#src/protocol/codeTargets';
import { responseType } from '#src/exports/types/recordTypes';
import { typesOf } from '#src/exports/types/types';
import { datasets } from '#src/market/datasets/datasets';
import { recordShapes } from '#src/market/records/recordKinds';
import { answersOf, trapAnswers } from './answers';

it('the traps have responses of every kind, so that none of the types goes untested', () => {
  expect(trapAnswers.length).toBeGreaterThan(25);
  for (const dataset of datasets) expect(answersOf(dataset).length).toBeGreaterThan(1);
});

describe.each(datasets)('the types of $id', (dataset) => {
  it('have exactly the documented fields', () => {
    const { record } = responseType(dataset);
    const { known } = recordShapes[dataset.record];
    expect(record.fields.map(({ name }) => name).sort()).toEqual([...known].sort());
  });

  it.each(typeTargets)('in %s say how digits are kept', (target) => {
    const decoder = target === 'pydantic' ? 'parse_float=Decimal' : 'lossless-json';
    expect(typesOf(target, dataset)).toContain(decoder);
  });

  it('in TypeScript name a decoder that keeps integers beyond 2^53, and reads everything else like JSON.parse', () => {
    const code = /^\/\/ {3}(parse\([^]*?\n\/\/ {3}\}\));$/m.exec(typesOf('typescript', dataset))?.[1] ?? '';
    const decode = compileFunction(`return ${code.replaceAll(/^\/\//gm, '')}`, ['parse', 'text']);
    const decoded = (text: string): unknown => Reflect.apply(decode, undefined, [losslessJson.parse, text]);
    expect(decoded('[9007199254740993, -9007199254740993, 9007199254740991, 12.10, 1e3]')).toEqual([
      9007199254740993n,
      -9007199254740993n,
      9007199254740991,
      12.1,
      1000,
    ]);
    const isLong = (text: string) => /[:,[]\s*-?\d{16,}\s*[,\]}]/.test(text);
    for (const { name, text } of answersOf(dataset).filter((each) => !isLong(each.text))) {
      expect(decoded(text), name).toEqual(JSON.parse(text));
    }
  });
});
