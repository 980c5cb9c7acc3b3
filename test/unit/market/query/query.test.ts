import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParameterKind } from '#src/market/datasets/dataset';
import { datasets } from '#src/market/datasets/datasets';
import { readParameter, readQuery, type Query } from '#src/market/query/query';
import { resultTitle } from '#src/market/query/resultLabels';
import { targetOf } from '#src/request/requestTarget';
import { propertyRuns } from '../../propertyRuns';
import { anyCharacter, webUrl } from '../../anyText';
import { ownConnection } from '../../editor/ownConnection';

const titleOf = (query: Query, zone: string) =>
  resultTitle({ query, connection: 'production', startedEpochMs: 0 }, zone);

const now = Date.UTC(2026, 2, 10, 12);
const connection = ownConnection('test');

const ask = (dataset: unknown, parameters: unknown) => readQuery(dataset, parameters, now, 'Europe/Oslo');
const target = (dataset: string, parameters: Record<string, string>) => {
  const read = ask(dataset, parameters);
  return 'query' in read ? targetOf(read.query, connection) : read.problems;
};

describe('a checked query', () => {
  it('sends a day as its bounds in UTC and areas as a list without spaces', () => {
    expect(
      target('dayahead-prices', {
        deliveryarea: ' SE1, FI ,NO1',
        startTime: '2026-10-25',
        endTime: '2026-10-25',
        status: 'O',
      }),
    ).toBe(
      '/dayahead/prices/areaBlock?deliveryarea=SE1,FI,NO1&status=O&startTime=2026-10-24T22:00:00Z&endTime=2026-10-25T23:00:00Z',
    );
  });

  const sendable = datasets.flatMap(({ id, parameters }) => parameters.map((each) => [id, each] as const));

  it('never queries all areas or the default period because a parameter is empty', () => {
    const blank = fc.stringMatching(/^\s*$/);
    fc.assert(
      fc.property(fc.constantFrom(...sendable), blank, ([dataset, { name }], text) => {
        const read = ask(dataset, { [name]: text });
        const messages = 'problems' in read ? read.problems.map(({ message }) => message) : [];
        expect(messages).toContainEqual(expect.stringMatching(new RegExp(`^${name}: .* can't be empty\\.`)));
      }),
    );
  });

  it('says that an optional parameter can be omitted, but not that a required one can', () => {
    expect(target('dayahead-prices', { currency: '' })).toMatchObject([
      { message: expect.stringContaining("Omit the parameter to use the service's default.") as string },
    ]);
    expect(target('dayahead-curves', { date: '' })).toMatchObject([
      { message: expect.not.stringContaining('Omit') as string },
    ]);
  });

  it.each([',', ', ,', 'NO1,', ',NO1', 'NO1,,SE3', 'NO1, ,SE3'])(
    'rejects a list of areas with an empty value instead of querying the others: "%s"',
    (text) => {
      for (const [dataset, { name }] of sendable.filter(([, each]) => each.kind === 'deliveryArea')) {
        const read = ask(dataset, { [name]: text });
        expect('problems' in read && read.problems).toContainEqual({
          where: name,
          message: expect.stringMatching(/ contains an empty value\. Remove the extra comma\.$/) as string,
        });
      }
    },
  );

  it("puts the connection's venue into the path for UK flows", () => {
    expect(target('uk-flows', {})).toBe('/uk/v2/venue/flows/areaPrice');
  });

  it.each<[string, unknown, unknown, string]>([
    ['an unknown dataset', 'nope', {}, 'dataset'],
    ['an unknown parameter', 'dayahead-prices', { area: 'NO1' }, 'area'],
    ['another letter case', 'dayahead-prices', { deliveryArea: 'NO1' }, 'deliveryArea'],
    ['a missing date', 'dayahead-curves', {}, 'date'],
    ['an empty date', 'dayahead-curves', { date: ' ' }, 'date'],
    ['a bad date', 'dayahead-curves', { date: '2026-02-30' }, 'date'],
    ['a missing power hour', 'hub-to-hub-capacities', { daFrom: 'NO1' }, 'powerHour'],
    ['a missing area', 'hub-to-hub-capacities', { powerHour: 'today' }, 'daFrom'],
    ['an area of only commas', 'hub-to-hub-capacities', { powerHour: 'today', daFrom: ' , ,' }, 'daFrom'],
    ['a number', 'dayahead-prices', { deliveryarea: 5 }, 'deliveryarea'],
    ['null instead of an area', 'dayahead-prices', { deliveryarea: null }, 'deliveryarea'],
    ['a list', 'dayahead-prices', ['NO1'], 'parameters'],
    ['no time', 'dayahead-prices', { startTime: 'soon' }, 'startTime'],
    ['a text that no service can mean', 'dayahead-prices', { blockname: 'x'.repeat(2001) }, 'blockname'],
    ['a control character', 'dayahead-prices', { blockname: 'Pe\u0000ak' }, 'blockname'],
    ['half a character', 'dayahead-prices', { blockname: 'Peak \ud83d' }, 'blockname'],
    ['an end before the start', 'dayahead-prices', { startTime: 'today', endTime: 'today-2d' }, 'endTime'],
  ])('rejects %s', (_, dataset, parameters, where) => {
    const read = ask(dataset, parameters);
    const problems = 'problems' in read ? read.problems : [];
    expect(problems.map((problem) => problem.where)).toEqual([where]);
    // A sentence that says which parameter it is about, if it is about one.
    const isParameter = !['dataset', 'parameters', 'endTime'].includes(where);
    expect(problems[0]?.message).toMatch(isParameter ? new RegExp(`\\b${where}\\b.*\\.$`) : /\w.*\.$/);
  });

  it('can be without parameters, and can have the longest text that can be sent', () => {
    for (const given of [undefined, {}, { deliveryarea: undefined }])
      expect(target('dayahead-prices', given as Record<string, string>)).toBe('/dayahead/prices/areaBlock');
    expect(ask('dayahead-prices', { blockname: 'x'.repeat(2000) })).toHaveProperty('query');
  });

  it('sends a power hour in UTC', () => {
    expect(target('hub-to-hub-capacities', { powerHour: '2026-03-10T10:00', daFrom: 'NO1' })).toBe(
      '/hubtohub/HubToHubCapacities?powerHour=2026-03-10T09:00:00Z&daFrom=NO1',
    );
  });

  it('reads a delivery date as CET/CEST whatever time zone is shown', () => {
    const read = readQuery('dayahead-curves', { date: 'today' }, Date.UTC(2026, 2, 10, 23, 30), 'UTC');
    expect('query' in read && read.query.parameters.date).toBe('2026-03-11');
  });

  it('either rejects a parameter or sends it unchanged, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), webUrl),
        fc.constantFrom('blockname', 'currency'),
        (text, name) => {
          const read = ask('dayahead-prices', { [name]: text });
          if ('problems' in read) return;
          expect(text.trim()).not.toBe('');
          const url = new URL(`https://example.com${targetOf(read.query, connection)}`);
          expect(url.pathname).toBe('/dayahead/prices/areaBlock');
          expect([...url.searchParams]).toEqual([[name, text.trim()]]);
        },
      ),
      { numRuns: propertyRuns(250) },
    );
  });
});

describe('what a person should know before sending', () => {
  const note = (kind: ParameterKind, text: string) => {
    const parameter = { name: 'x', kind, label: () => 'X', help: () => '' };
    const reading = readParameter(parameter, text, now, 'Europe/Oslo');
    return 'note' in reading ? reading.note : undefined;
  };

  it("is that a power hour isn't on the hour, and that a time occurs twice", () => {
    expect(note('powerHour', '2026-03-10T10:30')).toMatch(/hour in UTC/);
    expect(note('instant', '2026-10-25T02:30')).toMatch(/twice/);
    expect(note('powerHour', '2026-10-25T02:30')).toMatch(/twice.*\. .*hour in UTC/);
  });

  it.each([
    ['2026-03-10', '2026-03-10'],
    ['NO1, 10.03.2026', '10.03.2026'],
    ['3/10/2026', '3/10/2026'],
    ['2026-03-10T00:00Z', '2026-03-10T00:00Z'],
    ['today', 'today'],
  ])('is that an area looks like a date: %s', (text, date) => {
    expect(note('deliveryArea', text)).toBe(`"${date}" looks like a date, not like a delivery area.`);
  });

  it('is that an area has no known code, before it is sent', () => {
    expect(note('deliveryArea', 'NO1, N01')).toBe('Not a known delivery area: N01.');
  });

  it('is nothing for any known area, nor for energy identification codes', () => {
    const known = datasets.flatMap(({ parameters }) =>
      parameters.flatMap(({ kind, choices = [] }) => (kind === 'deliveryArea' ? choices : [])),
    );
    const codes = [...known.map(({ value }) => value), '10YNO-1--------2', '50Hz', 'de-lu'];
    expect(known.length).toBeGreaterThan(20);
    for (const code of codes) expect(note('deliveryArea', code)).toBeUndefined();
  });

  it('is usually nothing', () => {
    expect(note('powerHour', '2026-03-10T10:00')).toBeUndefined();
    expect(note('powerHour', 'today')).toBeUndefined();
    expect(note('instant', '2026-03-10T10:30')).toBeUndefined();
  });
});

describe('the title of a tab', () => {
  it('exists for every valid query, up to the last day of the calendar', () => {
    const year = fc.oneof(fc.constantFrom(0, 1, 9998, 9999), fc.integer({ min: 0, max: 9999 }));
    const day = fc.tuple(year, fc.constantFrom('01-01', '01-02', '03-29', '12-30', '12-31'));
    fc.assert(
      fc.property(day, fc.constantFrom('Europe/Oslo', 'UTC', 'Pacific/Apia'), ([of, rest], zone) => {
        const text = `${String(of).padStart(4, '0')}-${rest}`;
        for (const read of [
          ask('dayahead-curves', { date: text }),
          ask('dayahead-prices', { deliveryarea: 'NO1', startTime: text, endTime: text }),
        ]) {
          if ('query' in read) expect(titleOf(read.query, zone)).not.toBe('');
        }
      }),
    );
    for (const date of ['0000-01-01', '9999-12-31']) {
      expect('problems' in ask('dayahead-curves', { date })).toBe(true);
    }
  });

  it.each([
    ['2026-03-29', '2026-03-29', 'Europe/Oslo', '29 Mar 2026'],
    ['2026-03-28', '2026-03-30', 'Europe/Oslo', '28 Mar 2026 to 30 Mar 2026'],
    ['2026-03-28T10:00Z', '2026-03-28T12:00Z', 'Europe/Oslo', '2026-03-28 11:00 to 13:00'],
    // A delivery day keeps its name, although it spans two days in another time zone.
    ['2026-03-10', '2026-03-10', 'UTC', '10 Mar 2026'],
    ['2026-03-10T00:00Z', '2026-03-11T00:00Z', 'UTC', '10 Mar 2026'],
    ['2026-03-10T22:30Z', '2026-03-11T00:30Z', 'UTC', '2026-03-10 22:30 to 2026-03-11 00:30'],
    ['2026-03-10T00:00Z', '2026-03-10T00:00Z', 'UTC', '10 Mar 2026'],
    // From midnight in Oslo, but not a whole day anywhere.
    ['2026-04-09T22:00Z', '2026-04-10T00:00Z', 'America/New_York', '2026-04-09 18:00 to 20:00'],
  ])('shows the days or hours from %s to %s in %s: %s', (startTime, endTime, zone, days) => {
    const read = ask('dayahead-prices', { deliveryarea: 'NO1', startTime, endTime });
    const title = 'query' in read && titleOf(read.query, zone);
    expect(title).toBe(`Day-ahead prices · NO1 · ${days}`);
  });

  it('names both ends of a flow and no other area', () => {
    const ends = { deliveryarea: 'UK', deliveryareafrom: 'BE', deliveryareato: 'UK' };
    const read = ask('uk-flows', { ...ends, startTime: '2026-03-10' });
    expect('query' in read && titleOf(read.query, 'Europe/Oslo')).toBe(
      'UK interconnector flows · BE to UK · 10 Mar 2026',
    );
  });
});

describe('the datasets', () => {
  it('have unique ids, titles, and parameters', () => {
    expect(new Set(datasets.map(({ id }) => id)).size).toBe(datasets.length);
    expect(new Set(datasets.map(({ title }) => title())).size).toBe(datasets.length);
    for (const { parameters } of datasets) {
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    }
  });
});
