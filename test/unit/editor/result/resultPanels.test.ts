import { expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { exportChoicesIn } from '../../../../src/editor/export/exportChoices';
import { ResultPanels } from '../../../../src/editor/result/resultPanels';
import type { ShownQueries } from '../../../../src/editor/result/shownQueries';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult, type Progress, type Result } from '../../../../src/results/result';
import type { ResultStore } from '../../../../src/results/resultStore';
import { doubleOf } from '../../doubleOf';
import { memoryOf } from '../memoryOf';

const nothing = () => ({ dispose: () => undefined });

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  Uri: { joinPath: () => 'uri' },
  ViewColumn: { Active: -1 },
  EventEmitter: vi.fn(),
  commands: { executeCommand: () => undefined },
  workspace: { getConfiguration: () => ({ get: () => undefined }) },
  window: { createWebviewPanel: vi.fn(newTab) },
}));

/** A tab of the editor whose view is never there. */
function newTab() {
  return {
    webview: { asWebviewUri: () => 'uri', onDidReceiveMessage: nothing },
    active: true,
    reveal: () => undefined,
    onDidDispose: nothing,
    onDidChangeViewState: nothing,
  };
}

function resultOf(id: string, deliveryarea: string, progress: Progress): Result {
  const query = { dataset: findDataset('dayahead-prices')!, parameters: { deliveryarea } };
  return Object.assign(newResult(id, query, 'sandbox', ''), { progress });
}

it('a prompt that was open while its tab moved on to another result changes the query in that tab', () => {
  const panels = new ResultPanels('uri' as never, doubleOf<ShownQueries>({ remember: () => undefined }), {
    store: doubleOf<ResultStore>({
      onDidChange: () => () => undefined,
      setShown: () => undefined,
      ask: () => new Promise<never>(() => undefined),
    }),
    columnChoices: { of: () => null } as never,
    exportChoices: exportChoicesIn(memoryOf()),
    act: () => undefined,
    answers: {} as never,
    log: { warn: () => undefined } as never,
  });
  const first = resultOf('first', 'NO1', { kind: 'ended', outcome: { kind: 'success', status: 200 } });
  const running = resultOf('running', 'NO2', { kind: 'asking' });
  void panels.show(first);
  void panels.show(running, { inPlaceOf: 'first' });
  void panels.show(resultOf('next', 'NO3', { kind: 'asking' }), { inPlaceOf: 'first' });
  void panels.show(resultOf('last', 'NO4', { kind: 'asking' }), { inPlaceOf: 'running' });
  expect(vscode.window.createWebviewPanel).toHaveBeenCalledTimes(1);
  expect(panels.tabOf('last')).toBeDefined();
  void panels.show(resultOf('unknown', 'NO5', { kind: 'asking' }), { inPlaceOf: 'elsewhere' });
  expect(vscode.window.createWebviewPanel).toHaveBeenCalledTimes(2);
});
