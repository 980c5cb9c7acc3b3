import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';

/**
 * The dataset that the person selects for a command called without one; the `likely` ones are first in the
 * list.
 */
export async function pickDataset(
  placeHolder = vscode.l10n.t('Select a dataset'),
  likely: readonly Dataset[] = [],
): Promise<Dataset | undefined> {
  const itemOf = (dataset: Dataset) => ({
    label: `$(${dataset.icon}) ${dataset.title()}`,
    detail: dataset.summary(),
    dataset,
  });
  const others = datasets.filter((dataset) => !likely.includes(dataset));
  const separator = {
    label: vscode.l10n.t('Other Datasets'),
    kind: vscode.QuickPickItemKind.Separator,
    dataset: undefined,
  };
  const isDivided = likely.length > 0 && others.length > 0;
  const items = [...likely.map(itemOf), ...(isDivided ? [separator] : []), ...others.map(itemOf)];
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true }))?.dataset;
}
