import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';

const itemOf = (dataset: Dataset) => ({
  label: `$(${dataset.icon}) ${dataset.title()}`,
  detail: dataset.summary(),
  dataset,
});

/**
 * The dataset that the person selects for a command called without one; the `likely` ones are first in the
 * list.
 */
export async function pickDataset(
  placeHolder = vscode.l10n.t('Select a dataset'),
  likely: readonly Dataset[] = [],
): Promise<Dataset | undefined> {
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

/** Like `pickDataset`, but the person may also choose to select a query from a file. */
export async function pickDatasetOrFile(): Promise<Dataset | 'file' | undefined> {
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator, dataset: undefined };
  const fromFile = {
    label: `$(file-code) ${vscode.l10n.t('Query from File…')}`,
    detail: vscode.l10n.t("Select a query from a query file. You're prompted only for its times."),
    dataset: 'file' as const,
  };
  const placeHolder = vscode.l10n.t('Select a dataset');
  const items = [...datasets.map(itemOf), separator, fromFile];
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true }))?.dataset;
}
