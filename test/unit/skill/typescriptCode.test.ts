import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, it, vi } from 'vitest';
import { addDays, dayPeriod } from '#src/market/time/deliveryDay';
import { trapText } from '../traps/trapFiles';
import { codeIn, copyCode } from './skillFiles';
import { days, describeSkillCode, type DayAnswers, type Environment } from './skillAnswers';

interface Period {
  readonly start: number;
  readonly end: number;
}

interface Row extends Period {
  readonly status: string;
  readonly value: number | null;
}

interface Integrity {
  readonly gaps: readonly Period[];
  readonly nulls: number;
  readonly repeated: number;
  readonly conflicting: number;
  readonly lengths: readonly number[];
  readonly complete: boolean;
}

interface OrderEvent {
  readonly id: string;
  readonly updatedTime: string;
  readonly updatedTimeEpoch: number;
}

type Outcome = { readonly kind: 'data'; readonly body: unknown } | { readonly kind: 'noData' };

/** What the tests use of the skill's code. The compiler has checked the code itself. */
interface SkillCode {
  dayPeriod(day: string, zone?: string): Period;
  dayOf(instant: number, zone?: string): string;
  utcText(instant: number): string;
  localText(instant: number): string;
  countDue(period: Period, minutes: number): number;
  hoursOf(period: Period): number[];
  resultsDue(day: string): number;
  durationMinutes(text: string): number;
  settingsFromEnvironment(): object;
  readonly MarketDataClient: new (settings: object) => {
    query(path: string, parameters: Record<string, string>): Promise<Outcome>;
  };
  parseExact(body: string): unknown;
  rowsOf(body: unknown): Row[];
  bySeries(rows: readonly Row[]): Map<string, Row[]>;
  integrityOf(rows: readonly Row[], period: Period): Integrity;
  differing(rows: readonly Row[], asked: Record<string, string>): Row[];
  timeWeightedMean(rows: readonly Row[]): number | null;
  energyMWh(rows: readonly Row[]): number | null;
  revisions(rows: readonly Row[]): { preliminary: number | null; official: number | null }[];
  chainOf(event: OrderEvent): string;
  lastEvents(events: readonly OrderEvent[], at: number, area: string): Map<string, OrderEvent>;
  quantityMW(event: OrderEvent): number | null;
  epochDiffers(text: string, epoch: number): boolean;
  capacitiesKnownAt(records: readonly object[], decision: number): { outCapacity: number }[];
  capacityBetween(record: object, from: string, to: string): number | null;
  clearingPrice(period: object, flowSign: number): number | null;
}

async function load(): Promise<SkillCode> {
  const folder = copyCode('references/typescript.md', mkdtempSync(join(tmpdir(), 'skill-')));
  const names = [...codeIn('references/typescript.md').keys()];
  const entry = join(folder, 'entry.ts');
  writeFileSync(entry, names.map((name) => `export * from './${name.replace('.ts', '.js')}';\n`).join(''));
  const outfile = join(folder, 'entry.mjs');
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as SkillCode;
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6);
const at = (time: string) => Date.parse(time);

/** A message of what the function throws. */
function thrown(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  return 'nothing was thrown';
}

function trapsOf(code: SkillCode) {
  const file = (name: string) => code.parseExact(trapText(name));
  const rows = (name: string) => code.rowsOf(file(name));
  const resolutions = rows('06-two-resolutions');
  const switched = code.integrityOf(resolutions, {
    start: at('2025-09-30T20:00:00Z'),
    end: at('2025-10-01T00:00:00Z'),
  });
  const gaps = rows('09-gaps');
  const morning = { start: at('2026-06-15T06:00:00Z'), end: at('2026-06-15T12:00:00Z') };
  const checked = code.integrityOf(gaps, morning);
  const again = code.integrityOf([...gaps, ...gaps.slice(0, 1)], morning);
  const statuses = rows('12-preliminary-and-official');
  const currency = rows('14-currency-and-unit');
  const power = rows('16-power-and-energy');
  const curve = file('18-clearing-point') as { values: object[] };
  const [pair] = file('20-capacity-directions') as object[];
  const history = file('21-capacity-history') as object[];
  const orders = file('22-order-revisions') as OrderEvent[];
  const areas = file('23-order-areas') as OrderEvent[];
  const ids = (time: string) => [...code.lastEvents(orders, at(time), 'FI').keys()];
  const conflicting = gaps.slice(0, 1).map((row) => ({ ...row, value: 1 }));
  return {
    6: {
      lengths: switched.lengths,
      complete: switched.complete,
      mean: rounded(code.timeWeightedMean(resolutions)),
    },
    7: ['PT1H', 'PT60M', 'P1D'].map((text) => code.durationMinutes(text)),
    8: rounded(code.timeWeightedMean(rows('08-blocks'))),
    9: {
      gaps: checked.gaps.map(({ start, end }) => [code.utcText(start), code.utcText(end)]),
      nulls: checked.nulls,
      complete: checked.complete,
      mean: rounded(code.timeWeightedMean(gaps)),
    },
    12: code.revisions(statuses).map(({ preliminary, official }) => [preliminary, official]),
    14: {
      differing: code.differing(currency, { area: 'NO1', currency: 'NOK', status: 'O' }).length,
      values: currency.map(({ value }) => value),
    },
    16: [...code.bySeries(power).values()].map((series) => rounded(code.energyMWh(series))),
    18: [0, -1, 1].map((sign) => rounded(code.clearingPrice(curve.values[0]!, sign))),
    19: code.bySeries(rows('19-flow-ends')).size,
    20: [code.capacityBetween(pair!, 'NO1', 'SE3'), code.capacityBetween(pair!, 'SE3', 'NO1')],
    21: ['2026-11-21T10:31:00Z', '2026-11-21T10:00:00Z'].map(
      (time) => code.capacitiesKnownAt(history, at(time))[0]?.outCapacity,
    ),
    22: [
      ids('2026-11-21T10:08:00Z'),
      ids('2026-11-21T10:10:00Z'),
      [...new Set(orders.map((order) => code.chainOf(order)))],
    ],
    23: [...code.lastEvents(areas, at('2026-11-21T12:00:00Z'), 'FI').values()].map((order) =>
      code.quantityMW(order),
    ),
    25: (file('25-epoch-twins') as OrderEvent[]).map(({ updatedTime, updatedTimeEpoch }) =>
      code.epochDiffers(updatedTime, updatedTimeEpoch),
    ),
    mixed: [
      thrown(() => code.timeWeightedMean(statuses)).slice(0, 16),
      thrown(() => code.energyMWh(power)).slice(0, 14),
      thrown(() => code.timeWeightedMean([...gaps, ...conflicting])).slice(0, 34),
    ],
    repeated: { repeated: again.repeated, conflicting: again.conflicting, complete: again.complete },
  };
}

async function dayAnswers(code: SkillCode, day: string): Promise<DayAnswers> {
  const client = new code.MarketDataClient(code.settingsFromEnvironment());
  const period = code.dayPeriod(day);
  const query = async (more: Record<string, string>) => {
    const outcome = await client.query('/dayahead/prices/areaBlock', {
      deliveryarea: 'NO1',
      currency: 'EUR',
      status: 'O',
      startTime: code.utcText(period.start),
      endTime: code.utcText(period.end),
      ...more,
    });
    if (outcome.kind === 'noData') throw new Error('No data.');
    return code.rowsOf(outcome.body);
  };
  const rows = await query({});
  const blocks = await Promise.all(
    ['Off-peak 1', 'Peak', 'Off-peak 2'].map((blockname) => query({ blockname })),
  );
  const { lengths, complete, gaps } = code.integrityOf(rows, period);
  return {
    start: code.utcText(period.start),
    end: code.utcText(period.end),
    due: code.countDue(period, 15),
    hours: code.hoursOf(period).length,
    resultsDue: code.utcText(code.resultsDue(day)),
    count: rows.length,
    lengths,
    complete,
    gaps: gaps.length,
    mean: code.timeWeightedMean(rows) ?? NaN,
    blocksMean: code.timeWeightedMean(blocks.flat()) ?? NaN,
    night: rows.map(({ start }) => code.localText(start)).filter((text) => /^.{10} 0[23]:/.test(text)),
  };
}

/** Runs the work with these environment variables and no other ones of the skill. */
async function withEnvironment<Result>(variables: Environment, work: () => Promise<Result>): Promise<Result> {
  for (const [name, text] of Object.entries(variables)) vi.stubEnv(name, text);
  try {
    return await work();
  } finally {
    vi.unstubAllEnvs();
  }
}

describeSkillCode('TypeScript', async (sample, faulty, paths) => {
  const code = await load();
  const messages: string[] = [];
  const answers = await withEnvironment(sample, () =>
    Promise.all(days.map(async (day) => [day, await dayAnswers(code, day)] as const)),
  );
  const outcomes = await withEnvironment(faulty, () => {
    const client = new code.MarketDataClient(code.settingsFromEnvironment());
    return Promise.all(
      paths.map(async (path): Promise<[string, string | number]> => {
        try {
          return [path, (await client.query(path, {})).kind];
        } catch (error) {
          messages.push(String(error));
          const { status } = error as { status?: number };
          return [path, status ?? 0];
        }
      }),
    );
  });
  const refused: string[] = [];
  await withEnvironment(
    { ...faulty, MARKET_DATA_AUTH_URL: faulty['MARKET_DATA_REFUSING_URL'] ?? '' },
    async () => {
      const client = new code.MarketDataClient(code.settingsFromEnvironment());
      for (const path of ['/data', '/data']) {
        await client.query(path, {}).catch((error: unknown) => refused.push((error as Error).message));
      }
    },
  );
  const refusals = await withEnvironment(sample, () => {
    const settings = { ...code.settingsFromEnvironment(), baseUrl: 'http://market.example' };
    const unsafe = thrown(() => new code.MarketDataClient(settings));
    vi.stubEnv('MARKET_DATA_PASSWORD', '');
    return Promise.resolve([unsafe, thrown(() => code.settingsFromEnvironment())]);
  });
  const [big] = code.parseExact('[{"id":9007199254740993,"text":"9007199254740993 \\" 1"}]') as {
    id: string;
  }[];
  return {
    days: Object.fromEntries(answers),
    traps: trapsOf(code),
    outcomes: Object.fromEntries(outcomes),
    big: big?.id ?? '',
    refusals,
    refused,
    messages,
  };
});

it("days of the skill's TypeScript are those of the product, in the market's time zone and in others", async () => {
  const code = await load();
  for (const zone of ['Europe/Oslo', 'Europe/Helsinki', 'Europe/London']) {
    for (let day = '2024-01-01'; day < '2027-12-31'; day = addDays(day, 1)) {
      const period = code.dayPeriod(day, zone);
      expect(period, `${day} in ${zone}`).toEqual(dayPeriod(day, zone));
      expect(code.dayOf(period.start, zone)).toBe(day);
      expect(code.dayOf(period.end - 1, zone)).toBe(day);
    }
  }
  // Whose clocks skip midnight: an error instead of another day.
  expect(thrown(() => code.dayPeriod('2026-03-29', 'Atlantic/Azores'))).toContain('Clocks skip');
});
