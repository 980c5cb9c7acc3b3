import type { ExportChoice } from '#src/protocol/exportOrder';
import { withSuffix } from '#src/protocol/formats';
import type { ExportRisk, SuggestedTarget } from '#src/protocol/messages';
import { isForTests, offeredParts, suggestedPart, type ExportState } from './exportParts';

/** What a person or an answer of the host changes: the dialog goes on with the next state. */
export type Wish = (next: (state: ExportState) => ExportState) => void;

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
  const { target, problem } = suggested;
  if (state.isOwnTarget) return state;
  const placed = { ...state, target };
  return problem === '' ? placed : withProblem(placed, problem);
}

/** With why no file is suggested. For tests, another choice may help; otherwise, nothing can be exported. */
export const withObstacle = (state: ExportState, message: string): ExportState =>
  withProblem({ ...state, target: '', isBlocked: state.isBlocked || !isForTests(state) }, message);
