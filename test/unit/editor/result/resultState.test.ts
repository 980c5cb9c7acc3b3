import { expect, it, vi } from 'vitest';
import { stateOf } from '../../../../src/editor/result/resultState';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { originalOf } from '../../../../src/results/comparedResults';
import { newResult } from '../../../../src/results/result';
import { openedFile } from '../../results/openedFiles';
import { tabState } from './tabStates';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));

const query = { dataset: findDataset('dayahead-prices')!, parameters: {} };

/** The next steps that a tab suggests when the service is unreachable. */
function nextOf(connection: string) {
  const result = newResult('one', query, connection, '');
  result.progress = { kind: 'ended', outcome: { kind: 'unreachable' } };
  const { phase } = stateOf(result, tabState());
  return phase.kind === 'ended' ? phase.advice.next : [];
}

it('a wrong address can be corrected from the tab, but not for the sample service', () => {
  expect(nextOf('mine')).toEqual(['runAgain', 'editConnection', 'showLog']);
  expect(nextOf('sandbox')).toEqual(['runAgain', 'showLog']);
});

/** A file that was read, with what differs. */
const saved = (differing = {}, parameters: Record<string, string> = {}) => ({
  ...newResult('saved', { dataset: query.dataset, parameters }, 'file', ''),
  file: openedFile(differing),
});

it('a file is named in place of a connection, and offers no change of its query that could not be run', () => {
  const day = { startTime: '2026-03-19T23:00:00Z', endTime: '2026-03-20T23:00:00Z', deliveryarea: 'NO1' };
  const state = stateOf(saved({}, day), tabState());
  expect(state.connection).toBe('prices.json');
  expect([state.canChangeParts, state.hasDay]).toEqual([false, false]);
  expect(state.parts.some(({ text }) => text === 'NO1')).toBe(true);
});

it.each([
  ['a fixture', saved({ madeUp: 'synthetic' }), 'synthetic'],
  ['a saved response of the sample service', saved({ madeUp: 'sample' }), 'sample'],
  ['a saved response of another service', saved(), null],
  ['a response of the sample service', newResult('live', query, 'sandbox', ''), 'sample'],
])('%s says who made up its values', (_, result, madeUp) => {
  expect(stateOf(result, tabState()).madeUp).toBe(madeUp);
});

it('an empty file gets no advice on what to query instead', () => {
  const empty = saved({ hasQuery: false });
  empty.progress = { kind: 'ended', outcome: { kind: 'noData' } };
  const { likelyReasons, phase } = stateOf(empty, tabState());
  expect(likelyReasons).toEqual([]);
  expect(phase).toMatchObject({ advice: { next: [] } });
});

it('a comparison that has no chart opens with its table', () => {
  const viewOf = (id: string) => {
    const of = { dataset: findDataset(id)!, parameters: {} };
    const side = (name: string) => originalOf(newResult(name, of, 'mine', ''), name);
    const comparison = { first: side('a'), second: side('b'), summary: null };
    return stateOf(newResult('c', of, 'mine', '', comparison), tabState()).defaultView;
  };
  expect([viewOf('intraday-orders'), viewOf('dayahead-prices')]).toEqual(['table', 'chart']);
});
