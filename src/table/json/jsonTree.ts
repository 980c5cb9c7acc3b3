import type { RecordRun } from '../body/bodyReader';
import { JsonCursor, runBefore, valueAt, type JsonChild } from './jsonCursor';
import { nodeOf } from './jsonNode';
import type { JsonAnswer, JsonQuestion } from '../../protocol/jsonTypes';
import { SpoolWindow, type SpoolReader } from './spoolWindow';

const pageNodes = 100;
const maxPageNodes = 1000;
/** How far after the last run to search for the root's end, in order to count its children. */
const countedBytes = 8 * 1024 * 1024;

/** The start of the body's value, after a byte order mark and white space. */
export async function rootStart(window: SpoolWindow): Promise<number> {
  const mark = await window.bytes(0, 3);
  return window.skipSpace(mark.toString('hex') === 'efbbbf' ? 3 : 0);
}

/**
 * Children of a container of the body, 100 by default and at most 1000 at once; of the root if no container
 * is given. If the root isn't a container, it's the only node. `runs` are those of the root's elements. Reads
 * only from the container's start, or the nearest run, to the last child.
 */
export async function jsonChildren(
  spool: SpoolReader,
  runs: readonly RecordRun[],
  question: JsonQuestion,
): Promise<JsonAnswer> {
  const window = new SpoolWindow(spool);
  const from = whole(question.from ?? 0);
  const to = Math.min(whole(question.to ?? from + pageNodes), from + maxPageNodes);
  const root = await rootStart(window);
  const container = {
    start: whole(question.start ?? root),
    end: Math.min(whole(question.end ?? spool.length), spool.length),
  };
  const isRoot = container.start === root;
  const near = isRoot ? runBefore(runs, (run) => run.first <= from) : undefined;
  const cursor = await JsonCursor.open(window, container, isRoot ? runs : [], near);
  if (!cursor) {
    const alone = isRoot ? await rootAlone(window, root) : [];
    return answer(window, alone.slice(from, Math.max(from, to)), alone.length, alone.length > to);
  }
  const children: JsonChild[] = [];
  while (cursor.index < to) {
    const child = await cursor.next();
    if (!child) break;
    if (child.index >= from) children.push(child);
  }
  const atEnd = await cursor.atEnd();
  if (!isRoot) return answer(window, children, atEnd ? cursor.index : null, !atEnd);
  if (!atEnd) return answer(window, children, await countedFromLast(window, container, runs), true);
  const remaining = cursor.closed ? await rest(window, cursor) : [];
  const total = cursor.index + remaining.length;
  if (cursor.index >= from && cursor.index < to) children.push(...remaining);
  return answer(window, children, total, total > to && from < to);
}

const whole = (value: number) => Math.max(0, Math.trunc(value) || 0);

async function answer(
  window: SpoolWindow,
  children: readonly JsonChild[],
  total: number | null,
  more: boolean,
): Promise<JsonAnswer> {
  const nodes = [];
  for (const child of children) nodes.push(await nodeOf(window, child));
  return { nodes, total, more };
}

/** Invalid content after the root's end. */
async function rest(window: SpoolWindow, root: { offset: number; index: number }): Promise<JsonChild[]> {
  const start = await window.skipSpace(root.offset);
  return start < window.bodyLength ? [broken(window, start, root.index)] : [];
}

const broken = (window: SpoolWindow, start: number, index: number): JsonChild => ({
  index,
  start,
  end: window.bodyLength,
  kind: 'broken',
  name: null,
});

/** The nodes of a body whose root is not a container: a string, a number, or invalid JSON. */
async function rootAlone(window: SpoolWindow, start: number): Promise<JsonChild[]> {
  if (start === window.bodyLength) return [];
  const value = await valueAt(window, start);
  if (value === null) return [broken(window, start, 0)];
  const root: JsonChild = { index: 0, kind: value.kind, name: null, start, end: value.end };
  return [root, ...(await rest(window, { offset: root.end, index: 1 }))];
}

/** Number of the root's children if its end is close after the last run, otherwise `null`. */
async function countedFromLast(
  window: SpoolWindow,
  root: { start: number; end: number },
  runs: readonly RecordRun[],
): Promise<number | null> {
  const last = runs.at(-1);
  const cursor = await JsonCursor.open(window, root, [], last);
  if (!cursor) return null;
  const begin = cursor.offset;
  while (cursor.offset - begin <= countedBytes && (await cursor.next()));
  if (!cursor.closed) return null;
  return cursor.index + (await rest(window, cursor)).length;
}
