import { describe, expect, it } from 'vitest';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { absentFindings, seriesFindings } from '#src/market/integrity/findings';
import { coverageOf, totalOf, type Gap, type Intervals } from '#src/market/integrity/integrity';
import { judgementOf } from '#src/market/integrity/judgement';
import { hourMs, minuteMs } from '#src/market/time/zones';

type Interval = [start: number, end: number, value?: number];
const series = (...intervals: Interval[]): Intervals => ({
  length: intervals.length,
  reach: Math.max(...intervals.map(([, end]) => end)),
  start: (place) => intervals[place]![0],
  end: (place) => intervals[place]![1],
  value: (place) => intervals[place]![2] ?? 1,
  isNull: (place) => Number.isNaN(intervals[place]![2]),
});
const day = (date: string) => dayPeriod(date, marketZone);
const grid = ({ start, end }: { start: number; end: number }, minutes: number): Interval[] =>
  Array.from({ length: (end - start) / (minutes * minuteMs) }, (_, place) => [
    start + place * minutes * minuteMs,
    start + (place + 1) * minutes * minuteMs,
  ]);
const usual = day('2026-03-20');
const quarters = grid(usual, 15);
const without = (list: Interval[], ...places: number[]) => list.filter((_, place) => !places.includes(place));
const nullAt = (list: Interval[], ...places: number[]) =>
  list.map(([start, end], place): Interval => [start, end, places.includes(place) ? NaN : 1]);

type Asked = Parameters<typeof coverageOf>[1];
/** An area as it was requested. */
const no1 = { name: 'deliveryarea', label: 'Delivery area', kind: 'deliveryArea', values: ['NO1'] } as const;

/** The findings on families of series, each status on one row. */
const found = (families: Interval[][][], asked: Asked = usual, statuses: string[] = []) =>
  seriesFindings(
    {
      records: families.flat().length,
      series: families.flat().length,
      empty: families.flat().filter((each) => each.length === 0).length,
      values: families.flat(2).filter(([, , value]) => !Number.isNaN(value)).length,
      coverage: totalOf(
        families.map((family) =>
          coverageOf(
            family.map((each) => series(...each)),
            asked,
          ),
        ),
      ),
      statuses: new Map(statuses.map((status) => [status, 1])),
      isPart: asked.isPart === true,
    },
    [],
  );
const said = (...given: Parameters<typeof found>) => {
  const findings = found(...given);
  return {
    text: findings.map(({ text }) => text).join(', '),
    complete: findings.every(({ severity }) => severity !== 'problem'),
  };
};

it('chosen rows say nothing about the intervals between them, which the response may have', () => {
  const chosen = without(quarters, 3, 4, 50);
  const known = { start: null, end: null };
  expect(said([[chosen]], known).text).toContain('3 missing');
  expect(said([[chosen]], { ...known, isPart: true })).toEqual({ text: '93 intervals', complete: true });
});

describe('one series', () => {
  it.each<[string, Interval[], { start: number | null; end: number | null }, boolean]>([
    ['96 of 96 quarter hours', quarters, usual, true],
    ['92 of 92 quarter hours', grid(day('2026-03-29'), 15), day('2026-03-29'), true],
    ['100 of 100 quarter hours', grid(day('2026-10-25'), 15), day('2026-10-25'), true],
    ['50 of 50 half hours', grid(day('2026-10-25'), 30), day('2026-10-25'), true],
    ['24 of 24 hours', grid(usual, 60), usual, true],
    ['23 of 24 hours, 1 missing', without(grid(usual, 60), 23), usual, false],
    ['1 of 1 half hour', grid(usual, 30).slice(0, 1), { start: null, end: null }, true],
    ['1 of 1 quarter hour', quarters.slice(0, 1), { start: null, end: null }, true],
    ['1 of 1 interval', grid(usual, 5).slice(0, 1), { start: null, end: null }, true],
    ['1 interval', grid(usual, 120).slice(0, 1), usual, true],
    ['2 intervals', grid(usual, 120).slice(5, 7), usual, true],
    [
      '2 intervals, 87 missing, 1 of 15 min, 1 of 2 h',
      [quarters[0]!, [quarters[0]![1], quarters[8]![1]]],
      usual,
      false,
    ],
    [
      '57 intervals, 32 missing, 56 of 15 min, 1 of 2 h',
      [[usual.start, quarters[7]![1]], ...quarters.slice(40)],
      usual,
      false,
    ],
    ['288 of 288 intervals', grid(usual, 5), usual, true],
    ['94 of 96 quarter hours, 2 missing', without(quarters, 7, 40), usual, false],
    ['95 of 96 quarter hours, 1 missing', without(quarters, 0), usual, false],
    ['95 of 96 quarter hours, 1 missing', without(quarters, 95), usual, false],
    ['95 of 95 quarter hours', without(quarters, 95), { start: null, end: null }, true],
    ['95 of 96 quarter hours, 1 missing', without(quarters, 95), { start: null, end: usual.end }, false],
    ['96 of 96 quarter hours, 3 values are null', nullAt(quarters, 1, 2, 9), usual, false],
    [
      '96 of 96 quarter hours, 2 duplicates',
      [quarters[0]!, quarters[0]!, ...quarters.slice(0, 4), ...quarters.slice(4)],
      usual,
      false,
    ],
    [
      '96 of 96 quarter hours, 4 outside the requested period',
      [...quarters, ...grid({ start: usual.end, end: usual.end + hourMs }, 15)],
      usual,
      false,
    ],
    [
      '96 of 96 quarter hours, 96 outside the requested period',
      [...grid(day('2026-03-19'), 15), ...quarters],
      usual,
      false,
    ],
    ['96 of 96 quarter hours, 1 duplicate', [quarters[0]!, ...quarters], usual, false],
    [
      'nothing within the requested period, 96 outside the requested period',
      quarters,
      day('2026-03-22'),
      false,
    ],
    ['1 of 1 hour', grid({ start: 0, end: hourMs }, 60), { start: 0, end: hourMs }, true],
  ])('%s', (text, intervals, asked, complete) => {
    expect(said([[intervals]], asked)).toEqual({ text, complete });
  });

  it('judges a change of resolution by the length of each interval', () => {
    const change = usual.start + 12 * hourMs;
    const mixed = [
      ...grid({ start: usual.start, end: change }, 60),
      ...grid({ start: change, end: usual.end }, 15),
    ];
    expect(said([[mixed]]).text).toBe('60 of 60 intervals, 48 of 15 min, 12 of 60 min');
    expect(said([[without(mixed, 3, 40)]]).text).toBe(
      '58 of 60 intervals, 2 missing, 47 of 15 min, 11 of 60 min',
    );
  });

  it("doesn't report gaps between blocks, which are normal", () => {
    const peaks = ['2026-03-20', '2026-03-21'].map((date): Interval => {
      const { start } = day(date);
      return [start + 8 * hourMs, start + 20 * hourMs];
    });
    const asked = { start: usual.start, end: usual.end + 24 * hourMs };
    expect(said([[peaks]], asked)).toEqual({ text: '2 intervals', complete: true });
  });

  it.each<[string, Interval[], number, boolean]>([
    ['56 of 56 quarter hours, 40 still to come', quarters.slice(0, 56), 56, true],
    // One that has begun cannot be known yet.
    ['56 of 56 quarter hours, 40 still to come', quarters.slice(0, 56), 56.9, true],
    ['53 of 56 quarter hours, 3 missing, 40 still to come', quarters.slice(0, 53), 56, false],
    ['55 of 56 quarter hours, 1 missing, 40 still to come', without(quarters.slice(0, 56), 7), 56, false],
    // Scheduled flows are known some time ahead: a gap between them is one.
    ['59 of 60 quarter hours, 1 missing, 36 still to come', without(quarters.slice(0, 60), 58), 56, false],
    ['96 of 96 quarter hours', quarters, 56, true],
    ['95 of 96 quarter hours, 1 missing', quarters.slice(0, 95), 200, false],
    ['10 of 10 quarter hours, 86 still to come', quarters.slice(0, 10), -50, true],
  ])(
    'never reports intervals as missing before they can be known: %s',
    (text, intervals, dueQuarters, complete) => {
      const asked = { ...usual, due: usual.start + dueQuarters * 15 * minuteMs };
      expect(said([[intervals]], asked)).toEqual({ text, complete });
    },
  );

  it('counts each interval that starts before an earlier one has ended, and no gap after it', () => {
    const [start] = quarters[0]!;
    const hour: Interval = [start, start + hourMs];
    const nested: Interval[] = [hour, quarters[1]!, quarters[2]!, ...quarters.slice(4)];
    expect(said([[nested]]).text).toBe('95 of 95 intervals, 2 overlaps, 94 of 15 min, 1 of 60 min');
  });

  it('distinguishes intervals that share only their start, or only their end', () => {
    const [start] = quarters[0]!;
    const list: Interval[] = [
      [start, start + 15 * minuteMs],
      [start, start + hourMs],
      [start + 30 * minuteMs, start + hourMs],
    ];
    const alone = { start, end: start + hourMs };
    expect(said([[list]], alone).text).toBe(
      '3 of 3 intervals, 2 overlaps, 1 of 15 min, 1 of 30 min, 1 of 60 min',
    );
    // Neither are they the same interval of two series.
    for (const other of [list[0]!, list[2]!])
      expect(said([[[list[1]!], [other]]], alone).text).toMatch(/^2 series, 2 of 2 intervals/);
  });

  it.each([
    [['O'], '96 of 96 quarter hours, official'],
    [['P'], '96 of 96 quarter hours, preliminary'],
    [['X'], '96 of 96 quarter hours, X'],
  ])('shows the status %j, which all rows have', (statuses, text) => {
    expect(said([[quarters]], usual, statuses).text).toBe(text);
    expect(found([[quarters]], usual, statuses)[1]).toMatchObject({ kind: 'status', shows: 'nothing' });
  });

  it('shows nothing if there is nothing to count', () => {
    expect(found([])).toEqual([]);
  });

  it('shows what is known of a response without any interval', () => {
    expect(said([[[]]], usual, ['O']).text).toBe('official, 1 series without values');
    expect(said([[[]], [[]]]).text).toBe('2 series without values');
    const absent = absentFindings([{ asked: no1, absent: ['NO1'], instead: [], isCertain: true }]);
    const counts = { records: 0, series: 0, empty: 0, values: 0, coverage: totalOf([]), statuses: new Map() };
    expect(seriesFindings(counts, absent)).toEqual(absent);
  });

  it('says how many records the series came in, if that is a larger number', () => {
    const coverage = coverageOf([series(...quarters)], usual);
    const counts = { records: 3, series: 1, empty: 0, values: quarters.length, coverage };
    const [first] = seriesFindings({ ...counts, statuses: new Map() }, []);
    expect(first?.text).toBe('1 series in 3 records');
  });
});

describe('several series', () => {
  it('counts the intervals of all series together', () => {
    const fifteen = Array.from({ length: 15 }, () => [quarters]);
    expect(said(fifteen).text).toBe('15 series, 1,440 of 1,440 quarter hours');
  });

  it('reports series without values', () => {
    expect(said([[quarters], [[]]])).toEqual({
      text: '2 series, 96 of 96 quarter hours, 1 series without values',
      complete: false,
    });
  });

  it("doesn't report a gap where official prices end and preliminary ones continue", () => {
    const next = { start: usual.end, end: usual.end + 24 * hourMs };
    const asked = { start: usual.start, end: next.end };
    const text = '2 series, 192 of 192 quarter hours, 1 official, 1 preliminary';
    expect(said([[quarters, grid(next, 15)]], asked, ['O', 'P']).text).toBe(text);
  });

  it('counts an interval only once if it has both statuses', () => {
    expect(said([[quarters, quarters]], usual, ['O', 'P'])).toEqual({
      text: '2 series, 96 of 96 quarter hours, 1 official, 1 preliminary',
      complete: true,
    });
  });
});

describe('gaps', () => {
  const gapsIn = (turns: Interval[][], asked: Asked = usual) => {
    const gaps: Gap<Intervals>[] = [];
    coverageOf(
      turns.map((each) => series(...each)),
      asked,
      { onGap: (gap) => gaps.push(gap) },
    );
    return gaps.map(({ start, end, missing, neighbors }) => {
      return [start, end, missing, neighbors.map(({ index }) => index)];
    });
  };
  const at = (place: number) => usual.start + place * 15 * minuteMs;

  it('are listed with their bounds and the intervals next to them', () => {
    expect(gapsIn([without(quarters, 0, 7, 8, 95)])).toEqual([
      [at(0), at(1), 1, [0]],
      [at(7), at(9), 2, [5, 6]],
      [at(95), at(96), 1, [91]],
    ]);
  });

  it("end with the period, even if that isn't a whole number of intervals", () => {
    const asked = { start: usual.start, end: usual.end + 5 * minuteMs };
    expect(gapsIn([quarters.slice(0, 95)], asked)).toEqual([[at(95), asked.end, 1, [94]]]);
  });

  it("don't begin within a long interval when a shorter interval in it ends", () => {
    const hour: Interval = [at(0), at(4)];
    expect(gapsIn([[hour, quarters[1]!, ...quarters.slice(4)]])).toEqual([]);
  });

  it('end where no more data is due', () => {
    expect(gapsIn([quarters.slice(0, 53)], { ...usual, due: at(56) + 1 })).toEqual([
      [at(53), at(56), 3, [52]],
    ]);
  });

  it('are distinguished from what is still to come', () => {
    const rest: object[] = [];
    const due = { ...usual, due: at(56) + 1 };
    coverageOf([series(...quarters.slice(0, 53))], due, { onToCome: (each) => rest.push(each) });
    expect(rest).toEqual([{ start: at(56), end: at(96), count: 40 }]);
    coverageOf([series(...quarters)], due, { onToCome: (each) => rest.push(each) });
    expect(rest).toHaveLength(1);
  });

  it('can be either of the two hours with the same clock time in autumn', () => {
    const autumn = day('2026-10-25');
    const hours = grid(autumn, 60);
    expect(gapsIn([without(hours, 2, 3)], autumn)).toEqual([
      [autumn.start + 2 * hourMs, autumn.start + 4 * hourMs, 2, [1, 2]],
    ]);
  });

  it('are filled by a series that continues another series', () => {
    expect(gapsIn([without(quarters, 7), [quarters[7]!]])).toEqual([]);
  });
});

describe('gaps where the market time unit changes from an hour to a quarter hour', () => {
  const [last, first] = [day('2025-09-30'), day('2025-10-01')];
  const asked: Asked = { start: last.start, end: first.end, unitChange: first.start };
  const [hours, quarterHours] = [grid(last, 60), grid(first, 15)];

  it.each<[string, Interval[]]>([
    ['120 of 120 intervals, 96 of 15 min, 24 of 60 min', [...hours, ...quarterHours]],
    ['24 of 120 intervals, 96 missing', hours],
    ['96 of 120 intervals, 24 missing', quarterHours],
    ['23 of 120 intervals, 97 missing', hours.slice(0, 23)],
    ['92 of 120 intervals, 28 missing', quarterHours.slice(4)],
    [
      '114 of 120 intervals, 6 missing, 92 of 15 min, 22 of 60 min',
      [...hours.slice(0, 22), ...quarterHours.slice(4)],
    ],
    // Values that the service gives by the hour or half hour on both days.
    ['24 of 48 hours, 24 missing', grid(first, 60)],
    ['45 of 48 hours, 3 missing', [...hours.slice(0, 22), ...grid(first, 60).slice(1)]],
    ['48 of 96 half hours, 48 missing', grid(last, 30)],
  ])('have the intervals that are due on each side: %s', (text, intervals) => {
    expect(said([[intervals]], asked).text).toBe(text);
  });

  it('are listed for each side, each with intervals of one length', () => {
    const gaps: [number, number, number][] = [];
    const seen = [...hours.slice(0, 22), ...quarterHours.slice(4)];
    coverageOf([series(...seen)], asked, {
      onGap: ({ start, end, missing }) => gaps.push([start, end, missing]),
    });
    expect(gaps).toEqual([
      [first.start - 2 * hourMs, first.start, 2],
      [first.start, first.start + hourMs, 4],
    ]);
  });

  it('end where no more data is due, and what is still to come is counted in its own length', () => {
    const due = first.start - hourMs;
    expect(said([[hours.slice(0, 20)]], { ...asked, due }).text).toBe(
      '20 of 23 hours, 3 missing, 97 still to come',
    );
    const rest: object[] = [];
    coverageOf([series(...hours.slice(0, 20))], { ...asked, due }, { onToCome: (each) => rest.push(each) });
    expect(rest).toEqual([
      { start: due, end: first.start, count: 1 },
      { ...first, count: 96 },
    ]);
  });
});

describe('the rows that a finding can show', () => {
  it('are exactly those that the finding counts, with the earlier row that each row repeats or overlaps', () => {
    const [start] = quarters[0]!;
    const rows: Interval[] = [
      [start - hourMs, start],
      [start, start + hourMs],
      [start, start + hourMs],
      [start + 15 * minuteMs, start + 30 * minuteMs, NaN],
      [start + 30 * minuteMs, start + hourMs],
      [start + 45 * minuteMs, start + 75 * minuteMs], // half an hour from a quarter past
      [usual.end, usual.end + hourMs],
    ];
    const only = series(...rows);
    const told: [string, number, number | undefined][] = [];
    coverageOf([only], usual, {
      onInterval: (kind, spot, earlier) => {
        expect([spot.series, (earlier ?? spot).series]).toEqual([only, only]);
        told.push([kind, spot.index, earlier?.index]);
      },
    });
    expect(told).toEqual([
      ['outside', 0, undefined],
      ['within', 1, undefined],
      ['duplicates', 2, 1],
      ['within', 3, undefined],
      ['nulls', 3, undefined],
      ['overlaps', 3, 1],
      ['within', 4, undefined],
      ['overlaps', 4, 1],
      ['within', 5, undefined],
      ['offGrid', 5, undefined],
      ['overlaps', 5, 1],
      ['outside', 6, undefined],
    ]);
  });
});

describe('a finding', () => {
  it('is a problem only if it should not occur', () => {
    const odd = [
      ...grid({ start: usual.start - hourMs, end: usual.start }, 60),
      quarters[0]!,
      quarters[0]!,
      [quarters[0]![0] + minuteMs, quarters[0]![1], NaN] satisfies Interval,
      ...quarters.slice(4, 60),
    ];
    const due = usual.start + 70 * 15 * minuteMs;
    const findings = found([[odd], [[]]], { ...usual, due }, ['O', 'P']);
    const absent = absentFindings([{ asked: no1, absent: ['NO1'], instead: [], isCertain: true }]);
    const told = [...findings, ...absent];
    expect(told.map(({ kind, of, severity, shows }) => [kind, of, severity, shows])).toEqual([
      ['series', undefined, 'note', 'nothing'],
      ['received', undefined, 'note', 'nothing'],
      ['status', 'O', 'note', 'rows'],
      ['status', 'P', 'note', 'rows'],
      ['missing', undefined, 'problem', 'gaps'],
      ['toCome', undefined, 'note', 'nothing'],
      ['nulls', undefined, 'problem', 'rows'],
      ['duplicates', undefined, 'problem', 'rows'],
      ['overlaps', undefined, 'problem', 'rows'],
      ['offGrid', undefined, 'problem', 'rows'],
      ['empty', undefined, 'problem', 'rows'],
      ['outside', undefined, 'problem', 'rows'],
      ['length', String(14 * minuteMs), 'note', 'rows'],
      ['length', String(15 * minuteMs), 'note', 'rows'],
      ['absent', 'deliveryarea', 'problem', 'nothing'],
    ]);
    expect(found([[quarters]])[0]).toMatchObject({ kind: 'received', severity: 'good' });
  });

  it('names no more statuses than a person can read', () => {
    const findings = found([[quarters]], usual, ['A', 'B', 'C', 'D', 'E', 'F']);
    expect(findings.filter(({ kind }) => kind === 'status').map(({ of }) => of)).toEqual([
      'A',
      'B',
      'C',
      'D',
    ]);
  });

  it('writes whole hours of a block as hours', () => {
    const start = usual.start;
    const blocks = [60, 90, 120].reduce<Interval[]>((list, minutes) => {
      const from = list.at(-1)?.[1] ?? start;
      return [...list, [from, from + minutes * minuteMs]];
    }, []);
    const lengths = found([[blocks]]).filter(({ kind }) => kind === 'length');
    expect(lengths.map(({ text }) => text)).toEqual(['1 of 60 min', '1 of 90 min', '1 of 2 h']);
  });

  it('names the rarest of many lengths', () => {
    const lengths = [5, 10, 15, 20, 30, 60];
    const list = lengths.flatMap((minutes, place) =>
      grid({ start: usual.start + place * 2 * hourMs, end: usual.start + (place * 2 + 2) * hourMs }, minutes),
    );
    const named = found([[list]]).filter(({ kind }) => kind === 'length');
    expect(named.map(({ text }) => text)).toEqual([
      '8 of 15 min',
      '6 of 20 min',
      '4 of 30 min',
      '2 of 60 min',
    ]);
  });
});

describe("requested values that didn't arrive", () => {
  it('are named, but not so many that nobody can read them', () => {
    const absent = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    const asked = { ...no1, values: [...absent, 'NO1'] };
    const [finding] = absentFindings([{ asked, absent, instead: [], isCertain: true }]);
    expect(finding?.text).toBe('no data for A, B, C, D, E and 2 more');
  });

  it('are shortened only if they are longer than any area', () => {
    const absent = ['x'.repeat(40), 'y'.repeat(41)];
    const [finding] = absentFindings([
      { asked: { ...no1, values: absent }, absent, instead: [], isCertain: true },
    ]);
    expect(finding?.text).toContain(`${'x'.repeat(40)}, ${'y'.repeat(39)}…`);
  });

  it('leave open whether the response is complete if an area may only be spelled differently', () => {
    const asked = { ...no1, values: ['10YNO-1--------2'] };
    const [finding] = absentFindings([{ asked, absent: asked.values, instead: ['NO1'], isCertain: false }]);
    expect(finding).toMatchObject({
      kind: 'unmatched',
      text: 'Delivery area: requested 10YNO-1--------2, received NO1',
    });
    expect(judgementOf({ isWhole: true, rows: 96, findings: [finding!] })).toBe('unjudged');
  });
});
