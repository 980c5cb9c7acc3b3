import { expect, it } from 'vitest';
import { typedInstant } from '#view/controls/timeField';

const noon = Date.parse('2026-06-15T10:00:00Z');

it.each(['17:30', '17.30', '1730', ' 17:30 ', '17:30:00'])('%s is a time of the same day', (text) => {
  expect(typedInstant(text, noon, 'Europe/Oslo')).toBe(Date.parse('2026-06-15T15:30:00Z'));
});

it.each(['', 'noon', '24:00', '17:60', '1:2', '17:30:61'])('"%s" is no time', (text) => {
  expect(typedInstant(text, noon, 'Europe/Oslo')).toBeNull();
});

it.each([
  ['the hour that clocks skip', '02:30', '2026-03-29T10:00:00Z', '2026-03-29T01:30:00Z'],
  ['the hour that is repeated', '02:30', '2026-10-25T10:00:00Z', '2026-10-25T01:30:00Z'],
])('%s leads to an instant of that day', (_what, text, day, instant) => {
  expect(typedInstant(text, Date.parse(day), 'Europe/Oslo')).toBe(Date.parse(instant));
});
