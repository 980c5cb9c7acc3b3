import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { readQuery } from '#src/market/query/query';
import { queryParts } from '#src/market/query/queryParts';
import { suggestionsFor, inputsFor, type Clock } from '#src/editor/query/suggestions';

/** 24 October 2026, noon UTC: the day before the clocks go back. */
const oslo: Clock = { now: Date.UTC(2026, 9, 24, 12), zone: 'Europe/Oslo' };
const helsinki: Clock = { ...oslo, zone: 'Europe/Helsinki' };

const queryPart = (dataset: string, label: string) => {
  const found = queryParts(findDataset(dataset)!).find((each) => each.label === label);
  if (!found) throw new Error(label);
  return found;
};
const period = queryPart('dayahead-prices', 'Period');

describe('the prompt for a period', () => {
  it('shows in advance what is sent for a day on which clocks change', () => {
    const [, tomorrow] = suggestionsFor(period, '', {}, oslo);
    expect(tomorrow).toMatchObject({
      label: 'Tomorrow (2026-10-25)',
      detail: 'sends 2026-10-24T22:00Z to 2026-10-25T23:00Z, 25 h, 100 quarter hours',
      inputs: { startTime: 'tomorrow', endTime: 'tomorrow' },
    });
  });

  it.each([
    ['uk-auction-prices', '2026-10-24', '24 h'],
    ['regulation-down-volumes', '2026-10-24', '24 h'],
    ['dayahead-turnover', '2026-10-24', '24 h, 96 quarter hours'],
    ['dayahead-prices', '2025-10-01', '24 h, 96 quarter hours'],
    ['dayahead-prices', '2025-09-30', '24 h'],
  ])('counts quarter hours only if there are values for them: %s on %s', (dataset, day, length) => {
    const [suggestion] = suggestionsFor(queryPart(dataset, 'Period'), day, {}, oslo);
    expect(suggestion?.detail?.replace(/^[^,]*, /, '')).toBe(length);
  });

  it('fits in each first line, and says seconds only if there are any', () => {
    for (const { label, description, detail } of suggestionsFor(period, '', {}, oslo)) {
      expect(`${label} ${description ?? ''}`.length).toBeLessThanOrEqual(50);
      expect((detail ?? '').length).toBeLessThanOrEqual(70);
    }
    const [typed] = suggestionsFor(period, '2026-03-29T10:00:30 to 2026-03-29T12:00', {}, oslo);
    expect(typed?.detail).toMatch(/^sends 2026-03-29T08:00:30Z to 2026-03-29T10:00Z/);
  });

  it('distinguishes the delivery day from the calendar day of another time zone', () => {
    const suggestions = suggestionsFor(period, '2026-10-25', {}, helsinki).filter((o) => o.group === 'typed');
    expect(suggestions.map(({ description, inputs }) => [description, inputs?.startTime])).toEqual([
      ['delivery day, CET/CEST', '2026-10-24T22:00:00Z'],
      ['calendar day in Europe/Helsinki', '2026-10-25'],
    ]);
  });

  it.each([
    ['2026-03-29T10:00 to 2026-03-29T12:00', '2026-03-29T10:00', '2026-03-29T12:00'],
    ['2026-03-01/2026-03-02', '2026-03-01', '2026-03-02'],
    ['today-7d to today', 'today-7d', 'today'],
  ])('reads %s', (typed, startTime, endTime) => {
    expect(suggestionsFor(period, typed, {}, oslo)[0]?.inputs).toEqual({ startTime, endTime });
  });

  it.each(['soon', 'today to', 'today to yesterday', '2026-10-25T02:30 to 25', '2026-03-29T02:30'])(
    'explains why "%s" can’t be sent and doesn\'t suggest it',
    (typed) => {
      const [first] = suggestionsFor(period, typed, {}, oslo);
      expect(first?.inputs).toBeUndefined();
      expect(first?.detail).toBeTruthy();
    },
  );

  it('edits a query with its inputs as typed while they still mean the same', () => {
    const dataset = findDataset('dayahead-prices')!;
    const asked = (words: Record<string, string>) => {
      const read = readQuery(dataset.id, words, oslo.now, oslo.zone);
      if (!('query' in read)) throw new Error('unreadable');
      return read.query;
    };
    const today = { deliveryarea: 'NO1', startTime: 'today', endTime: 'today' };
    expect(inputsFor(asked(today), today, oslo)).toEqual(today);
    const skipped = { ...today, currency: '' };
    expect(inputsFor(asked(today), skipped, oslo)).toEqual(skipped);
    // A day later, `today` is a different day, so the date is used.
    const tomorrow = { ...oslo, now: oslo.now + 24 * 3_600_000 };
    const dated = { deliveryarea: 'NO1', startTime: '2026-10-24', endTime: '2026-10-24' };
    expect(inputsFor(asked(today), today, tomorrow)).toEqual(dated);
    // A query keeps the words that it was entered with, even after others were entered.
    expect(inputsFor(asked(today), null, oslo)).toEqual(today);
    const { parameters } = asked(today);
    expect(inputsFor({ dataset, parameters }, null, oslo)).toEqual(dated);
    const hours = { ...today, startTime: '2026-10-24T10:00Z', endTime: '2026-10-24T12:00Z' };
    expect(inputsFor(asked(hours), today, oslo)).toEqual(asked(hours).parameters);
  });

  it.each([
    ['today', 'today'],
    ['yesterday', 'yesterday'],
    ['tod', 'today'],
    ['today-8', 'today-8d'],
    ['today-8d', 'today-8d'],
    ['2026-10-24', '2026-10-24'],
    ['23 oct', '2026-10-23'],
    ['Oct 23, 2025', '2025-10-23'],
  ])('after today-8d, "%s" selects what it means', (typed, startTime) => {
    const previous = { startTime: 'today-8d', endTime: 'today-8d' };
    const meant = suggestionsFor(period, typed, previous, oslo).find(({ isMeant }) => isMeant);
    expect(meant?.inputs?.['startTime']).toBe(startTime);
  });

  it('suggests the previous input first, as it was typed, and marks it as "last used" only once', () => {
    const previous = { startTime: 'today-1d', endTime: 'today-1d' };
    const [first] = suggestionsFor(period, '', previous, oslo);
    // The separator above the group already says it.
    expect(first).toMatchObject({ label: 'today-1d', inputs: previous, group: 'previous' });
    expect(first?.description).toBeUndefined();
  });
});

describe('the prompt for areas', () => {
  const areas = queryPart('dayahead-prices', 'Delivery area');

  it('warns of a date before it is sent as an area, and rejects an extra comma', () => {
    expect(suggestionsFor(areas, '2026-03-10', {}, oslo)[0]).toMatchObject({
      inputs: { deliveryarea: '2026-03-10' },
      detail: '"2026-03-10" looks like a date, not like a delivery area.',
    });
    const [list] = suggestionsFor(areas, 'NO1,,SE3', {}, oslo);
    expect(list?.inputs).toBeUndefined();
    expect(list?.detail).toMatch(/extra comma/);
  });

  const meant = (typed: string, dataset = 'dayahead-prices') =>
    suggestionsFor(queryPart(dataset, 'Delivery area'), typed, {}, oslo).find(({ isMeant }) => isMeant);

  it.each([
    ['oslo', 'NO1'],
    ['osl', 'NO1'],
    ['Tromso', 'NO4'],
    ['tromsø', 'NO4'],
    ['norway, oslo', 'NO1'],
    ['Norway', 'NO'],
    ['no1', 'NO1'],
    ['finl', 'FI'],
    ['oslo stockholm', 'NO1,SE3'],
    ['Denmark, West; Denmark, East', 'DK1,DK2'],
    ['united kingdom poland', 'UK,PL'],
    ['NO1;SE3', 'NO1,SE3'],
    ['no1 se3', 'NO1,SE3'],
    ['XX9', 'XX9'],
  ])('selects the areas that "%s" means, instead of the text', (typed, codes) => {
    expect(meant(typed)?.inputs).toEqual({ deliveryarea: codes });
  });

  it('selects the code that was typed, rather than the first area that begins alike', () => {
    for (const { id, parameters } of datasets) {
      for (const { name, kind, choices = [] } of parameters) {
        if (kind !== 'deliveryArea') continue;
        const part = queryParts(findDataset(id)!).find(({ parameters: [own] }) => own?.name === name);
        for (const { value } of part ? choices : []) {
          const [line] = suggestionsFor(part!, value.toLowerCase(), {}, oslo);
          expect(line).toMatchObject({ inputs: { [name]: value }, isMeant: true });
        }
      }
    }
    const orders = queryPart('intraday-orders', 'Delivery area');
    // GER isn't one of theirs, but was entered before; "Germany, 50Hertz" begins alike.
    expect(suggestionsFor(orders, 'ger', { deliveryarea: 'GER' }, oslo)[0]).toMatchObject({
      inputs: { deliveryarea: 'GER' },
      isMeant: true,
    });
  });

  it('keeps text that is only the beginning of a name, but last and with a warning', () => {
    const suggestions = suggestionsFor(areas, 'osl', {}, oslo);
    expect(suggestions[0]).toMatchObject({ label: 'NO1', isMeant: true });
    expect(suggestions.at(-1)).toMatchObject({
      label: 'As Typed',
      description: 'osl',
      inputs: { deliveryarea: 'osl' },
      detail: 'Not a known delivery area: osl.',
    });
  });

  it('knows a place by the area that has it in this dataset', () => {
    expect(meant('kristiansand', 'uk-auction-prices')?.inputs).toEqual({ deliveryarea: 'NO2' });
  });

  it('doubts only what is typed and not known: no place, no code of an energy system, no previous area', () => {
    const isDoubted = (typed: string, previous = {}) =>
      suggestionsFor(areas, typed, previous, oslo).find(({ isMeant }) => isMeant)?.isDoubtful === true;
    expect(['XX9', 'NO1 tod', '2026-03-10'].filter((typed) => !isDoubted(typed))).toEqual([]);
    expect(['oslo', 'NO1 se3', '10YNO-1--------2'].filter((typed) => isDoubted(typed))).toEqual([]);
    expect(isDoubted('xx9', { deliveryarea: 'XX9' })).toBe(false);
  });

  it('offers to leave out only optional parameters', () => {
    const isLeftOut = (label: string, dataset: string) =>
      suggestionsFor(queryPart(dataset, label), '', {}, oslo).some((o) => o.label === 'Skip');
    expect(isLeftOut('Delivery area', 'dayahead-prices')).toBe(true);
    expect(isLeftOut('From area', 'hub-to-hub-capacities')).toBe(false);
  });
});

describe('the suggested areas', () => {
  const suggested = (dataset: string, label = 'Delivery area') =>
    suggestionsFor(queryPart(dataset, label), '', {}, oslo).map((each) => each.label);

  it('are those of day-ahead prices, with groups and the system price', () => {
    const prices = suggested('dayahead-prices');
    for (const area of ['DE-LU', 'GER', 'TTG', 'PLC', 'BG', 'TEL', 'SYS', 'NO'])
      expect(prices).toContain(area);
  });

  it.each([
    ['intraday-orders', 'Delivery area', true],
    ['hub-to-hub-capacities', 'From area', false],
    ['hub-to-hub-capacities', 'To area', false],
  ])('are those of intraday trading: %s, %s', (dataset, label, hasIceland) => {
    const areas = suggested(dataset, label);
    for (const area of ['50Hz', 'AMP', 'TTG', 'TBW', 'BG', 'TEL']) expect(areas).toContain(area);
    for (const area of ['DE-LU', 'GER', 'SYS', 'NO']) expect(areas).not.toContain(area);
    expect(areas.includes('IS')).toBe(hasIceland);
  });
});

describe('the first suggested day', () => {
  const first = (dataset: string, time: string) =>
    suggestionsFor(queryPart(dataset, 'Period'), '', {}, { now: Date.parse(time), zone: 'Europe/Oslo' })[0];

  it.each([
    ['2026-11-20T22:59:00Z', 'Today (2026-11-20)'],
    ['2026-11-20T23:05:00Z', 'Yesterday (2026-11-20)'],
    ['2026-11-20T23:20:00Z', 'Yesterday (2026-11-20)'],
    ['2026-11-20T23:21:00Z', 'Today (2026-11-21)'],
  ])('of delayed orders at %s is %s', (time, label) => {
    expect(first('intraday-orders', time)?.label).toBe(label);
  });

  it('of prices, which are published before their day, is today', () => {
    expect(first('dayahead-prices', '2026-11-20T23:05:00Z')?.label).toBe('Today (2026-11-21)');
  });
});

it('typing the label of a choice selects that choice', () => {
  for (const typed of ['Skip', 'skip']) {
    const suggestions = suggestionsFor(queryPart('dayahead-prices', 'Block name'), typed, {}, oslo);
    expect(suggestions.filter(({ label }) => label.toLowerCase() === 'skip')).toHaveLength(1);
    expect(suggestions[0]).toMatchObject({ label: 'Skip', inputs: { blockname: '' }, isMeant: true });
  }
});

describe('the prompt for a power hour', () => {
  it('suggests the 25 hours of the day on which clocks go back', () => {
    const clock = { now: Date.UTC(2026, 9, 25, 12), zone: 'Europe/Oslo' };
    const suggestions = suggestionsFor(queryPart('hub-to-hub-capacities', 'Power hour'), '', {}, clock);
    expect(suggestions).toHaveLength(25);
    expect(new Set(suggestions.map(({ label }) => label)).size).toBe(25);
  });

  const hours = (previous: string, zone = 'Europe/Oslo') =>
    suggestionsFor(
      queryPart('hub-to-hub-capacities', 'Power hour'),
      '',
      { powerHour: previous },
      { ...oslo, zone },
    );

  it('suggests no hour twice, and the last used hour as it was selected or typed', () => {
    const [last, ...others] = hours('2026-10-24T13:00:00Z');
    expect(last).toMatchObject({ label: '2026-10-24 15:00 +02:00', group: 'previous' });
    expect(others.map(({ inputs }) => inputs?.powerHour)).not.toContain('2026-10-24T13:00:00Z');
    const [typed, ...more] = hours('2026-10-24T15:00');
    expect(typed).toMatchObject({ label: '2026-10-24T15:00', group: 'previous' });
    for (const all of [others, more]) expect(new Set(all.map(({ label }) => label)).size).toBe(23);
  });

  it('suggests the hours around the last used one first, whatever its day', () => {
    expect(hours('2026-03-20T10:00:00Z').slice(0, 3)).toMatchObject([
      { label: '2026-03-20 11:00 +01:00' },
      { label: '2026-03-20 12:00 +01:00', description: 'sends 2026-03-20T11:00:00Z (one hour later)' },
      { label: '2026-03-20 10:00 +01:00', description: 'sends 2026-03-20T09:00:00Z (one hour earlier)' },
    ]);
  });
});

it('suggests the last used choice and the last used day once', () => {
  const labels = (dataset: string, label: string, previous: Record<string, string>) =>
    suggestionsFor(queryPart(dataset, label), '', previous, oslo).map((each) => each.label);
  const currencies = labels('dayahead-prices', 'Currency', { currency: 'EUR' });
  expect(currencies[0]).toBe('EUR');
  expect(currencies.filter((each) => each === 'EUR')).toHaveLength(1);
  expect(labels('dayahead-prices', 'Period', { startTime: 'today', endTime: 'today' })).toEqual([
    'Today (2026-10-24)',
    'Tomorrow (2026-10-25)',
    'Yesterday (2026-10-23)',
    'Skip',
  ]);
});

it('never throws for any text in any prompt of any dataset', () => {
  const all = datasets.flatMap((dataset) => queryParts(dataset));
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.string(), (step, typed) => {
      expect(suggestionsFor(step, typed, {}, oslo).length).toBeGreaterThan(0);
    }),
  );
});
