import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dialogAnswers, typedInputs } from '#src/editor/query/dialogAnswers';
import { findDataset } from '#src/market/datasets/datasets';
import { queryParts } from '#src/market/query/queryParts';
import { newResult, type Result } from '#src/results/result';

const dataset = findDataset('dayahead-prices')!;
const day = { startTime: '2026-03-28T23:00:00Z', endTime: '2026-03-29T22:00:00Z' };
const resultOf = (deliveryarea: string, of = dataset): Result =>
  newResult(deliveryarea, { dataset: of, parameters: { deliveryarea, ...day } }, 'mine', '');
const shown = resultOf('NO1,XX9');
const answersWith = (...offered: Result[]) => dialogAnswers({ offered });

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 30, 9) }));
afterEach(() => vi.useRealTimers());

it('the calendar knows today, what is published, and how many days a query gets', async () => {
  const { calendar } = answersWith();
  expect(await calendar({}, shown)).toEqual({
    today: '2026-03-30',
    lastPublished: '2026-03-30',
    mostDays: 31,
  });
  vi.setSystemTime(Date.UTC(2026, 2, 30, 12));
  expect(await calendar({}, shown)).toMatchObject({ lastPublished: '2026-03-31' });
});

it('today of data that arrives during the day is not called unpublished, unless it is delayed until tomorrow', async () => {
  const { calendar } = answersWith();
  const flows = resultOf('NO1', findDataset('intraday-scheduled-flow'));
  expect(await calendar({}, flows)).toMatchObject({ lastPublished: '2026-03-30' });
  const orders = resultOf('NO1', findDataset('intraday-orders'));
  expect(await calendar({}, orders)).toMatchObject({ lastPublished: '2026-03-30' });
  vi.setSystemTime(Date.UTC(2026, 2, 29, 22, 5));
  expect(await calendar({}, orders)).toMatchObject({ today: '2026-03-30', lastPublished: '2026-03-29' });
});

it('the areas begin with those of the query and then of the latest ones, and have names', async () => {
  const other = resultOf('FR', findDataset('intraday-orders'));
  const areas = await answersWith(resultOf('SE4'), resultOf('FI'), other).areas(
    { part: 'deliveryarea' },
    shown,
  );
  expect(areas.slice(0, 5)).toEqual([
    { value: 'NO1', label: 'Norway, Oslo' },
    { value: 'XX9', label: '' },
    { value: 'FI', label: 'Finland' },
    { value: 'SE4', label: 'Sweden, Malmö' },
    { value: 'NO2', label: 'Norway, Kristiansand' },
  ]);
  expect(areas.filter(({ value }) => value === 'FI')).toHaveLength(1);
});

it.each([
  ['-7d', '22 Mar 2026'],
  ['last week', '16 Mar 2026 to 22 Mar 2026'],
  ['yesterday', '29 Mar 2026'],
  ['2026-03-01 to 2026-03-02', '1 Mar 2026 to 2 Mar 2026'],
])('"%s", typed for a result of 29 March, is said to be %s', async (typed, words) => {
  const meaning = await answersWith().typed({ part: 'startTime', typed }, shown);
  expect(meaning).toMatchObject({ words, values: [expect.any(String), expect.any(String)] });
});

it('what is typed means what was said of it', () => {
  const [part] = queryParts(dataset);
  const clock = { now: Date.now(), zone: 'Europe/Oslo' };
  const inputs = { startTime: '2026-03-22', endTime: '2026-03-22' };
  expect(typedInputs(part!, '-7d', shown.query, clock)).toEqual(inputs);
  expect(typedInputs(part!, 'soon', shown.query, clock)).toBeUndefined();
});

it("a text that isn't a day says why, and an area that was typed is what is sent", async () => {
  const { typed } = answersWith();
  expect(await typed({ part: 'startTime', typed: 'soon' }, shown)).toMatchObject({
    values: null,
    words: expect.stringMatching(/isn't a day/) as string,
  });
  expect(await typed({ part: 'deliveryarea', typed: 'NO1, SE3' }, shown)).toEqual({
    values: ['NO1', 'SE3'],
    words: '',
  });
});
