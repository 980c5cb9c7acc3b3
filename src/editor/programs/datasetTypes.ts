import * as vscode from 'vscode';
import { typeLabels, typeTargets, type TypeTarget } from '../../protocol/formats';
import { typesOf } from '../../exports/types/types';
import type { Dataset } from '../../market/datasets/dataset';
import { requireDataset } from '../../market/datasets/datasets';
import { readArgument, typesArgumentShape } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { pickDataset } from '../shell/pickDataset';

/** `marketData.dataset.types`, with no argument or a complete one. Resolves with the text. */
export async function datasetTypes(argument: unknown): Promise<string | undefined> {
  if (argument === undefined || argument === null) return prompt();
  const { dataset: id, target } = readArgument(commandIds.types, typesArgumentShape, argument);
  return typesOf(target, requireDataset(id));
}

/**
 * Opens the text in an untitled document of its language, where people can read it and save it wherever their
 * project keeps its types. The clipboard isn't changed.
 */
async function prompt(): Promise<string | undefined> {
  const dataset = await pickDataset();
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
