import * as v from 'valibot';
import { expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { keptOf, keptShape, resultOfKept } from '#src/results/keptResult';
import { newResult } from '#src/results/result';
import type { Source } from '#src/protocol/source';
import { openedFile } from './openedFiles';

it.each<[string, Source]>([
  ['the service', { kind: 'service' }],
  ['the history', { kind: 'history' }],
  ['a file', openedFile({ isSingle: true })],
])('a reloaded window still says that a response came from %s', (_, source) => {
  const query = { dataset: datasets[0]!, parameters: {} };
  const result = newResult('one', query, 'sandbox', 'http://x.test/', source);
  const note = JSON.stringify(keptOf(result, { kind: 'success' }));
  expect(resultOfKept('one', v.parse(keptShape, JSON.parse(note))).source).toEqual(source);
});
