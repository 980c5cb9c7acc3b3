import type { RecordRun } from '../body/bodyReader';
import { Turns } from '../columns/turns';
import { byteSearch } from '../columns/text/textMatch';
import { JsonCursor, runBefore, type JsonChild } from './jsonCursor';
import { nodeOf } from './jsonNode';
import { rootStart } from './jsonTree';
import type {
  JsonCountAnswer,
  JsonCountQuestion,
  JsonFindAnswer,
  JsonFindQuestion,
  JsonNode,
} from '../../protocol/jsonTypes';
import { maxDepth } from '../tableLimits';
import { SpoolWindow, type SpoolReader } from './spoolWindow';

const blockBytes = 1024 * 1024;

/**
 * The first offset at or after `after` at which the body contains the text, literally or
 * JSON-escaped (`"` as `\\"`, `ø` as `\\u00f8`). ASCII letters match in either case. The path leads
 * to the innermost value that contains it; a match in a field name belongs to that field.
 */
export async function jsonFind(
  spool: SpoolReader,
  runs: readonly RecordRun[],
  question: JsonFindQuestion,
): Promise<JsonFindAnswer> {
  const after = Math.max(0, Math.trunc(question.after) || 0);
  let first = -1;
  await eachMatch(spool, spellings(question.text), after, Infinity, (at) => {
    first = at;
    return false;
  });
  if (first < 0) return { match: null };
  const window = new SpoolWindow(spool);
  const path: JsonNode[] = [];
  for (const child of await childrenAround(window, runs, first)) path.push(await nodeOf(window, child));
  return { match: { at: first, path } };
}

/** The possible spellings of the text in the body. */
function spellings(text: string): Buffer[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [...new Set([text, escaped, ascii, escaped.replaceAll('/', '\\/')])]
    .map((spelling) => Buffer.from(spelling))
    .filter(({ length }) => length > 0);
}

/** How many bytes of a body one question counts: they take about 100 ms. */
const countedBytes = 64 * 1024 * 1024;

/** How often a part of the body contains the text, spelled in any of the ways that `jsonFind` finds. */
export async function jsonCount(
  spool: SpoolReader,
  { text, from, at: match }: JsonCountQuestion,
): Promise<JsonCountAnswer> {
  const begin = Math.max(0, Math.trunc(from) || 0);
  const end = begin + countedBytes;
  let [total, upToMatch] = [0, 0];
  await eachMatch(spool, spellings(text), begin, end, (at) => {
    total += 1;
    if (at <= match) upToMatch += 1;
    return true;
  });
  return { total, upToMatch, next: end < spool.length ? end : null };
}

/**
 * Calls `take` with each offset before `end` at which one of the patterns starts, in ascending order, until
 * it returns false.
 */
async function eachMatch(
  spool: SpoolReader,
  patterns: readonly Buffer[],
  after: number,
  end: number,
  take: (at: number) => boolean,
): Promise<void> {
  const longest = Math.max(0, ...patterns.map(({ length }) => length));
  if (longest === 0 || longest > blockBytes / 2) return;
  const turns = new Turns();
  const searches = patterns.map(byteSearch);
  for (let from = after; from < Math.min(end, spool.length); from += blockBytes - longest + 1) {
    const block = await spool.read(from, Math.min(from + blockBytes, spool.length));
    // A match that starts in the overlap is left to the next block, which contains each spelling in full.
    const overlap = from + blockBytes < spool.length ? blockBytes - longest + 1 : Infinity;
    const until = Math.min(overlap, end - from);
    const hits = searches.map((search) => search.first(block, 0, block.length));
    for (;;) {
      const nearest = Math.min(...hits.map((hit) => (hit < 0 ? Infinity : hit)));
      if (!(nearest < until)) break;
      if (!take(from + nearest)) return;
      searches.forEach((search, index) => {
        if (hits[index] === nearest) hits[index] = search.first(block, nearest + 1, block.length);
      });
      if (turns.isOver()) await turns.next();
    }
    if (turns.isOver()) await turns.next();
  }
}

/** The values that contain the offset, the root's child first. */
export async function childrenAround(
  window: SpoolWindow,
  runs: readonly RecordRun[],
  at: number,
): Promise<JsonChild[]> {
  const path: JsonChild[] = [];
  let container = { start: await rootStart(window), end: window.bodyLength };
  let nearest = runBefore(runs, ({ offset }) => offset <= at);
  while (path.length < maxDepth) {
    const cursor = await JsonCursor.open(window, container, path.length === 0 ? runs : [], nearest);
    const child = cursor && (await childAround(cursor, at));
    if (!child) return path;
    path.push(child);
    container = child;
    nearest = undefined;
  }
  return path;
}

async function childAround(cursor: JsonCursor, at: number): Promise<JsonChild | null> {
  for (let child = await cursor.next(); child; child = await cursor.next()) {
    if (at < (child.name?.start ?? child.start)) return null;
    if (at < child.end) return child;
  }
  return null;
}
