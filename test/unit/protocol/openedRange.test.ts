import { expect, it } from 'vitest';
import { lackingSentence, type OpenedDay } from '#src/protocol/openedRange';

const day = (outcome: OpenedDay['outcome']): OpenedDay => ({
  day: '2026-03-28',
  outcome,
  rows: 0,
  bytes: 0,
  findings: [],
});

it('days that lack data are counted, and a single one is in the singular', () => {
  expect(lackingSentence({ days: [day('pending')] })).toBe(
    "The delivery day isn't complete: 1 not published yet.",
  );
  expect(lackingSentence({ days: [day('pending'), day('timeout')] })).toBe(
    'Not all of the 2 delivery days are complete: 1 not published yet, 1 failed.',
  );
});
