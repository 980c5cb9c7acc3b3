import * as l10n from '@vscode/l10n';
import type { Resolution } from '#src/market/time/resolutions';
import { mostSampled, type ExportChoice } from '#src/protocol/exportOrder';
import { withSuffix } from '#src/protocol/formats';
import type { ExportRisk, SuggestedTarget } from '#src/protocol/messages';
import type { ExportSize } from '#src/protocol/viewQuestions';
import { formatCount } from '#src/text/l10n';
import { initiallyChosen, isForTests, offeredParts, orderOf, suggestedPart } from './exportParts';
import type { Chosen, Exportable } from './exportParts';

/** Everything that the dialog knows while it's open. */
export interface ExportState extends Chosen {
  /** What the field for the sample contains; `null` while it isn't a valid number. */
  readonly sample: number | null;
  /** The resolutions that can be chosen for tables. */
  readonly resolutions: readonly Resolution[];
  readonly target: string;
  /** The person has typed or selected the path, so no other one is suggested. */
  readonly isOwnTarget: boolean;
  /** What to say of the data's license; empty if there is nothing to say. */
  readonly license: string;
  /** How many rows the table shows; `null` until they have been counted. */
  readonly shownRows: number | null;
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
  const chosen = initiallyChosen(about);
  return {
    ...chosen,
    sample: chosen.choice.sample,
    resolutions: [],
    target: '',
    isOwnTarget: false,
    license: '',
    shownRows: null,
    size: null,
    problem: null,
    agreed: [],
    isWriting: false,
    isBlocked: about.state.phase.kind !== 'ended',
  };
}

/** What was agreed to was about the previous choice. */
const noProblem = { problem: null, agreed: [] } as const;

/**
 * After another choice. The part is suggested anew unless the person has chosen it, and it's still offered. A typed
 * path gets the suffix of the new format.
 */
export function withChoice(
  state: ExportState,
  difference: Partial<ExportChoice>,
  others: Partial<Pick<ExportState, 'form' | 'forTests'>> = {},
): ExportState {
  const { isOwnTarget, target } = state;
  const chosen = { ...state, ...others, choice: { ...state.choice, ...difference } };
  const { part, format } = chosen.choice;
  const isChosen = difference.part !== undefined || part !== suggestedPart(state);
  const isKept = isChosen && part !== null && offeredParts(chosen).includes(part);
  const choice = { ...chosen.choice, part: isKept ? part : suggestedPart(chosen) };
  const renamed =
    isOwnTarget && format !== state.choice.format ? withSuffix(target, format, state.choice.format) : target;
  return { ...chosen, choice, target: renamed, ...noProblem };
}

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
  const { target, license, problem } = suggested;
  if (state.isOwnTarget) return { ...state, license };
  const placed = { ...state, target, license };
  return problem === '' ? placed : withProblem(placed, problem);
}

/** With the file that the person has selected in the editor's dialog. */
export const withPlace = (state: ExportState, { target, license }: SuggestedTarget): ExportState => ({
  ...withTarget(state, target),
  license,
});

/** With why no file is suggested. For tests, another choice may help; otherwise, nothing can be exported. */
export const withObstacle = (state: ExportState, message: string): ExportState =>
  withProblem({ ...state, target: '', isBlocked: state.isBlocked || !isForTests(state) }, message);

/** Whether the file is the response as received, so that the result has its size. Made-up values have other digits. */
export function isAsReceived(chosen: Chosen): boolean {
  const { format, rows, values } = orderOf(chosen);
  return rows === undefined && values === undefined && format === 'json';
}

/** What to enter instead of a sample size that is out of range; `null` if it's valid or not needed. */
export const wrongSample = ({ choice, sample }: ExportState): string | null =>
  choice.part === 'sample' && sample === null
    ? l10n.t('Enter a sample size from {0} to {1}.', 1, formatCount(mostSampled))
    : null;
