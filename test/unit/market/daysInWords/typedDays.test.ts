import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestionsFor } from '#src/editor/query/suggestions';
import { findDataset } from '#src/market/datasets/datasets';
import { readParameter } from '#src/market/query/query';
import { queryParts } from '#src/market/query/queryParts';
import { readTypedPeriod, writtenDays } from '#src/market/daysInWords/typedDays';
import { monthNames } from '#src/market/time/dayText';
import { weekdayOf } from '#src/market/time/deliveryDay';

const now = Date.parse('2026-10-24T13:00:00Z');
const zone = 'Europe/Oslo';
const read = (text: string) => readTypedPeriod(text, now, zone);

describe('a period that was typed', () => {
  const twoDays = {
    kind: 'ends',
    days: ['2026-10-24', '2026-10-25'],
    period: { start: Date.parse('2026-10-23T22:00Z'), end: Date.parse('2026-10-25T23:00Z') },
  };

  it.each([
    'today to tomorrow',
    'Today TO Tomorrow',
    'today bis tomorrow',
    'today - tomorrow',
    'today..tomorrow',
    'today .. tomorrow',
    'today/tomorrow',
    '2026-10-24 / 2026-10-25',
  ])('is read with every separator, whatever its case: %s', (text) => {
    expect(read(text)).toMatchObject(twoDays);
  });

  it('can be a single day, or end with the start of a time', () => {
    expect(read(' 2026-10-25 ')).toMatchObject({ kind: 'day', day: '2026-10-25' });
    expect(read('today-1d to 2026-10-24T10:00')).toEqual({
      kind: 'ends',
      from: 'today-1d',
      to: '2026-10-24T10:00',
      days: null,
      period: { start: Date.parse('2026-10-22T22:00Z'), end: Date.parse('2026-10-24T08:00Z') },
    });
  });

  it.each(['2026-10-25 to', '2026-10-25 -', '2026-10-25..', '2026-10-25/'])(
    'is incomplete while only a separator follows its start: %s',
    (text) => {
      expect(read(text)).toEqual({ kind: 'open', start: Date.parse('2026-10-24T22:00Z') });
    },
  );

  it('has no end if it is only a time', () => {
    expect(read('2026-10-25T12:00')).toEqual({ kind: 'instant', start: Date.parse('2026-10-25T11:00Z') });
  });

  it.each([
    '',
    'to',
    'soon',
    'today to soon',
    'today to today-1d',
    'today to tomorrow to today',
    'today/today/',
  ])('has its problem explained: "%s"', (text) => {
    expect(read(text)).toMatchObject({ kind: 'problem', message: expect.stringMatching(/\.$/) as string });
  });
});

describe('the prompt', () => {
  const dataset = findDataset('dayahead-prices')!;
  const part = queryParts(dataset).find(({ parameters }) => parameters.length === 2)!;

  /** What accepting the prompt's first line would send; `null` if it can't be accepted. */
  const promptReads = (text: string) => {
    const [first] = suggestionsFor(part, text, {}, { now, zone });
    if (first?.group !== 'typed' || !first.inputs) return null;
    const { inputs } = first;
    const [start, end] = part.parameters.map((parameter) => {
      const reading = readParameter(parameter, inputs[parameter.name] ?? '', now, zone);
      return reading.ok ? Date.parse(reading.value) : null;
    });
    return { start, end };
  };
  const periodOf = (text: string) => {
    const typed = readTypedPeriod(text, now, zone);
    return typed.kind === 'day' || typed.kind === 'ends' ? typed.period : null;
  };

  const time = fc.constantFrom(
    'today+1d',
    '2026-10-25',
    '2026-03-29',
    '2026-10-25T02:30',
    '2026-10-25T12:00Z',
    'soon',
    '',
  );
  const word = fc.constantFrom(' to ', ' TO ', ' bis ', ' - ', '..', '/', ' / ', ' to', '/', ' and ');
  it('sends the period that the text means', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(time, word), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (parts, ends) => {
          const all = parts.map(([each, separator]) => each + separator).join('');
          const text = (ends ? all : all + '2026-10-26').trim();
          fc.pre(text !== '');
          expect(promptReads(text)).toEqual(periodOf(text));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('days that are written', () => {
  const now = Date.parse('2026-11-27T12:00:00Z');

  it.each([
    ['26 nov', '2026-11-26'],
    ['26. November', '2026-11-26'],
    ['Nov 26', '2026-11-26'],
    ['28 nov', '2026-11-28'],
    ['29 nov', '2025-11-29'],
    ['26 nov 2024', '2024-11-26'],
    ['november 26, 2024', '2024-11-26'],
    ['20 nov to 26 nov', '2026-11-20 to 2026-11-26'],
    ['26 nov 10:00', '2026-11-26 10:00'],
    ['last 7 days', 'today-6d to today'],
    ['Last 1 days', 'today-0d to today'],
    ['october', '2026-10-01 to 2026-10-31'],
    ['feb 2024', '2024-02-01 to 2024-02-29'],
    ['dec', '2025-12-01 to 2025-12-31'],
    ['-7d', 'today-7d'],
    ['last week', '2026-11-16 to 2026-11-22'],
    ['2026-03-29T10:00 to 2026-03-29T12:00', '2026-03-29T10:00 to 2026-03-29T12:00'],
    ['today', 'today'],
    ['tod', 'today'],
    ['Tomo', 'tomorrow'],
    ['yest-7d to tod', 'yesterday-7d to today'],
    ['to', 'to'],
    ['todays', 'todays'],
    ['Fri 27 Nov 2026', '2026-11-27'],
    ['friday, 27 nov', '2026-11-27'],
    ['Thu 26 Nov to Fri 2026-11-27', '2026-11-26 to 2026-11-27'],
    ['5 apples', '5 apples'],
  ])('"%s" is read as %s', (text, days) => {
    expect(writtenDays(text, now, zone)).toBe(days);
  });

  it('a date that the editor shows is that date when it is typed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2040 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        (year, month, day) => {
          const shown = `${day} ${monthNames[month - 1]?.() ?? ''} ${year}`;
          const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'));
          expect(writtenDays(shown, now, zone)).toBe(`${year}-${mm ?? ''}-${dd ?? ''}`);
        },
      ),
    );
  });

  it('text without days is never changed, and no text throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const days = writtenDays(text, now, zone);
        if (!/\d|\p{L}{3}/u.test(text)) expect(days).toBe(text.trim());
      }),
    );
  });

  it.each([
    ['-7d', '2026-11-13'],
    ['+1D', '2026-11-21'],
    ['last week', '2026-11-09 to 2026-11-15'],
    ['Last Week', '2026-11-09 to 2026-11-15'],
    // These don't count from the shown day.
    ['today-7d', 'today-7d'],
    ['2026-03-29', '2026-03-29'],
  ])('"%s" in the calendar of Friday, 20 November 2026, is %s', (typed, meaning) => {
    expect(writtenDays(typed, now, zone, '2026-11-20')).toBe(meaning);
  });

  it('weeks begin on Monday, also before 1970', () => {
    expect(['2026-06-01', '2026-11-27', '2026-11-29', '1969-12-29'].map(weekdayOf)).toEqual([0, 4, 6, 0]);
  });

  it('a week that counts from any of its days is the same', () => {
    const weeks = fc.integer({ min: 1, max: 3_000 });
    fc.assert(
      fc.property(weeks, fc.integer({ min: 0, max: 6 }), (week, weekday) => {
        const day = (number: number) => new Date((number - 3) * 86_400_000).toISOString().slice(0, 10);
        const [monday, other] = [day(week * 7), day(week * 7 + weekday)];
        expect(weekdayOf(other)).toBe(weekday);
        const before = (shown: string) => writtenDays('last week', now, zone, shown);
        expect(before(other)).toBe(before(monday));
      }),
    );
  });
});
