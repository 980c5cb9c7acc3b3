import { expect, it, vi } from 'vitest';
import { stateOf } from '../../../../src/editor/result/resultState';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult } from '../../../../src/results/result';
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
