import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { isTimePart, partText, promptedParts, type QueryPart } from '../../market/query/queryParts';
import { readParameter } from '../../market/query/query';
import { pick, runSteps, type Step, type StepEnd, type StepFrame } from '../shell/promptSteps';
import {
  previousWithDays,
  suggestionsFor,
  withTime,
  type Clock,
  type Inputs,
  type Suggestion,
} from './suggestions';

type SuggestionItem = vscode.QuickPickItem & {
  suggestion?: Suggestion;
  isMore?: true;
};

const runNow = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('run'),
  tooltip: vscode.l10n.t('Run with Values Entered So Far'),
});

/** What prompts are about. */
interface PromptSource {
  readonly dataset: Dataset;
  /** Suggested first. */
  readonly previous: Inputs;
  readonly clock: Clock;
}

/** A query that is being prompted for. */
export interface PromptedQuery extends PromptSource {
  /** Whether Enter keeps the previous input of an optional part, instead of skipping it. */
  readonly isEdit?: boolean;
  /** The parts that have a step each. */
  parts: readonly QueryPart[];
  /** The parts that get a step before the last one if the person wants to. */
  more: readonly QueryPart[];
  /** What the person has entered. */
  readonly inputs: Record<string, string>;
  /** What was typed in each step, which shows it again after Back. */
  readonly typed: Map<QueryPart, string>;
}

/**
 * Prompts for areas and time in one flow and, if the person wants to, for the dataset's other parameters.
 * Resolves with the inputs as typed, which are the previous ones for what wasn't prompted for if `isEdit`, or
 * with `undefined` if the person canceled.
 */
export async function promptForParameters(
  source: PromptSource & Pick<PromptedQuery, 'isEdit'>,
): Promise<Inputs | undefined> {
  const { first: parts, more } = promptedParts(source.dataset);
  const inputs = source.isEdit ? { ...source.previous } : {};
  const query: PromptedQuery = { ...source, parts, more, inputs, typed: new Map() };
  return (await runSteps(() => parameterSteps(query))) ? inputs : undefined;
}

/** The steps that prompt for the parts of a query. They write what the person enters to its `inputs`. */
export const parameterSteps = (query: PromptedQuery): Step[] =>
  query.parts.map((part) => stepFor(query, part));

function stepFor(query: PromptedQuery, part: QueryPart): Step {
  const { dataset, parts, more, inputs, typed, clock, isEdit = false } = query;
  const at = parts.indexOf(part);
  const later = parts.slice(at + 1);
  const mayRunNow = !later.some(({ isRequired }) => isRequired);
  return async (step, totalSteps) => {
    // After Back, the step shows what was entered in it before.
    const known = { ...query.previous, ...inputs };
    const entered = enteredTexts(parts.slice(0, at), inputs, clock);
    const end = await pickInput(part, {
      title: `${[dataset.title(), ...entered].join(' · ')}: ${part.label}`,
      step,
      totalSteps,
      typed: typed.get(part) ?? '',
      onTyped: (text) => typed.set(part, text),
      suggestions: (text) => {
        const own = suggestionsFor(part, text, known, clock);
        const time = later.find(isTimePart);
        if (text === '') return isEdit ? own : [...own, ...previousWithDays(part, time, known, clock)];
        const whole = withTime(part, time, text, clock);
        // No area is named like that.
        return whole.length > 0 ? [...whole, ...own.filter(({ group }) => group !== 'typed')] : own;
      },
      mayRunNow,
      skipsByEnter: !isEdit && isSkippable(part),
      more: later.length === 0 ? more : [],
    });
    if (end.kind === 'stay') {
      query.parts = [...parts.slice(0, -1), ...more, ...parts.slice(-1)];
      query.more = [];
    }
    if (end.kind === 'answer') Object.assign(inputs, end.answer);
    return end;
  };
}

/**
 * Prompts for one part of a query, such as its currency. Resolves with the new inputs for this part, or with
 * `undefined` if the person canceled.
 */
export async function promptForPart(part: QueryPart, source: PromptSource): Promise<Inputs | undefined> {
  const { dataset, previous, clock } = source;
  const end = await pickInput(part, {
    title: `${dataset.title()}: ${part.label}`,
    suggestions: (text) => suggestionsFor(part, text, previous, clock),
  });
  return end.kind === 'answer' ? end.answer : undefined;
}

/** Whether the part has neither a suggestion of its own nor a time, so that most people skip it. */
const isSkippable = (part: QueryPart): boolean =>
  !part.isRequired && !isTimePart(part) && part.parameters[0]?.suggestion === undefined;

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
  /** Whether Enter skips the part as long as nothing is typed. */
  skipsByEnter?: boolean;
  /** The other parts of the query that can be prompted for. */
  more?: readonly QueryPart[];
}

async function pickInput(part: QueryPart, given: InputPick): Promise<StepEnd<Inputs>> {
  const { suggestions, mayRunNow, skipsByEnter = false, more = [], ...frame } = given;
  const line: SuggestionItem = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const others = more.length > 0 ? [line, moreItem(more)] : [];
  /** The doubtful line that was accepted once, which says how to send it. */
  let doubted: string | undefined;
  const questioned = (suggestion: Suggestion): Suggestion =>
    suggestion.label === doubted && suggestion.isDoubtful
      ? { ...suggestion, detail: vscode.l10n.t('{0} Press Enter again to send it.', suggestion.detail ?? '') }
      : suggestion;
  const end = await pick<SuggestionItem>({
    ...frame,
    placeholder: placeholderOf(part, skipsByEnter),
    items: (text) => [...itemsOf(suggestions(text).map(questioned)), ...others],
    accepts({ suggestion, isMore }) {
      if (suggestion?.inputs === undefined) return isMore === true;
      const isAgreed = suggestion.isDoubtful !== true || suggestion.label === doubted;
      doubted = suggestion.label;
      return isAgreed;
    },
    preferred: ({ suggestion }) => isPreferred(part, suggestion, skipsByEnter),
    meant: ({ suggestion }) => suggestion?.isMeant === true,
    ...(mayRunNow === true ? { finish: runNow() } : {}),
  });
  if (end.kind !== 'answer') return end;
  const { suggestion, isMore } = end.answer;
  if (isMore) return { kind: 'stay' };
  const isLast = end.isLast === true || suggestion?.isWhole === true;
  return { kind: 'answer', answer: suggestion?.inputs ?? {}, isLast };
}

const moreItem = (more: readonly QueryPart[]): SuggestionItem => ({
  label: `$(settings) ${vscode.l10n.t('More Parameters…')}`,
  description: more.map(({ label }) => label).join(', '),
  isMore: true,
});

function placeholderOf({ parameters, help }: QueryPart, skipsByEnter: boolean): string {
  if (parameters.length === 2) {
    return vscode.l10n.t('Type a day, or a period such as 26 nov to 28 nov.');
  }
  const [parameter] = parameters;
  if (parameter?.kind === 'date') {
    return vscode.l10n.t('{0} Select a day, or type one such as 2026-03-29 or today-7d.', help);
  }
  if (parameter?.kind === 'powerHour') {
    return vscode.l10n.t('{0} Select an hour, or type its start, such as 2026-03-29T10:00.', help);
  }
  if (skipsByEnter) return vscode.l10n.t('{0} Select or type a value, or press Enter to skip.', help);
  return parameter?.several === true
    ? vscode.l10n.t('Select an area, or type several, such as NO1 SE3.')
    : vscode.l10n.t('{0} Select a value, or type one.', help);
}

/**
 * Whether to preselect this item: the previous input, otherwise the parameter's own suggestion, otherwise
 * leaving it out.
 */
function isPreferred(
  { parameters, isRequired }: QueryPart,
  suggestion: Suggestion | undefined,
  skipsByEnter: boolean,
): boolean {
  if (suggestion?.group === 'previous' && !skipsByEnter) return true;
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
    return [
      // Beside the first line, it would take that line's room.
      ...(members.length === suggestions.length ? [] : [separator]),
      ...members.flatMap((each) =>
        each.inputs ? [itemOf(each)] : explanationLines(each.detail ?? each.label),
      ),
    ];
  });
}

function itemOf(suggestion: Suggestion): SuggestionItem {
  const { label, description, detail, group, isMeant } = suggestion;
  return {
    label,
    ...(description === undefined ? {} : { description }),
    ...(detail === undefined ? {} : { detail }),
    // VS Code would filter this item by the typed text, which its label need not contain.
    alwaysShow: group === 'typed' || isMeant === true,
    suggestion,
  };
}

/** The most characters of a line of an explanation. The editor would cut longer ones off. */
const longestLine = 80;

/** What is wrong with the typed text, in as many lines as that takes. They can't be accepted. */
export function explanationLines(text: string): vscode.QuickPickItem[] {
  const lines = text.match(new RegExp(`\\S.{0,${longestLine - 1}}(?=\\s|$)`, 'g')) ?? [text];
  return lines.map((line, at) => ({ label: at === 0 ? `$(error) ${line}` : line, alwaysShow: true }));
}
