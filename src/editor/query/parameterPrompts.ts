import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { pick, runSteps } from '../shell/steps';
import {
  promptSteps,
  suggestionsFor,
  type Clock,
  type Inputs,
  type PromptStep,
  type Suggestion,
} from './suggestions';

type SuggestionItem = vscode.QuickPickItem & { suggestion?: Suggestion };

const runNow = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('run'),
  tooltip: vscode.l10n.t('Run with Values Entered So Far'),
});

/**
 * Prompts for the dataset's parameters in one flow. The `previous` inputs are suggested first. Resolves with
 * the new ones as the person typed them, or `undefined` if the person cancelled.
 */
export async function promptForParameters(
  dataset: Dataset,
  previous: Inputs,
  clock: Clock,
): Promise<Inputs | undefined> {
  const prompts = promptSteps(dataset);
  const inputs: Record<string, string> = {};
  const typed = new Map<PromptStep, string>();
  const steps = prompts.map((prompt, index) => async (step: number, totalSteps: number) => {
    const mayRunNow = !prompts.slice(index).some(({ isRequired }) => isRequired);
    const optional = prompt.isRequired ? '' : vscode.l10n.t(' (optional)');
    // Going back shows what was entered before.
    const shownFirst = { ...previous, ...inputs };
    const end = await pick<SuggestionItem>({
      title: `${dataset.title()}: ${prompt.label}${optional}`,
      step,
      totalSteps,
      placeholder: placeholderOf(prompt),
      typed: typed.get(prompt) ?? '',
      onTyped: (text) => typed.set(prompt, text),
      items: (text) => itemsOf(suggestionsFor(prompt, text, shownFirst, clock)),
      accepts: ({ suggestion }) => suggestion?.inputs !== undefined,
      preferred: ({ suggestion }) => isPreferred(prompt, suggestion),
      ...(mayRunNow ? { finish: runNow() } : {}),
    });
    if (end.kind === 'answer') Object.assign(inputs, end.answer.suggestion?.inputs);
    return end;
  });
  return (await runSteps(steps)) ? inputs : undefined;
}

function placeholderOf({ parameters, help }: PromptStep): string {
  if (parameters.length === 2) {
    return vscode.l10n.t(
      'Enter a day such as 2026-03-29 or today-7d, or "2026-03-29T10:00 to 2026-03-29T12:00".',
    );
  }
  const [parameter] = parameters;
  if (parameter?.kind === 'date') {
    return vscode.l10n.t('{0} Select a day, or type one such as 2026-03-29 or today-7d.', help);
  }
  if (parameter?.kind === 'powerHour') {
    return vscode.l10n.t('{0} Select an hour, or type its start, such as 2026-03-29T10:00.', help);
  }
  return parameter?.several === true
    ? vscode.l10n.t('{0} Select a value, or type several, such as NO1,SE1.', help)
    : vscode.l10n.t('{0} Select a value, or type one.', help);
}

/**
 * Whether this is the item to preselect: the previous input, else the parameter's own suggestion, else
 * leaving the parameter out.
 */
function isPreferred({ parameters, isRequired }: PromptStep, suggestion: Suggestion | undefined): boolean {
  if (suggestion?.group === 'previous') return true;
  const [parameter] = parameters;
  const preferred = parameter?.suggestion ?? (isRequired ? undefined : '');
  if (parameters.length === 2 || preferred === undefined) return suggestion?.inputs !== undefined;
  return suggestion?.inputs?.[parameter?.name ?? ''] === preferred;
}

const groups = [
  { group: 'typed', words: () => vscode.l10n.t('typed') },
  { group: 'previous', words: () => vscode.l10n.t('last used') },
  { group: 'suggested', words: () => vscode.l10n.t('suggestions') },
] as const;

function itemsOf(suggestions: readonly Suggestion[]): SuggestionItem[] {
  return groups.flatMap(({ group, words }) => {
    const members = suggestions.filter((suggestion) => suggestion.group === group);
    if (members.length === 0) return [];
    const separator: SuggestionItem = { label: words(), kind: vscode.QuickPickItemKind.Separator };
    return [separator, ...members.map(itemOf)];
  });
}

function itemOf(suggestion: Suggestion): SuggestionItem {
  const { label, description, detail, group, inputs } = suggestion;
  return {
    label: inputs ? label : `$(error) ${label}`,
    ...(description === undefined ? {} : { description }),
    ...(detail === undefined ? {} : { detail }),
    // VS Code would filter this item by the typed text, which its label need not contain.
    alwaysShow: group === 'typed',
    suggestion,
  };
}
