import * as l10n from '@vscode/l10n';
import type {
  JsonAtAnswer,
  JsonAtQuestion,
  JsonPathAnswer,
  JsonPathQuestion,
} from '../../protocol/jsonTypes';
import { oneLine } from '../../text/plainText';
import type { RecordRun } from '../body/bodyReader';
import { QuestionError } from '../questionError';
import { JsonCursor, runBefore, type JsonChild } from './jsonCursor';
import { childrenAround } from './jsonFind';
import { nodeOf, wholeName } from './jsonNode';
import { jsonPathText, readJsonPath } from './jsonPath';
import { rootStart } from './jsonTree';
import { SpoolWindow, type SpoolReader } from './spoolWindow';

/** The path of the value that starts at an offset of the body. */
export async function jsonPath(
  spool: SpoolReader,
  runs: readonly RecordRun[],
  { at }: JsonPathQuestion,
): Promise<JsonPathAnswer> {
  const window = new SpoolWindow(spool);
  const steps: (string | number)[] = [];
  for (const child of await childrenAround(window, runs, at)) {
    if (child.kind === 'broken')
      throw new QuestionError(l10n.t("Text that isn't valid JSON has no JSON path."));
    steps.push((await wholeName(window, child)) ?? child.index);
  }
  return { path: jsonPathText(steps) };
}

/**
 * The values on the way to a path, the root's child first. Rejects with a `QuestionError` if the path can't be
 * read, or leads nowhere.
 */
export async function jsonAt(
  spool: SpoolReader,
  runs: readonly RecordRun[],
  { path }: JsonAtQuestion,
): Promise<JsonAtAnswer> {
  const steps = readJsonPath(path);
  const window = new SpoolWindow(spool);
  let container = { start: await rootStart(window), end: spool.length };
  const nodes: JsonAtAnswer['path'] = [];
  for (const [depth, step] of steps.entries()) {
    const near =
      depth === 0 && typeof step === 'number' ? runBefore(runs, ({ first }) => first <= step) : undefined;
    const cursor = await JsonCursor.open(window, container, depth === 0 ? runs : [], near);
    const parent = oneLine(jsonPathText(steps.slice(0, depth)), 60);
    const child = await childAt(window, cursor, step, parent);
    nodes.push(await nodeOf(window, child));
    container = child;
  }
  return { path: nodes };
}

async function childAt(
  window: SpoolWindow,
  cursor: JsonCursor | null,
  step: string | number,
  parent: string,
): Promise<JsonChild> {
  if (!cursor) throw new QuestionError(l10n.t('{0} contains no other values.', parent));
  const isIndex = typeof step === 'number';
  if (cursor.inObject && isIndex) {
    throw new QuestionError(l10n.t('{0} is an object: continue with the name of a field.', parent));
  }
  if (!cursor.inObject && !isIndex) {
    throw new QuestionError(
      l10n.t('{0} is an array: continue with an index, such as {1}.', parent, `${parent}[0]`),
    );
  }
  for (let child = await cursor.next(); child && child.kind !== 'broken'; child = await cursor.next()) {
    if (isIndex ? child.index === step : (await wholeName(window, child)) === step) return child;
  }
  throw new QuestionError(
    isIndex
      ? l10n.t('{0} has no element {1}.', parent, `[${step}]`)
      : l10n.t('{0} has no field "{1}".', parent, oneLine(step, 60)),
  );
}
