import * as l10n from '@vscode/l10n';
import { largestSeed, mostSampled, usualSeed, type ExportChoice } from '#src/protocol/exportOrder';
import { withSuffix } from '#src/protocol/formats';
import type { ExportRisk, SuggestedTarget } from '#src/protocol/messages';
import type { ExportSize } from '#src/protocol/viewQuestions';
import { formatCount } from '#src/text/l10n';
import { initialChoice, isSeeded, offeredParts, orderOf, usualPart } from './exportParts';
import type { Chosen, Exportable } from './exportParts';

/** Everything that the dialog knows while it's open. */
export interface ExportState extends Chosen {
  /** What the number fields contain; `null` while it isn't a valid number. */
  readonly sample: number | null;
  readonly seed: number | null;
  /**
   * Whether the person has chosen which values to export. If the last export kept them, that doesn't count,
   * because it may have been of the sample service's.
   */
  readonly areValuesChosen: boolean;
  readonly target: string;
  /** The person has typed or selected the path, so no other one is suggested. */
  readonly isOwnTarget: boolean;
  /** What to say of the data's license; empty if there is nothing to say. */
  readonly license: string;
  /** How many rows the table shows; `null` until they have been counted. */
  readonly shownRows: number | null;
  readonly contracts: readonly { readonly value: string; readonly rows: number }[];
  /**
   * How much would be written, or why that isn't known. Until it's known for the latest choice, this is of an
   * earlier one. Not for a response as received, whose size the result has.
   */
  readonly size: ExportSize | { readonly message: string } | null;
  readonly problem: Problem | null;
  /** The risks that the person has agreed to. */
  readonly agreed: readonly ExportRisk[];
  readonly isWriting: boolean;
  /** Nothing can be exported, such as while the result is loading. */
  readonly isBlocked: boolean;
}

/** What went wrong, or with a risk, what a person is asked to agree to. */
interface Problem {
  readonly message: string;
  readonly risk: ExportRisk | null;
}

/** What a person or an answer of the host changes: the dialog goes on with the next state. */
export type Wish = (next: (state: ExportState) => ExportState) => void;

/** What the dialog begins with. */
export function initialState(about: Exportable): ExportState {
  const choice = initialChoice(about);
  return {
    about,
    choice,
    contract: '',
    sample: choice.sample,
    seed: choice.seed ?? usualSeed,
    areValuesChosen: (about.state.exportChoices[about.preset]?.seed ?? null) !== null,
    target: '',
    isOwnTarget: false,
    license: '',
    shownRows: null,
    contracts: [],
    size: null,
    problem: null,
    agreed: [],
    isWriting: false,
    isBlocked: about.state.phase.kind !== 'ended',
  };
}

/** What was agreed to was about the previous choice. */
const noProblem = { problem: null, agreed: [] } as const;

/** After another choice. A typed path gets the suffix of the new format. */
export function withChoice(state: ExportState, difference: Partial<ExportChoice>): ExportState {
  const { about, isOwnTarget, target } = state;
  const chosen = { ...state.choice, ...difference };
  const isOffered = chosen.part === null || offeredParts(state, chosen.format).includes(chosen.part);
  const choice = isOffered ? chosen : { ...chosen, part: usualPart(about) };
  const { format } = state.choice;
  const renamed =
    isOwnTarget && choice.format !== format ? withSuffix(target, choice.format, format) : target;
  return { ...state, choice, target: renamed, ...noProblem };
}

/** After the person has chosen which values to export: a seed, or `null` for the values as sent. */
export const withValues = (state: ExportState, seed: number | null): ExportState =>
  withChoice({ ...state, areValuesChosen: true }, { seed });

/** After the person has typed or selected a path. */
export const withTarget = (state: ExportState, target: string): ExportState => ({
  ...state,
  target,
  isOwnTarget: target.trim() !== '',
  ...noProblem,
});

/** With what went wrong, or with a risk to agree to. */
export const withProblem = (state: ExportState, message: string, risk: ExportRisk | null = null) => ({
  ...state,
  problem: { message, risk },
});

/** With the file that the host suggests, unless the person has typed or selected another one. */
export function withSuggestion(state: ExportState, suggested: SuggestedTarget): ExportState {
  const { target, problem } = suggested;
  if (state.isOwnTarget) return withLicense(state, suggested);
  const placed = { ...state, target };
  return withLicense(problem === '' ? placed : withProblem(placed, problem), suggested);
}

/** With the file that the person has selected in the editor's dialog. */
export const withPlace = (state: ExportState, place: SuggestedTarget): ExportState =>
  withLicense(withTarget(state, place.target), place);

/** Preselects seeded values where a file would publish the data of a service. */
function withLicense(state: ExportState, { license, isPublic }: SuggestedTarget): ExportState {
  const told = { ...state, license };
  const isUnchosen = !state.areValuesChosen && state.choice.seed === null;
  return isPublic && isUnchosen ? withChoice(told, { seed: usualSeed }) : told;
}

/** After the contracts have been listed. */
export function withContracts(state: ExportState, contracts: ExportState['contracts']): ExportState {
  const listed = { ...state, contracts, contract: contracts[0]?.value ?? null };
  if (state.choice.part !== 'contract') return listed;
  return withChoice(listed, {});
}

/** Whether the file is the response as received, so that the result has its size. */
export function isAsReceived(chosen: Chosen): boolean {
  const { format, rows } = orderOf(chosen);
  return rows === undefined && format === 'json';
}

/** The field whose number is out of range, and what to enter instead; `null` if all are valid. */
export function wrongNumber({
  choice,
  sample,
  seed,
}: ExportState): { field: 'sample' | 'seed'; help: string } | null {
  if (choice.part === 'sample' && sample === null) {
    return {
      field: 'sample',
      help: l10n.t('Enter a sample size from {0} to {1}.', 1, formatCount(mostSampled)),
    };
  }
  if (isSeeded(choice) && seed === null) {
    return {
      field: 'seed',
      help: l10n.t('Enter an integer seed from {0} to {1}.', 0, formatCount(largestSeed)),
    };
  }
  return null;
}
