import type { FindingKind } from '../../market/integrity/judgement';
import { wholeLength } from '../../market/time/wholeLength';
import type { LabeledInterval } from '../../market/time/intervalText';
import { minuteMs } from '../../market/time/zones';
import type { Expectation } from '../../queryFiles/read/expectation';
import type { ColumnFacts } from '../../protocol/figureTypes';
import { spottedKinds, type Wholeness } from '../incompleteness';
import { summaryOf, type Result, type ResultSummary } from '../result';
import type { ResultStore } from '../store/resultStore';

/** What is known about a received response, as far as an expectation depends on it. */
export interface ResponseFacts extends Wholeness {
  readonly summary: ResultSummary;
  /** By column key; `null` for a column that doesn't exist. */
  readonly columns: ReadonlyMap<string, ColumnFacts | null>;
  readonly fingerprint: string | null;
}

/** More would not be read. */
const mostGaps = 20;
/** More attributes would not be read, either. */
const mostDistinguishing = 2;

type Asker = Pick<ResultStore, 'ask'>;

/**
 * Asks the thread only for what the expectation of an ended result depends on. Rejects with an `Error` ready
 * to display, or with the signal's reason.
 */
export async function factsFor(
  store: Asker,
  result: Result,
  { complete, columns, zeros, fingerprint }: Expectation,
  signal: AbortSignal,
): Promise<ResponseFacts> {
  const { id, progress, table } = result;
  const options = { signal };
  const isCompared = complete ?? zeros === false;
  const wholeness = isCompared && table.rows > 0 ? await coverageOf(store, result, options) : notAsked;
  const expected = Object.entries(columns ?? {});
  const facts = expected.length > 0 ? await store.ask(id, 'columnFacts', { columns: expected }, options) : [];
  return {
    summary: summaryOf(result),
    outcome: progress.kind === 'ended' ? progress.outcome : { kind: 'cancelled' },
    rows: table.rows,
    ...wholeness,
    columns: new Map(expected.map(([key], index) => [key, facts[index] ?? null])),
    fingerprint:
      fingerprint === undefined ? null : (await store.ask(id, 'fingerprint', {}, options)).fingerprint,
  };
}

const notAsked: Pick<Wholeness, 'findings' | 'gaps' | 'spots'> = {
  findings: [],
  gaps: { gaps: [], total: 0 },
  spots: new Map(),
};

async function coverageOf(
  store: Asker,
  result: Result,
  options: { signal: AbortSignal },
): Promise<typeof notAsked> {
  const { id, table } = result;
  // Attributes such as the area distinguish the series, unless all series have the same.
  const distinguishing = table.columns
    .filter(({ key, constant }) => key.startsWith('attribute.') && constant === undefined)
    .map(({ key }) => key)
    .slice(0, mostDistinguishing);
  const findings = await store.ask(id, 'integrity', {}, options);
  const gaps = findings.some(({ kind }) => kind === 'missing')
    ? await store.ask(id, 'gaps', { most: mostGaps }, options)
    : notAsked.gaps;
  const spots = new Map<FindingKind, LabeledInterval[]>();
  const { record } = result.query.dataset;
  const hasIntervals = record === 'timeSeries' || record === 'priceCurve';
  const spotted = hasIntervals ? findings.filter(({ kind }) => spottedKinds.includes(kind)) : [];
  for (const { kind } of spotted) {
    const columns = ['startTime', 'endTime', ...distinguishing];
    const page = { finding: { kind }, columns, from: 0, to: mostGaps };
    const { rows } = await store.ask(id, 'rows', page, options);
    const intervals = rows.flatMap(([start, end, ...told]) => {
      if (typeof start !== 'number' || typeof end !== 'number') return [];
      // An inclusive end reads as the time that it stands for.
      const length = wholeLength(end - start, minuteMs);
      return [{ start, end: start + length, series: told.filter((text) => text !== null).join(' · ') }];
    });
    spots.set(kind, distinct(intervals));
  }
  return { findings, gaps, spots };
}

/** Removes repeated intervals: the rows of a finding include the rows that they repeat. */
const distinct = (intervals: readonly LabeledInterval[]): LabeledInterval[] => [
  ...new Map(
    intervals.map((interval) => [`${interval.start} ${interval.end} ${interval.series ?? ''}`, interval]),
  ).values(),
];
