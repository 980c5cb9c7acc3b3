import type { ViewAction } from '../../protocol/messages';
import type { Result } from '../../results/result';
import { showingFailure } from './failureMessages';

type Kind = ViewAction['kind'];

/** What the actions in the view of a result do, by kind. */
export type ViewActions<Kinds extends Kind = Kind> = {
  readonly [Each in Kinds]: (result: Result, action: Extract<ViewAction, { kind: Each }>) => unknown;
};

/** Carries out what a person does in the view of a result. A failure is reported once. */
export function carryOutAction(actions: ViewActions, action: ViewAction, result: Result): void {
  // The compiler can't see that the action is of this kind.
  const act = actions[action.kind] as (result: Result, action: ViewAction) => unknown;
  void showingFailure(() => act(result, action));
}
