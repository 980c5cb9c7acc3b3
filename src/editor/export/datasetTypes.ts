import * as v from 'valibot';
import * as vscode from 'vscode';
import { apiTarget, typeLabels, typeTargets, type TypeTarget } from '../../protocol/codeTargets';
import { openApi } from '../../exports/types/openApi';
import { typesOf } from '../../exports/types/types';
import { requireDataset } from '../../market/datasets/datasets';
import { command, isDatasetNode } from '../shell/commandArguments';
import { pickDataset } from '../shell/pickDataset';

const shape = v.variant('target', [
  v.object({ dataset: v.string(), target: v.picklist(typeTargets) }),
  v.object({ dataset: v.optional(v.string()), target: v.literal(apiTarget) }),
]);

/** `marketData.dataset.types`. Resolves with the text. */
export const datasetTypes = command(shape, {
  prompt: (clicked) => promptForTypes(clicked?.datasetNode),
  isClicked: isDatasetNode,
  run: ({ dataset, target }) => {
    const known = dataset === undefined ? undefined : requireDataset(dataset);
    return target === apiTarget || !known ? openApi() : typesOf(target, known);
  },
});

/**
 * Opens the text in an untitled document of its language, where people can read it and save it wherever their
 * project keeps its types. The clipboard isn't changed.
 */
async function promptForTypes(clicked?: string): Promise<string | undefined> {
  const target = await pickTarget();
  if (!target) return undefined;
  if (target === apiTarget) return opened('json', openApi());
  const dataset = clicked === undefined ? await pickDataset() : requireDataset(clicked);
  return dataset && opened(typeLabels[target].languageId, typesOf(target, dataset));
}

async function opened(language: string, content: string): Promise<string> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
  return content;
}

async function pickTarget(): Promise<TypeTarget | typeof apiTarget | undefined> {
  const items: (vscode.QuickPickItem & { target: TypeTarget | typeof apiTarget })[] = [
    ...typeTargets.map((target) => ({ label: typeLabels[target].label, target })),
    {
      label: 'OpenAPI',
      description: vscode.l10n.t('all datasets, for client generators'),
      target: apiTarget,
    },
  ];
  const placeHolder = vscode.l10n.t('Select a format for the types');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.target;
}
