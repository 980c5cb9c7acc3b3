import * as v from 'valibot';
import * as vscode from 'vscode';
import { typeLabels, typeTargets, type TypeTarget } from '../../protocol/codeTargets';
import { typesOf } from '../../exports/types/types';
import type { Dataset } from '../../market/datasets/dataset';
import { requireDataset } from '../../market/datasets/datasets';
import { command, isDatasetNode } from '../shell/commandArguments';
import { pickDataset } from '../shell/pickDataset';

/** `marketData.dataset.types`. Resolves with the text. */
export const datasetTypes = command(v.object({ dataset: v.string(), target: v.picklist(typeTargets) }), {
  prompt: (clicked) => promptForTypes(clicked?.datasetNode),
  isClicked: isDatasetNode,
  run: ({ dataset, target }) => typesOf(target, requireDataset(dataset)),
});

/**
 * Opens the text in an untitled document of its language, where people can read it and save it wherever their
 * project keeps its types. The clipboard isn't changed.
 */
async function promptForTypes(clicked?: string): Promise<string | undefined> {
  const dataset = clicked === undefined ? await pickDataset() : requireDataset(clicked);
  const target = dataset && (await pickTarget(dataset));
  if (!target) return undefined;
  const content = typesOf(target, dataset);
  const document = await vscode.workspace.openTextDocument({
    language: typeLabels[target].languageId,
    content,
  });
  await vscode.window.showTextDocument(document);
  return content;
}

async function pickTarget(dataset: Dataset): Promise<TypeTarget | undefined> {
  const items = typeTargets.map((target) => ({ label: typeLabels[target].label, target }));
  const placeHolder = vscode.l10n.t('Select a format for the types of "{0}"', dataset.title());
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.target;
}
