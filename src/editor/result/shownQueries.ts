import * as v from 'valibot';
import { findDataset } from '../../market/datasets/datasets';
import { isEnteredDays } from '../../market/query/enteredDays';
import { readQuery } from '../../market/query/query';
import { sharedQuery } from '../../market/query/resultLabels';
import { openedFileShape } from '../../protocol/openedFile';
import { originalOf } from '../../results/comparedResults';
import { goneResult, type Result } from '../../results/result';
import { comparisonOf, fileOf, rangeOf, type Original } from '../../protocol/source';
import type { StoredValues } from '../shell/storedValues';
import { settings } from '../shell/settings';

const memoryKey = 'marketData.shownQueries';
/** The number of tabs whose query is remembered after their result is gone. */
const remembered = 50;

const question = {
  id: v.string(),
  dataset: v.string(),
  parameters: v.record(v.string(), v.string()),
  days: v.exactOptional(v.unknown()),
  connection: v.string(),
  /** Omitted for a response of the service. The days of a range folder are known only once it is opened. */
  source: v.exactOptional(
    v.variant('kind', [
      openedFileShape,
      v.object({
        kind: v.literal('range'),
        uri: v.string(),
        target: v.string(),
        from: v.string(),
        to: v.string(),
        days: v.array(v.never()),
      }),
    ]),
  ),
};
const originalShape = v.object({ ...question, label: v.string() });
const shownShape = v.object({
  ...question,
  /** The two results that were compared. */
  compared: v.exactOptional(v.tuple([originalShape, originalShape])),
});
type ShownQuery = v.InferOutput<typeof shownShape>;

/** Remembers the queries of the last tabs in the window's memory, for tabs whose result is gone. */
export class ShownQueries {
  constructor(private readonly stored: StoredValues) {}

  private all(): ShownQuery[] {
    const value = this.stored.get(memoryKey);
    const known: unknown[] = Array.isArray(value) ? value : [];
    return known.filter((each) => v.is(shownShape, each));
  }

  remember(result: Result): void {
    const comparison = comparisonOf(result);
    const shown: ShownQuery = {
      ...questionOf(result),
      ...(comparison && { compared: [labeled(comparison.first), labeled(comparison.second)] }),
    };
    this.stored.keep(memoryKey, [...this.all(), shown].slice(-remembered));
  }

  /**
   * The result without its rows, so that it can be run again; `undefined` if its query is unknown or not
   * valid.
   */
  goneResult(id: string): Result | undefined {
    const shown = this.all().find((each) => each.id === id);
    if (!shown) return undefined;
    if (!shown.compared) return readGone(shown);
    const [first, second] = shown.compared.map((each) => {
      const gone = readGone(each);
      return gone && originalOf(gone, each.label);
    });
    if (!first || !second) return undefined;
    const source = { kind: 'comparison', first, second, summary: null } as const;
    return goneResult(id, sharedQuery(first.query, second.query), shown.connection, source);
  }
}

function questionOf(result: Pick<Result, 'id' | 'query' | 'connection' | 'source'>) {
  const { id, query, connection } = result;
  const range = rangeOf(result);
  const source = range ? { ...range, days: [] } : fileOf(result);
  return {
    id,
    connection,
    dataset: query.dataset.id,
    parameters: { ...query.parameters },
    ...(query.days ? { days: query.days } : {}),
    ...(source && { source }),
  };
}

const labeled = (original: Original) => ({ ...questionOf(original), label: original.label });

function readGone(shown: Omit<ShownQuery, 'compared'>): Result | undefined {
  const { id, dataset, parameters, days, connection, source } = shown;
  const known = findDataset(dataset);
  // A file's query may be unknown, even parameters that its dataset requires. A range has the parameters of
  // several requests.
  if (source) return known && goneResult(id, { dataset: known, parameters }, connection, source);
  const read = readQuery(dataset, parameters, Date.now(), settings.timeZone());
  return 'query' in read
    ? goneResult(id, { ...read.query, ...(isEnteredDays(days) ? { days } : {}) }, connection)
    : undefined;
}
