import { expect, it } from 'vitest';
import { labelParts } from '#view/chart/model/labelParts';

it.each([
  [
    'the end at which flows are measured',
    ['NO2 → UK · Sending · North Sea Link', 'DK1 → UK · Sending · Viking Link'],
    'Sending',
    ['NO2 → UK · North Sea Link', 'DK1 → UK · Viking Link'],
  ],
  ['nothing', ['NO1', 'SE3'], '', ['NO1', 'SE3']],
  ['nothing, because a single label would have no rest', ['NO1 · EUR'], '', ['NO1 · EUR']],
  ['nothing, because one label is part of the other', ['NO1', 'NO1 · EUR'], '', ['NO1', 'NO1 · EUR']],
])('labels share %s', (_what, labels, shared, rests) => {
  expect(labelParts(labels)).toEqual({ shared, rests });
});
