import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
import { exportMembers, mostSampled } from '../../protocol/exportOrder';
import { mockTargets, programTargets, snippetTargets, typeTargets } from '../../protocol/formats';
import { isRecord } from '../../text/json';
import { views } from '../../protocol/messages';
import { rangeFormats } from '../../range/manifest';
import { rowsMembers } from '../../protocol/rowsQuestion';
import type { Cancellation } from './withSignal';

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

/** The token itself instead of a copy, whose state would be that of the call. */
const token = v.optional(v.pipe(v.unknown(), v.guard(isCancellation)));

/** The shapes of the commands' arguments. Extensions, tasks, and keybindings may pass any value. */

export const queryRequestShape = v.object({
  dataset: v.string(),
  parameters: v.optional(v.unknown()),
  connection: v.optional(v.string()),
  show: v.optional(v.boolean()),
  token,
});

export const fileArgumentShape = v.object({
  file: v.optional(v.unknown()),
  dataset: v.optional(v.string()),
  show: v.optional(v.boolean()),
  token,
});

export const rowsArgumentShape = v.object({ result: v.string(), ...rowsMembers });

export const exportArgumentShape = v.object({ result: v.string(), ...exportMembers });

export const fixtureArgumentShape = v.object({
  result: v.string(),
  target: v.unknown(),
  name: v.optional(v.string()),
  records: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSampled))),
  rows: exportMembers.rows,
  values: v.optional(v.union([v.literal('asSent'), v.object({ seed: v.pipe(v.number(), v.safeInteger()) })])),
  types: v.optional(v.array(v.picklist(typeTargets))),
  mocks: v.optional(v.array(v.picklist(mockTargets))),
  overwrite: v.optional(v.boolean()),
});

export const copyArgumentShape = v.object({
  result: v.string(),
  target: v.picklist(snippetTargets),
});

export const typesArgumentShape = v.object({
  dataset: v.string(),
  target: v.picklist(typeTargets),
});

export const sandboxArgumentShape = v.object({
  port: v.optional(v.number()),
  scenario: v.optional(v.string()),
  fixtures: v.optional(v.unknown()),
});

export const openArgumentShape = v.object({
  result: v.string(),
  view: v.optional(v.picklist(views)),
});

export const compareArgumentShape = v.object({
  first: v.string(),
  second: v.string(),
  show: v.optional(v.boolean()),
});

/** A query file and one of its queries. */
export const queryArgumentShape = v.object({
  file: v.unknown(),
  query: v.string(),
  show: v.optional(v.boolean()),
  overwrite: v.optional(v.boolean()),
  token,
});

/** A query file and one of its queries, or all of them. */
export const checkArgumentShape = v.object({ file: v.unknown(), query: v.optional(v.string()), token });

/** What a query is compared with: its previous response, or the pinned one. */
export const compareQueryArgumentShape = v.object({
  file: v.unknown(),
  query: v.string(),
  with: v.picklist(['last', 'pinned']),
  result: v.optional(v.string()),
});

/** The query and days of a range; `from` and `to` are delivery days. */
const rangeMembers = {
  dataset: v.string(),
  parameters: v.optional(v.record(v.string(), v.string())),
  from: v.string(),
  to: v.string(),
  windowMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24 * 60))),
  connection: v.optional(v.string()),
};

/** A range that is fetched into files. */
export const rangeArgumentShape = v.object({
  ...rangeMembers,
  format: v.picklist(rangeFormats),
  target: v.unknown(),
  again: v.optional(v.boolean()),
  keepIncomplete: v.optional(v.boolean()),
  show: v.optional(v.boolean()),
  token,
});

/** A range folder and the delivery days to open. */
export const openRangeArgumentShape = v.object({
  target: v.unknown(),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  show: v.optional(v.boolean()),
  token,
});

/** A range that a job fetches elsewhere. */
export const copyRangeArgumentShape = v.object(rangeMembers);

/** A range folder or an exported file, and the engine that reads it. */
export const copyFileArgumentShape = v.object({
  path: v.unknown(),
  target: v.picklist(programTargets),
});

export const verifyRangeArgumentShape = v.object({ target: v.unknown(), token });

export const signInArgumentShape = v.object({
  connection: v.string(),
  username: v.string(),
  password: v.string(),
  clientSecret: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string())),
});

export const saveQueryArgumentShape = v.object({
  result: v.string(),
  file: v.unknown(),
  name: v.string(),
  overwrite: v.optional(v.boolean()),
});

export const queryFromTextArgumentShape = v.object({
  text: v.string(),
  connection: v.optional(v.string()),
  show: v.optional(v.boolean()),
  token,
});

export const connectionArgumentShape = v.object({ connection: v.string() });

export const historyOpenShape = v.object({ id: v.string(), show: v.optional(v.boolean()) });

export const historyPinShape = v.object({ id: v.string(), pinned: v.boolean() });

export const historyClearShape = v.strictObject({ responsesOnly: v.optional(v.boolean()) });

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
