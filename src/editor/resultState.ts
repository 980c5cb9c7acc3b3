import { sandboxName } from '../market/connection';
import { adviceFor } from '../market/outcome';
import { recordShapes } from '../market/recordKinds';
import { localTimeZone } from '../market/zones';
import type { IntegritySummary } from '../market/integrity';
import { views, type Phase, type ResultState } from '../messages';
import type { Result } from '../results/result';
import type { ColumnChoice } from '../table/tableTypes';

const zonesOffered = ['Europe/Oslo', 'UTC', 'Europe/London', 'Europe/Helsinki'];

/** Everything the view shows of a result besides rows, pictures and JSON. */
export function stateOf(
  result: Result,
  timeZone: string,
  integrity: IntegritySummary | null,
  columnChoice: ColumnChoice | null,
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
    columnChoice,
    bytes: result.bytes,
    wireBytes: result.wireBytes,
    expectedWireBytes: result.expectedWireBytes,
    startedEpochMs: result.startedEpochMs,
    timings: result.timings,
    integrity,
    request: result.request,
    revision: result.revision,
    timeZone,
    timeZones: [...new Set([timeZone, ...zonesOffered, localTimeZone()])],
    defaultView: views[0],
  };
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
