import type { OutcomeKind } from '#src/request/outcome';
import type { Phase, ResultState, ShownComparison, ShownRun } from '#src/protocol/messages';

export const success: Phase = {
  kind: 'ended',
  outcome: { kind: 'success', status: 200 },
  advice: {
    title: 'Complete',
    explanation: 'The complete response was received.',
    remedy: '',
    next: ['runAgain'],
  },
};

/** A query that ended otherwise, titled `title`. */
export function ended(kind: OutcomeKind, title: string, message?: string): Phase {
  return {
    kind: 'ended',
    outcome: message === undefined ? { kind } : { kind, message },
    advice: { title, explanation: 'This and that.', remedy: 'Do this.', next: ['runAgain', 'showLog'] },
  };
}

/** The source of a comparison, without its two results. */
export const shownComparison = (sentence = 'Same.'): ShownComparison => ({
  kind: 'comparison',
  sentence,
  isInDoubt: false,
  originals: [],
});

/** A run without a response, an hour after that of `resultState`. */
export const failedRun = (phase: Phase): ShownRun => ({
  phase,
  request: {
    method: 'GET',
    url: 'https://example.test/prices?again',
    sent: [{ name: 'Accept', value: 'application/json' }],
    received: [],
    status: null,
    attempts: 3,
  },
  startedEpochMs: 4_600_000,
  bytes: 0,
  wireBytes: 0,
  timings: { firstByteMs: 0, firstRowsMs: 0, totalMs: 12 },
});

/** A part of the query, such as its areas. */
export const part = (name: string, label: string, text: string): ResultState['parts'][number] => ({
  name,
  label,
  text,
  needsNoName: true,
  sent: '',
});

/** A finished result of 92 rows in two series, with what differs. */
export function resultState(differing: Partial<ResultState> = {}): ResultState {
  return {
    id: 'r1',
    dataset: {
      id: 'dayahead-prices',
      title: 'Day-ahead prices',
      summary: 'Prices.',
      chart: 'steps',
      mainColumns: ['value'],
      backgroundColumns: [],
      sample: 'First {0} values of each series',
    },
    connection: 'sandbox',
    selected: 'sandbox',
    madeUp: 'sample',
    source: { kind: 'service' },
    parameters: [{ name: 'deliveryarea', label: 'Delivery area', value: 'NO1' }],
    parts: [
      {
        name: 'deliveryarea',
        label: 'Delivery area',
        text: 'NO1',
        needsNoName: true,
        sent: 'deliveryarea=NO1',
      },
    ],
    canChangeParts: true,
    listPart: 'deliveryarea',
    deliveryDays: null,
    canGoBack: false,
    isReplaceable: false,
    hasDecimalCommas: false,
    phase: success,
    failedAgain: null,
    whenPublished: null,
    records: 2,
    rows: 92,
    columns: [{ key: 'value', title: 'Value', type: 'number', unit: 'EUR/MWh' }],
    columnChoice: null,
    exportChoice: null,
    bytes: 63_480,
    wireBytes: 7935,
    expectedWireBytes: null,
    startedEpochMs: 1_000_000,
    timings: { firstByteMs: 84, firstRowsMs: 121, totalMs: 1243 },
    integrity: [
      {
        kind: 'received',
        count: 92,
        text: '92 of 92 quarter hours',
        severity: 'good',
        shows: 'nothing',
      },
    ],
    likelyReasons: [],
    request: {
      method: 'GET',
      url: 'https://example.test/prices',
      sent: [{ name: 'Accept', value: 'application/json' }],
      received: [],
      status: 200,
      attempts: 1,
    },
    overlays: [],
    revision: 3,
    timeZone: 'Europe/Oslo',
    timeZones: [{ zone: 'UTC', label: 'UTC' }],
    defaultView: 'chart',
    ...differing,
  };
}
