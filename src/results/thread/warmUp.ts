import { recordShapes, type Field, type RecordKind } from '../../market/records/recordKinds';
import { BodyReader } from '../../table/body/bodyReader';
import type { Sliced } from '../../table/columns/slices';

/** Sample values, varied enough to exercise every path of the reader. */
const samples: { readonly [Type in Field['type']]: (record: number) => string } = {
  time: (record) => `"2026-03-${10 + (record % 20)}T0${record % 10}:15:00${record % 7 === 0 ? '' : '.125'}Z"`,
  number: (record) => ['12.34', '-0.5', '7.10', '0', '-120.25'][record % 5] as string,
  integer: (record) => String(record % 3 === 0 ? record : 1774742400000 + record),
  text: (record) => [`"${record}-0190b2a4-7c1e-7d"`, '"NO1"', '"EUR/MWh"', '"kW"'][record % 4] as string,
  boolean: (record) => String(record % 2 === 0),
};

const recordsAtOnce = 50;
const times = 40;

const objectOf = (fields: readonly Field[], record: number) =>
  `{${fields
    .map(({ name, type }, index) => {
      const number = record + index;
      return `"${name}":${number % 11 === 10 ? 'null' : samples[type](number)}`;
    })
    .join(',')}}`;

function sampleOf(kind: RecordKind, first: number): Buffer {
  const { columns } = recordShapes[kind];
  const numbers = Array.from({ length: recordsAtOnce }, (_, record) => first + record);
  if (kind !== 'timeSeries') {
    return Buffer.from(numbers.map((number) => `${objectOf(columns, number)},`).join(''));
  }
  const values = numbers.map((number) => objectOf(columns.slice(0, 3), number));
  return Buffer.from(`{"type":"x","values":[${values.join(',')}]},`);
}

/**
 * Reads made-up records while idle: the engine compiles a loop only after it has run for a while,
 * and the first body should find it compiled. Takes about 50 ms in total.
 */
export function* warmUp(): Sliced<void> {
  for (const kind of ['publicOrder', 'timeSeries'] as const) {
    const reader = new BodyReader(kind, Number.POSITIVE_INFINITY);
    reader.push(Buffer.from('['));
    for (let time = 0; time < times; time += 1) {
      reader.push(sampleOf(kind, time * recordsAtOnce));
      yield;
    }
  }
}
