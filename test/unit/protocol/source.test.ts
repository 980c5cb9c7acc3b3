import { expect, it } from 'vitest';
import { hasBody, refuse, whyNot, type SourceFacts, type Use } from '#src/protocol/source';
import { openedFile } from '../results/openedFiles';

const uses: readonly Use[] = [
  'runAgain',
  'runChanged',
  'copyRequest',
  'saveQuery',
  'saveProvenance',
  'exportJson',
  'compare',
];

it.each<[string, SourceFacts, readonly Use[]]>([
  ['a response', { kind: 'service' }, []],
  ['a response from the history', { kind: 'history' }, []],
  ['a file with provenance', openedFile(), []],
  [
    'a file whose query is unknown',
    openedFile({ hasQuery: false }),
    ['runAgain', 'runChanged', 'copyRequest', 'saveQuery', 'saveProvenance'],
  ],
  ['a range', { kind: 'range' }, ['runAgain', 'copyRequest', 'saveQuery', 'saveProvenance', 'exportJson']],
  [
    'a comparison',
    { kind: 'comparison' },
    ['copyRequest', 'saveQuery', 'saveProvenance', 'exportJson', 'compare'],
  ],
])('%s is rejected only for uses that need a query, request, or body that it lacks', (_, source, refused) => {
  expect(uses.filter((use) => whyNot(use, source) !== null)).toEqual(refused);
  for (const use of refused) expect(() => refuse(use, source)).toThrow(/\.$/);
});

it('a file whose query is unknown is named in the rejection', () => {
  expect(whyNot('runAgain', openedFile({ hasQuery: false }))).toContain('prices.json');
});

it.each<[string, SourceFacts, number, boolean]>([
  ['a response', { kind: 'service' }, 2, true],
  ['a file whose query is unknown', openedFile({ hasQuery: false }), 2, true],
  ['a response without data', { kind: 'service' }, 0, false],
  ['a range, whose files are counted', { kind: 'range' }, 2, false],
  ['a comparison', { kind: 'comparison' }, 2, false],
])('JSON is offered for %s only if an export could write it', (_, source, bytes, has) => {
  expect(hasBody({ bytes, source })).toBe(has);
});
