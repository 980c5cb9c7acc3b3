import { findDataset } from '../../../../src/market/datasets/datasets';
import type { RecordKind } from '../../../../src/market/records/recordKinds';
import { sampleResponses } from '../../../../src/sandbox/market/sampleResponses';

const week = { startTime: '2026-03-16T23:00:00Z', endTime: '2026-03-23T23:00:00Z' };
const situation = { now: Date.parse('2026-03-30T12:00:00Z'), gaps: false, orders: 2000 };

/** A week of the sample service's data about a dataset that is asked by a period. */
export function sampleBody(id: string): { body: string; record: RecordKind } {
  const dataset = findDataset(id);
  const sample = sampleResponses.get(id);
  if (!dataset || !sample) throw new Error(id);
  const asked = dataset.parameters.some(({ name }) => name === 'deliveryarea')
    ? { deliveryarea: id.startsWith('uk-') ? 'UK' : 'NO1' }
    : {};
  return {
    body: `[${[...sample.records({ ...week, ...asked }, situation)].join()}]`,
    record: dataset.record,
  };
}
