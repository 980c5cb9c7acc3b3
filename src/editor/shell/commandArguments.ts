import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from '../../text/parsedJson';
import { showingFailure } from './failureMessages';
import { withSignal, type Cancellation } from './withSignal';

/** The part of a dataset tree node that commands need. */
export interface DatasetNode {
  readonly datasetNode: string;
}

/** Whether a command was called from the dataset tree. */
export const isDatasetNode = (value: unknown): value is DatasetNode =>
  isRecord(value) && typeof value.datasetNode === 'string';

/** The part of a history tree node that commands need. */
export interface HistoryNode {
  readonly historyNode: string;
}

/** Whether a command was called from the history tree. */
export const isHistoryNode = (value: unknown): value is HistoryNode =>
  isRecord(value) && typeof value.historyNode === 'string';

const isCancellation = (value: unknown): value is Cancellation =>
  isRecord(value) && typeof value.onCancellationRequested === 'function';

/** Whether a command was called from the Explorer or the menu of an editor, which pass a file. */
export const isFile = (value: unknown): value is vscode.Uri => value instanceof vscode.Uri;

/** Whether a command was called from the title of a result's tab, which passes the tab's place. */
export const isTab = (value: unknown): value is unknown =>
  isFile(value) || (isRecord(value) && 'groupId' in value);

/** Every command can be canceled. The token itself instead of a copy, which would keep the state at the call. */
const cancellableShape = v.object({ token: v.optional(v.pipe(v.unknown(), v.guard(isCancellation))) });

/** What a command does for a person, and for a program. */
interface Ways<Given, Clicked, Prompted, Done> {
  /**
   * Prompts for everything else. `clicked` is what the menu was opened on, `undefined` in the Command Palette;
   * a tree also passes all its `selected` items. Without this, the argument is required.
   */
  readonly prompt?: (clicked: Clicked | undefined, selected: unknown) => Prompted | Promise<Prompted>;
  /** Whether the argument is what a menu passes. */
  readonly isClicked?: (argument: unknown) => argument is Clicked;
  /** Does the same without prompts. The signal is aborted with the caller's `token`. */
  readonly run: (given: Given, signal: AbortSignal) => Done | Promise<Done>;
}

/**
 * A command whose argument has this shape. Extensions, tasks, and keybindings may pass any value; what doesn't
 * fit is rejected with an `Error` ready to display, never prompted for.
 */
export const command =
  <const Shape extends v.GenericSchema, Clicked, Prompted, Done>(
    shape: Shape,
    { prompt, isClicked, run }: Ways<v.InferOutput<Shape>, Clicked, Prompted, Done>,
  ) =>
  async (id: string, argument: unknown, selected?: unknown): Promise<Prompted | Done | undefined> => {
    if (prompt && (argument === undefined || argument === null)) return prompt(undefined, selected);
    // Some menus, such as the Explorer's, say nothing about a command that fails.
    if (prompt && isClicked?.(argument)) return showingFailure(async () => prompt(argument, selected));
    const given = readArgument(id, shape, argument);
    const { token } = isRecord(argument) ? readArgument(id, cancellableShape, argument) : {};
    return withSignal(token, async (signal) => run(given, signal));
  };

/**
 * Checks an argument. Throws an `Error` that names the field and the expected type, but never the value,
 * which may be a secret.
 */
export function readArgument<const Shape extends v.GenericSchema>(
  command: string,
  shape: Shape,
  argument: unknown,
): v.InferOutput<Shape> {
  const read = v.safeParse(shape, argument);
  if (read.success) return read.output;
  const issue = read.issues[0];
  const field = v.getDotPath(issue) ?? l10n.t('The argument');
  const at = issue.path?.at(-1);
  if (at?.origin === 'key' && at.value === undefined) {
    throw new Error(l10n.t('{0}: {1} is required.', command, field));
  }
  throw new Error(
    issue.expected === null
      ? l10n.t("{0}: {1} isn't valid.", command, field)
      : l10n.t('{0}: {1} must be {2}.', command, field, issue.expected),
  );
}
