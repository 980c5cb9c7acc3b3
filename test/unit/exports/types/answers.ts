import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { responseType, type RecordType } from '#src/exports/types/recordTypes';
import type { Dataset } from '#src/market/datasets/dataset';
import type { ColumnType, RecordKind } from '#src/market/records/recordKinds';
import { trapTexts } from '../../traps/trapFiles';
import { seededText } from '../seeded/seededText';
import { isRecord } from '#src/text/parsedJson';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'fixtures');

/** A response, and where it is from. */
export interface Answer {
  readonly name: string;
  readonly text: string;
}

/** The kind of the records of a body; none if it isn't made of records. */
function kindOf(body: unknown): RecordKind | undefined {
  if (isRecord(body)) return 'sellCurves' in body || 'subType' in body ? 'priceCurve' : undefined;
  const first: unknown = Array.isArray(body) ? body[0] : undefined;
  if (!isRecord(first)) return undefined;
  if ('values' in first) return 'timeSeries';
  if ('areaFrom' in first) return 'hubToHubCapacity';
  return 'deliveryArea' in first ? 'publicOrder' : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The traps' responses. One file has several with their status; one has requests instead. */
export const trapAnswers: readonly Answer[] = [...trapTexts].flatMap(([name, text]) => {
  const several = (JSON.parse(text) as unknown[])[0];
  if (!isRecord(several) || typeof several.status !== 'number') return [{ name, text }];
  return (JSON.parse(text) as { status: number; body: string }[])
    .filter(({ status, body }) => status === 200 && isJson(body))
    .map(({ body }) => ({ name, text: body }));
});

const fixtureOf = ({ id }: Dataset) => readFileSync(join(fixtures, `${id}.json`), 'utf8');

/** A fixture without its values of another type, which two of them have on purpose. */
const repaired = (text: string) => text.replace(/"(?:unknown|n\/a)"/g, 'null');

/** The dataset's fixture and the traps of its kind. */
export const answersOf = (dataset: Dataset): Answer[] => [
  { name: dataset.id, text: repaired(fixtureOf(dataset)) },
  ...trapAnswers.filter(({ text }) => kindOf(JSON.parse(text)) === dataset.record),
];

/** The same as test fixtures have them. */
export const seededAnswersOf = (dataset: Dataset): Answer[] =>
  answersOf(dataset).map(({ name, text }) => ({
    name: `${name}, seeded`,
    text: seededText(dataset.record, text),
  }));

const wrongValues: { readonly [Type in ColumnType]: unknown } = {
  time: 7,
  number: '7',
  integer: '7',
  text: 7,
  boolean: 'true',
};

/** The record with one field of another type, for each of its fields and of the records within it. */
const damagedRecords = ({ fields }: RecordType): Answer[] =>
  fields.flatMap(({ name, type }) => {
    const damaged = (value: unknown) => ({ name, text: JSON.stringify({ [name]: value }) });
    if (typeof type === 'string') return [damaged(wrongValues[type])];
    const within = damagedRecords(type).map((inner) => ({
      name: `${name}.${inner.name}`,
      text: `{"${name}":[${inner.text}]}`,
    }));
    return [damaged('x'), damaged([7]), ...within];
  });

/** Responses of the dataset, each with one field of another type. */
export function damagedAnswers(dataset: Dataset): Answer[] {
  const { record, isList } = responseType(dataset);
  const fixture = fixtureOf(dataset);
  return [
    ...damagedRecords(record).map(({ name, text }) => ({ name, text: isList ? `[${text}]` : text })),
    ...(repaired(fixture) === fixture ? [] : [{ name: dataset.id, text: fixture }]),
  ];
}
