import * as vscode from 'vscode';
import { valuesIn, type Dataset } from '../../market/datasets/dataset';
import { partText, queryParts, type QueryPart } from '../../market/query/queryParts';
import { readParameter } from '../../market/query/query';
import { pick, runSteps, type Step, type StepEnd, type StepFrame } from '../shell/promptSteps';
import {
  additionsFor,
  isTimely,
  suggestionsFor,
  type Clock,
  type Inputs,
  type Suggestion,
} from './suggestions';

type SuggestionItem = vscode.QuickPickItem & { suggestion?: Suggestion; isRange?: boolean };

const runNow = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('run'),
  tooltip: vscode.l10n.t('Run with Values Entered So Far'),
});

/**
 * Continues with the prompts for a range of delivery days instead of a single query. Takes over the inputs so
 * far, so that the person doesn't enter them twice.
 */
export type TakeRange = (inputs: Inputs) => void;

/**
 * Prompts for the dataset's parameters in one flow. The `previous` inputs are suggested first. Resolves with
 * the inputs as typed, or with `undefined` if the person canceled or continues with `takeRange`, which is
 * offered in the steps for times.
 */
export async function promptForParameters(
  dataset: Dataset,
  previous: Inputs,
  clock: Clock,
  takeRange?: TakeRange,
): Promise<Inputs | undefined> {
  const inputs: Record<string, string> = {};
  const steps = parameterSteps(dataset, queryParts(dataset), previous, inputs, clock, takeRange);
  return (await runSteps(steps)) ? inputs : undefined;
}

/** The steps that prompt for these parts of a query. They write what the person enters to `inputs`. */
export function parameterSteps(
  dataset: Dataset,
  parts: readonly QueryPart[],
  previous: Inputs,
  inputs: Record<string, string>,
  clock: Clock,
  takeRange?: TakeRange,
): Step[] {
  const typed = new Map<QueryPart, string>();
  return parts.map((part, index) => async (step: number, totalSteps: number) => {
    const mayRunNow = !parts.slice(index).some(({ isRequired }) => isRequired);
    const entered = enteredTexts(parts.slice(0, index), inputs, clock);
    const end = await pickInput(part, {
      title: `${[dataset.title(), ...entered].join(' · ')}: ${labelOf(part)}`,
      step,
      totalSteps,
      typed: typed.get(part) ?? '',
      onTyped: (text) => typed.set(part, text),
      // After Back, the step shows what was entered in it before.
      suggestions: (text) => suggestionsFor(part, text, { ...previous, ...inputs }, clock),
      mayRunNow,
      takeRange: takeRange && (() => takeRange({ ...previous, ...inputs })),
    });
    if (end.kind === 'answer') Object.assign(inputs, end.answer);
    return end;
  });
}

/**
 * Prompts for one part of a query, such as its period. The `previous` inputs are suggested first. Resolves
 * with the new inputs for this part, or with `undefined` if the person canceled or continues with
 * `takeRange`.
 */
export async function promptForPart(
  dataset: Dataset,
  part: QueryPart,
  previous: Inputs,
  clock: Clock,
  takeRange?: TakeRange,
): Promise<Inputs | undefined> {
  const end = await pickInput(part, {
    title: `${dataset.title()}: ${labelOf(part)}`,
    suggestions: (text) => suggestionsFor(part, text, previous, clock),
    takeRange: takeRange && (() => takeRange(previous)),
  });
  return end.kind === 'answer' ? end.answer : undefined;
}

/**
 * Prompts for values to add to a part that takes several. Resolves with this part's inputs, which contain
 * both old and new values, or with `undefined` if the person canceled.
 */
export async function promptToAdd(
  dataset: Dataset,
  part: QueryPart,
  previous: Inputs,
  clock: Clock,
): Promise<Inputs | undefined> {
  const [parameter] = part.parameters;
  if (!parameter) return undefined;
  const present = valuesIn(previous[parameter.name] ?? '');
  const end = await pickInput(part, {
    title: vscode.l10n.t('{0}: Add to {1}', dataset.title(), present.join(', ')),
    suggestions: (text) => additionsFor(part, text, present, clock),
  });
  if (end.kind !== 'answer') return undefined;
  const together = new Set([...present, ...valuesIn(end.answer[parameter.name] ?? '')]);
  return { [parameter.name]: [...together].join(',') };
}

const labelOf = ({ label, isRequired }: QueryPart): string =>
  isRequired ? label : `${label}${vscode.l10n.t(' (optional)')}`;

/** What was entered so far, in the words of the result's header. */
function enteredTexts(parts: readonly QueryPart[], inputs: Inputs, { now, zone }: Clock): string[] {
  const entered = parts.flatMap(({ parameters }) =>
    parameters.flatMap((parameter): [string, string][] => {
      const reading = readParameter(parameter, inputs[parameter.name] ?? '', now, zone);
      return reading.ok ? [[parameter.name, reading.value]] : [];
    }),
  );
  const parameters = Object.fromEntries(entered);
  return parts.map((part) => partText(part, { parameters }, zone)).filter(Boolean);
}

interface InputPick extends StepFrame {
  typed?: string;
  onTyped?: (text: string) => void;
  suggestions: (text: string) => readonly Suggestion[];
  mayRunNow?: boolean;
  takeRange?: (() => void) | undefined;
}

async function pickInput(part: QueryPart, given: InputPick): Promise<StepEnd<Inputs>> {
  const { suggestions, mayRunNow, takeRange, ...frame } = given;
  const rangeItems = takeRange && isTimely(part) ? rangeItem() : [];
  const end = await pick<SuggestionItem>({
    ...frame,
    placeholder: placeholderOf(part),
    items: (text) => [...itemsOf(suggestions(text)), ...rangeItems],
    accepts: ({ suggestion, isRange }) => suggestion?.inputs !== undefined || isRange === true,
    preferred: ({ suggestion }) => isPreferred(part, suggestion),
    ...(mayRunNow === true ? { finish: runNow() } : {}),
  });
  if (end.kind !== 'answer') return end;
  if (end.answer.isRange === true) {
    takeRange?.();
    return { kind: 'leave' };
  }
  return { kind: 'answer', answer: end.answer.suggestion?.inputs ?? {} };
}

const rangeItem = (): SuggestionItem[] => [
  { label: '', kind: vscode.QuickPickItemKind.Separator },
  {
    label: `$(calendar) ${vscode.l10n.t('More Than One Delivery Day…')}`,
    description: vscode.l10n.t('saves a file for each day'),
    isRange: true,
  },
];

function placeholderOf({ parameters, help }: QueryPart): string {
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
 * Whether to preselect this item: the previous input, otherwise the parameter's own suggestion, otherwise
 * leaving it out.
 */
function isPreferred({ parameters, isRequired }: QueryPart, suggestion: Suggestion | undefined): boolean {
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
