import { expect, it } from 'vitest';
import { briefest, labelParts } from '#view/chart/model/labelParts';

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

it.each([
  [
    'interconnectors',
    ['NO2 → UK · Sending · North Sea Link', 'FR → UK · Sending · IFA', 'FR → UK · Sending · IFA2'],
    ['North Sea Link', 'IFA', 'IFA2'],
  ],
  ['areas', ['NO1 · EUR', 'SE3 · EUR'], ['NO1', 'SE3']],
  [
    'both ends of a cable and its name, which two ends share',
    ['NO2 → UK · Sending · North Sea Link', 'NO2 → UK · Receiving · North Sea Link'],
    ['Sending', 'Receiving'],
  ],
  ['whole labels, if no part tells all apart', ['A · 1', 'A · 2', 'B · 1'], ['A · 1', 'A · 2', 'B · 1']],
  ['whole labels, if one has no such part', ['NO1', 'NO1 · EUR'], ['NO1', 'NO1 · EUR']],
])('lines are named by %s', (_what, labels, names) => {
  expect(briefest(labels)).toEqual(names);
});
