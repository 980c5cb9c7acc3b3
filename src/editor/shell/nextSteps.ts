import * as vscode from 'vscode';
import { errorText } from '../../text/errorText';
import { plainLabel } from './plainLabel';

/** What a person can do next, as a button of a message. */
export interface NextAction {
  readonly label: string;
  readonly take: () => unknown;
}

/** Says what failed, with a button for each thing to do next. A failure of that is said in the same way, without buttons. */
export function tellWithNextSteps(error: unknown, actions: readonly NextAction[]): void {
  const tell = (problem: unknown, offered: readonly NextAction[]) =>
    vscode.window
      .showErrorMessage(plainLabel(errorText(problem)), ...offered.map(({ label }) => label))
      .then((chosen) => offered.find(({ label }) => label === chosen)?.take());
  tell(error, actions).then(undefined, (again: unknown) => tell(again, []));
}
