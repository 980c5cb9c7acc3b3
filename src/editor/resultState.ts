import { sandboxName } from '../market/connection';
import { likelyReasons } from '../market/likelyReasons';
import { adviceFor } from '../market/outcome';
import { recordShapes } from '../market/recordKinds';
import type { Finding } from '../market/findings';
import { views, type Phase, type ResultState } from '../messages';
import type { Result } from '../results/result';
import { offeredZones } from './timeZones';

/** Everything the view shows of a result besides rows, pictures and JSON. */
export function stateOf(
  result: Result,
  timeZone: string,
  integrity: readonly Finding[] | null,
): ResultState {
  const { query, table } = result;
  const { dataset, parameters } = query;
  return {
    id: result.id,
    dataset: {
      id: dataset.id,
      title: dataset.title,
      summary: dataset.summary,
      chart: dataset.chart,
      mainColumns: dataset.mainColumns,
      recordNoun: recordShapes[dataset.record].noun,
    },
    connection: result.connection,
    sample: result.connection === sandboxName,
    parameters: dataset.parameters.flatMap(({ name, label }) => {
      const value = parameters[name];
      return value === undefined ? [] : [{ name, label, value }];
    }),
    phase: phaseOf(result),
    records: table.records,
    rows: table.rows,
    columns: table.columns,
    bytes: result.bytes,
    wireBytes: result.wireBytes,
    expectedWireBytes: result.expectedWireBytes,
    startedEpochMs: result.startedEpochMs,
    timings: result.timings,
    integrity,
    likelyReasons: isEmpty(result) ? likelyReasons(query, result.startedEpochMs) : [],
    request: result.request,
    revision: result.revision,
    timeZone,
    timeZones: offeredZones(timeZone),
    defaultView: views[0],
  };
}

/** The service answered, and with nothing. */
function isEmpty({ progress, table }: Result): boolean {
  if (progress.kind !== 'ended' || table.rows > 0) return false;
  return progress.outcome.kind === 'noData' || progress.outcome.kind === 'success';
}

function phaseOf({ progress, query, table }: Result): Phase {
  if (progress.kind !== 'ended') return progress;
  const { outcome } = progress;
  return {
    kind: 'ended',
    outcome,
    advice: adviceFor(outcome, query.dataset, table.rows > 0),
  };
}
