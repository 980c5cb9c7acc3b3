import { expect, it } from 'vitest';
import { integrityOf } from '#src/table/integrity/integrityOf';
import { atOnce } from '../atOnce';
import { readBody } from '../readBody';

it("checking for requested values doesn't number all order ids, which would delay the next query", () => {
  const records = Array.from(
    { length: 20_000 },
    (_, order) => `{"id":"4010${order}XB","deliveryArea":"NO1"}`,
  );
  const { table } = readBody(`[${records.join(',')}]`, 'publicOrder');
  const ids = table.column('id');
  if (ids?.kind !== 'text') throw new Error('Ids are texts.');
  const area = {
    name: 'deliveryArea',
    label: 'Delivery area',
    kind: 'deliveryArea',
    values: ['SE3'],
  } as const;
  const findings = atOnce(integrityOf(table, { start: null, end: null, values: [area] }));
  expect(JSON.stringify(findings)).toContain('SE3');
  expect(ids.entries.distinct).toBe(false);
});
