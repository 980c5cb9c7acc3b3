import { describe, expect, it } from 'vitest';
import type { OpenedDay } from '#src/protocol/openedRange';
import { findingKinds, isFlaw, type FindingKind } from '#src/market/integrity/judgement';
import { findDataset } from '#src/market/datasets/datasets';
import { adviceFor, outcomeKinds } from '#src/request/outcome';
import { dayWords, hasMissingDays, remarksOf, dayStandingOf } from '#view/days/dayWords';

const day = (differing: Partial<OpenedDay> = {}): OpenedDay => ({
  day: '2026-03-28',
  outcome: 'success',
  rows: 192,
  bytes: 3100,
  findings: [
    { kind: 'series', count: 2 },
    { kind: 'received', count: 192 },
  ],
  ...differing,
});

describe('the text about a day', () => {
  it('states how much it has, and that it is complete', () => {
    expect(dayWords(day())).toBe('28 Mar 2026: 192 rows, 3.1 kB; complete');
  });

  it('states its length if clocks change', () => {
    expect(dayWords(day({ day: '2026-03-29' }))).toMatch(/^29 Mar 2026, 23 hours: /);
    expect(dayWords(day({ day: '2026-10-25' }))).toMatch(/^25 Oct 2026, 25 hours: /);
  });

  it('states what its response lacked, and nothing that only describes it', () => {
    const findings = [...day().findings, { kind: 'missing', count: 2 }, { kind: 'nulls', count: 1 }];
    expect(dayWords(day({ findings }))).toBe('28 Mar 2026: 192 rows, 3.1 kB; 2 missing, 1 value is null');
  });

  it("doesn't guess at findings of a later version", () => {
    expect(dayStandingOf(day({ findings: [{ kind: 'toString', count: 3 }] }))).toBe('complete');
  });

  it('says that the day is unchecked if a program has fetched it', () => {
    const unchecked = [{ kind: 'unchecked', count: 192 }];
    expect(dayStandingOf(day({ findings: unchecked }))).toBe('unchecked');
    // The next run requests such a day again.
    expect(hasMissingDays([day(), day({ findings: unchecked })])).toBe(true);
    expect(dayWords(day({ findings: unchecked }))).toMatch(/^28 Mar 2026: 192 rows, 3.1 kB; not checked/i);
  });

  it('says that part of the day is missing, with what is known about it', () => {
    const incomplete = day({ outcome: 'incomplete', findings: [{ kind: 'missing', count: 2 }] });
    expect(dayStandingOf(incomplete)).toBe('incomplete');
    expect(dayWords(incomplete)).toBe('28 Mar 2026: 192 rows, 3.1 kB; Incomplete: 2 missing');
    // A later version may have found something that has no words here.
    const findings = [{ kind: 'toString', count: 2 }];
    expect(dayWords(day({ outcome: 'incomplete', findings }))).toMatch(/; Incomplete$/);
    const noted = day({ findings: [{ kind: 'missing', count: 2 }] });
    expect([hasMissingDays([incomplete]), hasMissingDays([day(), noted])]).toEqual([true, false]);
  });

  it("says why it isn't called complete, whatever leaves that open", () => {
    const remarkFor = (kind: FindingKind) =>
      dayWords(day({ outcome: 'incomplete', findings: [{ kind, count: 3 }] })).split('; ')[1];
    expect(remarkFor('texts')).toBe('Incomplete: 3 values are text');
    expect(remarkFor('untimed')).toBe('Incomplete: 3 values have no start or no end');
    // A day without any documented value has no file.
    const others = new Set<FindingKind>(['noValues', 'renamed']);
    const flaws = findingKinds.filter((kind) => isFlaw({ kind, count: 3 }) && !others.has(kind));
    for (const kind of flaws) expect(remarkFor(kind), kind).toMatch(/^Incomplete: ./);
  });

  it('says why it has no rows', () => {
    const words = (outcome: OpenedDay['outcome']) =>
      dayWords(day({ outcome, rows: 0, bytes: 0, findings: [] }));
    expect(words('noData')).toBe('28 Mar 2026: No data');
    expect(words('pending')).toBe('28 Mar 2026: Not published yet');
    expect(words('notAsked')).toBe('28 Mar 2026: Not requested');
    expect(words('responseMissing')).toBe('28 Mar 2026: The response is no longer in the folder');
    expect(words('responseChanged')).toBe('28 Mar 2026: The response has changed since it was fetched');
  });

  it('says that other programs no longer find its rows, as long as it can be shown itself', () => {
    const words = (more: Partial<OpenedDay>) => dayWords(day({ rows: 96, bytes: 3100, ...more }));
    expect(words({ rowFile: 'missing' })).toBe(
      '28 Mar 2026: 96 rows, 3.1 kB; The file with the rows is no longer in the folder',
    );
    expect(words({ rowFile: 'changed' })).toContain(
      'The file with the rows has changed since it was fetched',
    );
    expect(words({ rowFile: 'doubled' })).toContain('; Programs read another file of the day, too');
    expect(words({ rowFile: 'missing', outcome: 'responseMissing', rows: 0 })).toContain('The response');
  });

  it('is what the result view calls an outcome, so that both are found by the same words', () => {
    const words = (outcome: OpenedDay['outcome']) => dayWords(day({ outcome, rows: 0, findings: [] }));
    const dataset = findDataset('dayahead-prices')!;
    const told = outcomeKinds.filter((kind) => kind !== 'success' && kind !== 'unauthorized');
    for (const kind of told) {
      expect(words(kind)).toBe(`28 Mar 2026: ${adviceFor({ kind }, dataset, false).title}`);
    }
    // A folder doesn't say with which status a day was rejected.
    expect(words('unauthorized')).toBe('28 Mar 2026: Sign-in required, or not part of your subscription');
  });
});

describe('the days to look at', () => {
  it('are those with findings, one by one, and spans of days without rows', () => {
    const nulls = [{ kind: 'nulls', count: 1 }];
    const remarks = remarksOf([
      day({ day: '2026-01-01' }),
      day({ day: '2026-01-02', findings: nulls }),
      day({ day: '2026-01-03', findings: nulls }),
      day({ day: '2026-01-04', outcome: 'timeout' }),
      day({ day: '2026-01-05', outcome: 'timeout' }),
      day({ day: '2026-01-06', outcome: 'unreachable' }),
      day({ day: '2026-01-07' }),
      day({ day: '2026-01-08', outcome: 'unreachable' }),
    ]);
    expect(remarks.map(({ first, last, text }) => [first.day.slice(-2), last.day.slice(-2), text])).toEqual([
      ['02', '02', '1 value is null'],
      ['03', '03', '1 value is null'],
      ['04', '05', 'Timed out'],
      ['06', '06', 'Service unreachable'],
      ['08', '08', 'Service unreachable'],
    ]);
  });

  it('are one span if they are unchecked', () => {
    const findings = [{ kind: 'unchecked', count: 192 }];
    const remarks = remarksOf([day({ findings }), day({ day: '2026-03-29', findings })]);
    expect(remarks).toMatchObject([
      { first: { day: '2026-03-28' }, last: { day: '2026-03-29' }, rows: 384, text: 'Not checked' },
    ]);
  });

  it('are none if every day is complete', () => {
    expect(remarksOf([day(), day({ day: '2026-03-29' })])).toEqual([]);
  });
});
