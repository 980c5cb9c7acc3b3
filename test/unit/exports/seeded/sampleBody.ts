import { findDataset } from '#src/market/datasets/datasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import { sampleResponses } from '#src/sandbox/market/sampleResponses';

const week = { startTime: '2026-03-16T23:00:00Z', endTime: '2026-03-23T23:00:00Z' };
const situation = { now: Date.parse('2026-03-30T12:00:00Z'), gaps: false, orders: 2000 };

/** What is asked about datasets besides the period. */
const askedOf: Readonly<Record<string, Record<string, string>>> = {
  'dayahead-turnover': {},
  'dayahead-curves': { date: '2026-03-17' },
  'uk-auction-prices': { deliveryarea: 'UK' },
  'uk-flows': { deliveryarea: 'UK' },
  'hub-to-hub-capacities': { powerHour: '2026-03-17T10:00:00Z', daFrom: 'NO1' },
};

/** A week of the sample service's data about a dataset, or what it has of one time. */
export function sampleBody(id: string): { body: string; record: RecordKind } {
  const dataset = findDataset(id);
  const sample = sampleResponses.get(id);
  if (!dataset || !sample) throw new Error(id);
  const asked = { ...week, ...(askedOf[id] ?? { deliveryarea: 'NO1' }) };
  const records = [...sample.records(asked, situation)].join();
  return { body: id === 'dayahead-curves' ? records : `[${records}]`, record: dataset.record };
}
