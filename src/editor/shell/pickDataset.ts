import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';

/** The dataset that the person selects for a command called without one. */
export async function pickDataset(): Promise<Dataset | undefined> {
  const items = datasets.map((dataset) => ({
    label: `$(${dataset.icon}) ${dataset.title()}`,
    detail: dataset.summary(),
    dataset,
  }));
  const placeHolder = vscode.l10n.t('Select a dataset');
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true }))?.dataset;
}
