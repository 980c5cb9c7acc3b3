import { orders } from './bodies';
import { operationCases } from './operationCases';
import { usualRepeats, type Bench } from '../parts';
import type { Report } from '../report';
import { samplesOf } from '../sampling';

/** How long a person waits for sorted or filtered rows. */
export async function operations({ size, source }: Bench): Promise<Report> {
  const count = size === 'smoke' ? 1_000 : 1_000_000;
  const task = { kind: 'operations', ...(await source(orders(count), 'plain')) };
  const { ours, duckdb, arquero } = await samplesOf(
    {
      ours: { program: 'ours', task },
      duckdb: { program: 'duckdb', task },
      arquero: { program: 'arquero', task },
    },
    usualRepeats[size],
  );
  const lines = operationCases.map(({ what, goal }) => ({
    what,
    unit: 'ms' as const,
    ours: ours[what]!,
    reference: duckdb[what]!,
    goal,
  }));
  const compared = operationCases
    .filter(({ what }) => what in arquero)
    .map(({ what }) => `${what} ${(ours[what]!.median / arquero[what]!.median).toFixed(2)}x`);
  return {
    title: `Sort, filter and group ${count.toLocaleString('en-US')} orders`,
    reference: 'DuckDB',
    lines,
    notes: [
      'Ours: from the question on the host to the first 100 rows, one thread. DuckDB: all row ids fetched, all its threads, nulls last. The third round in one process.',
      `In times of arquero 8: ${compared.join('; ')}.`,
    ],
  };
}
