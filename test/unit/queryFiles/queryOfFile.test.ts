import { afterEach, describe, expect, test } from 'vitest';
import { isTimeKind, type Dataset } from '#src/market/datasets/dataset';
import { datasets } from '#src/market/datasets/datasets';
import { readQuery } from '#src/market/query/query';
import { isTimePart, queryParts } from '#src/market/query/queryParts';
import { dayPeriod, addDays } from '#src/market/time/deliveryDay';
import { formatUtc } from '#src/market/time/zones';
import { suggestionsFor } from '#src/editor/query/suggestions';
import { queryOfFile } from '#src/queryFiles/queryOfFile';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';

const systemZone = process.env['TZ'];
afterEach(() => {
  if (systemZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = systemZone;
});

const zones = ['Europe/Oslo', 'Europe/London', 'UTC'];
/** On the days of the clock changes, just before the market's midnight, and on a plain day. */
const moments = [
  '2026-03-29T00:30Z',
  '2026-03-29T12:00Z',
  '2026-10-25T00:30Z',
  '2026-10-25T12:00Z',
  '2026-07-01T21:59Z',
  '2026-07-01T23:30Z',
].map((text) => Date.parse(text));
const words = [
  'today',
  'tomorrow',
  'yesterday',
  'today-7d',
  'tomorrow+1d',
  'TODAY',
  '2026-03-29',
  '2026-10-25',
];
const times = ['2026-10-25T03:30', '2026-03-29 04:00', '2026-03-29T10:00Z', '2026-10-25T02:30+01:00'];

/** The dataset's required parameters and times, with the word for each of the times. */
const parametersOf = ({ parameters }: Dataset, word: string): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter(({ kind, required }) => isTimeKind(kind) || required)
      .map(({ name, kind }) => [name, isTimeKind(kind) ? word : 'NO1']),
  );

function askedInFile(dataset: Dataset, word: string, zone: string | undefined, now: number) {
  const file = readQueryFile(
    JSON.stringify({
      version: 1,
      ...(zone === undefined ? {} : { timeZone: zone }),
      queries: { q: { dataset: dataset.id, parameters: parametersOf(dataset, word) } },
    }),
    now,
  );
  const [query] = file.queries;
  const asked = query && queryOfFile(query, file.timeZone, now);
  if (!asked || 'problems' in asked) throw new Error(`${dataset.id} ${word}: ${JSON.stringify(asked)}`);
  return asked.query.parameters;
}

const wordsFor = (dataset: Dataset) =>
  dataset.parameters.some(({ kind }) => kind === 'date') ? words : [...words, ...times];

describe.each(datasets.map((dataset) => [dataset.id, dataset] as const))('%s', (_, dataset) => {
  test('means the same instants on every computer, whatever its time zone', () => {
    const inAll = (zone: string | undefined) =>
      moments.flatMap((now) => wordsFor(dataset).map((word) => askedInFile(dataset, word, zone, now)));
    for (const zone of [...zones, undefined]) {
      const meanings = ['Europe/Oslo', 'America/New_York', 'Asia/Kathmandu'].map((system) => {
        process.env['TZ'] = system;
        return inAll(zone);
      });
      expect(meanings[1]).toEqual(meanings[0]);
      expect(meanings[2]).toEqual(meanings[0]);
    }
  });

  test('means what the prompt sends if the time zones are equal', () => {
    const part = queryParts(dataset).find(isTimePart);
    if (!part) throw new Error('Every dataset asks for a time.');
    for (const zone of zones) {
      for (const now of moments) {
        for (const word of wordsFor(dataset)) {
          const typed = part.parameters.length === 2 ? `${word} to ${word}` : word;
          // The line of the prompt for the words as they were typed.
          const inputs = suggestionsFor(part, typed, {}, { now, zone })
            .filter(({ group, inputs: found }) => group === 'typed' && found !== undefined)
            .map((suggestion) => suggestion.inputs);
          // A period from an instant to itself is empty: the prompt doesn't take it.
          if (inputs.length === 0) continue;
          const prompted = readQuery(dataset.id, { ...parametersOf(dataset, word), ...inputs[0] }, now, zone);
          expect(prompted).toMatchObject({ query: { parameters: askedInFile(dataset, word, zone, now) } });
        }
      }
    }
  });

  test('requests the whole of the days on which clocks change', () => {
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const now = Date.parse(`${addDays(day, -1)}T12:00Z`);
      const asked = askedInFile(dataset, 'tomorrow', undefined, now);
      const { start, end } = dayPeriod(day, 'Europe/Oslo');
      expect((end - start) / 3_600_000).toBe(hours);
      const { startTime, endTime, date, powerHour } = asked;
      if (date !== undefined) expect(date).toBe(day);
      else if (powerHour !== undefined) expect(powerHour).toBe(formatUtc(start));
      else expect([startTime, endTime]).toEqual([formatUtc(start), formatUtc(end)]);
    }
  });
});
