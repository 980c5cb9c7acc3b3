import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestionsFor } from '#src/editor/query/suggestions';
import { findDataset } from '#src/market/datasets/datasets';
import { readParameter } from '#src/market/query/query';
import { queryParts } from '#src/market/query/queryParts';
import { readTypedPeriod } from '#src/market/time/typedPeriod';

const now = Date.parse('2026-10-24T13:00:00Z');
const zone = 'Europe/Oslo';
const read = (text: string) => readTypedPeriod(text, now, zone);

describe('a period that was typed', () => {
  const twoDays = {
    kind: 'ends',
    areDays: true,
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
      areDays: false,
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
