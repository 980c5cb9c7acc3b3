import type { RecordRun } from '../body/bodyReader';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isClosing,
  isOpening,
  isSpace,
  openBrace,
  quote,
} from '../body/jsonBytes';
import { firstIndex } from '../columns/firstIndex';
import type { JsonKind } from '../../protocol/jsonTypes';
import { maxRecordBytes } from '../tableLimits';
import type { SpoolWindow } from './spoolWindow';

/** One child of a container as written in the body. */
export interface JsonChild {
  index: number;
  kind: JsonKind;
  /** Offset of the field name including its quotes; `null` in arrays and for broken content. */
  name: { start: number; end: number } | null;
  start: number;
  end: number;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const wordKinds = new Map<string, JsonKind>([
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
]);
/** In practice, JSON numbers are shorter. Longer ones are shown as broken. */
const maxTokenBytes = 64 * 1024;

/** Offset after the string that starts at `start`; -1 if it does not end. */
async function stringEnd(window: SpoolWindow, start: number): Promise<number> {
  let at = start + 1;
  while (await window.load(at)) {
    const { block, from, to } = window;
    for (; at < to; at += 1) {
      const byte = block[at - from] as number;
      if (byte === quote) return at + 1;
      if (byte === backslash) at += 1;
    }
  }
  return -1;
}

/** Where a scan for the end of a container is. */
interface Nesting {
  depth: number;
  inString: boolean;
}

/**
 * Scans the bytes from `at` until the container ends, at most to `end`. Returns the index of the next byte to
 * scan. Not asynchronous, which makes it several times as fast.
 */
function scanNesting(bytes: Buffer, at: number, end: number, nesting: Nesting): number {
  let { depth, inString } = nesting;
  let p = at;
  for (; p < end; p += 1) {
    let byte = bytes[p] as number;
    if (inString) {
      while (byte !== quote && byte !== backslash) {
        p += 1;
        if (p >= end) break;
        byte = bytes[p] as number;
      }
      if (p >= end) break;
      if (byte === backslash) p += 1;
      else inString = false;
    } else if (byte === quote) inString = true;
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) {
      depth -= 1;
      if (depth !== 0) continue;
      p += 1;
      break;
    }
  }
  nesting.depth = depth;
  nesting.inString = inString;
  return p;
}

/** Offset after the container that starts at `start`; -1 if it does not end. Only brackets are counted. */
export async function containerEnd(window: SpoolWindow, start: number): Promise<number> {
  const nesting = { depth: 0, inString: false };
  let at = start;
  while (at - start <= maxRecordBytes && (await window.load(at))) {
    const { block, from, to } = window;
    at = from + scanNesting(block, at - from, to - from, nesting);
    if (nesting.depth === 0) return at;
  }
  return -1;
}

/** Offset of the next byte that separates values. */
async function tokenEnd(window: SpoolWindow, start: number): Promise<number> {
  let at = start;
  while (at - start <= maxTokenBytes && (await window.load(at))) {
    for (; at < window.to; at += 1) {
      const byte = window.block[at - window.from] as number;
      if (byte === comma || byte === colon || isSpace(byte)) return at;
      if (isClosing(byte) || isOpening(byte) || byte === quote) return at;
    }
  }
  return Math.min(at, window.bodyLength);
}

/** Kind and end of the value that starts at `start`; `null` if there is none. */
export async function valueAt(
  window: SpoolWindow,
  start: number,
): Promise<{ kind: JsonKind; end: number } | null> {
  const first = await window.byte(start);
  if (first === quote) {
    const end = await stringEnd(window, start);
    return end < 0 ? null : { kind: 'string', end };
  }
  if (isOpening(first)) {
    const end = await containerEnd(window, start);
    // An unterminated container can still be expanded, and shows where it ends.
    return {
      kind: first === openBrace ? 'object' : 'array',
      end: end < 0 ? window.bodyLength : end,
    };
  }
  const end = await tokenEnd(window, start);
  const token = (await window.bytes(start, end)).toString('latin1');
  const kind = wordKinds.get(token) ?? (jsonNumber.test(token) ? 'number' : undefined);
  return kind === undefined ? null : { kind, end };
}

/**
 * Iterates over the children of one container without parsing them. Never throws because of the
 * bytes: where they stop being valid JSON, the rest of the container becomes one last child of kind
 * `broken`, which is empty if the body was interrupted.
 */
export class JsonCursor {
  /** After the last child, or after the closing bracket once `closed`. */
  offset: number;
  /** The container's closing bracket has been reached. */
  closed = false;
  /** Index of the next child; once there is none, the number of children. */
  index: number;
  private expected: 'child or end' | 'comma or end' | 'child' | 'nothing';

  private constructor(
    private readonly window: SpoolWindow,
    /** Whether the container is an object; otherwise, it's an array. */
    readonly inObject: boolean,
    private readonly end: number,
    from: RecordRun,
    private readonly runs: readonly RecordRun[],
  ) {
    this.offset = from.offset;
    this.index = from.first;
    this.expected = from.first === 0 ? 'child or end' : 'child';
  }

  /**
   * A cursor in the container from `start` to `end`, positioned at or before child `index`; `null`
   * if no container starts there. `runs` allow skipping most of the root's children.
   */
  static async open(
    window: SpoolWindow,
    container: { start: number; end: number },
    runs: readonly RecordRun[] = [],
    nearest?: RecordRun,
  ): Promise<JsonCursor | null> {
    const opening = await window.byte(container.start);
    if (!isOpening(opening)) return null;
    const from = nearest ?? { offset: container.start + 1, first: 0 };
    return new JsonCursor(window, opening === openBrace, container.end, from, runs);
  }

  /** The next child, or `null` after the last. */
  async next(): Promise<JsonChild | null> {
    if (await this.atEnd()) return null;
    if (this.expected === 'comma or end') {
      if ((await this.window.byte(this.offset)) !== comma) return this.breakAt(this.offset);
      this.offset = await this.window.skipSpace(this.offset + 1);
    }
    const from = this.offset;
    const name = this.inObject ? await this.name() : null;
    if (this.inObject && name === null) return this.breakAt(from);
    const start = this.offset;
    const value = (await this.knownEnd(start)) ?? (await valueAt(this.window, start));
    if (value === null) return this.breakAt(from);
    this.offset = value.end;
    this.expected = 'comma or end';
    this.index += 1;
    return { index: this.index - 1, kind: value.kind, name, start, end: value.end };
  }

  /** Whether no more children follow, not even a broken one. */
  async atEnd(): Promise<boolean> {
    if (this.expected === 'nothing') return true;
    this.offset = await this.window.skipSpace(this.offset);
    if (this.expected === 'child') return false;
    const closing = this.inObject ? closeBrace : closeBracket;
    if ((await this.window.byte(this.offset)) !== closing) return false;
    this.offset += 1;
    this.closed = true;
    this.expected = 'nothing';
    return true;
  }

  /** Skips the name and its colon. */
  private async name(): Promise<JsonChild['name']> {
    const start = this.offset;
    if ((await this.window.byte(start)) !== quote) return null;
    const end = await stringEnd(this.window, start);
    const colonAt = end < 0 ? -1 : await this.window.skipSpace(end);
    if (colonAt < 0 || (await this.window.byte(colonAt)) !== colon) return null;
    this.offset = await this.window.skipSpace(colonAt + 1);
    return { start, end };
  }

  /** If a run follows the record, it ends before the run's comma. Knowing that saves reading megabytes. */
  private async knownEnd(start: number): Promise<{ kind: JsonKind; end: number } | null> {
    const next = runBefore(this.runs, (run) => run.first <= this.index + 1);
    if (next?.first !== this.index + 1 || next.offset <= start) return null;
    const first = await this.window.byte(start);
    if (!isOpening(first)) return null;
    const end = await this.window.skipSpaceBack(next.offset - 1, start);
    return { kind: first === openBrace ? 'object' : 'array', end };
  }

  private breakAt(start: number): JsonChild {
    this.expected = 'nothing';
    const end = Math.max(start, this.end);
    this.offset = end;
    this.index += 1;
    return { index: this.index - 1, kind: 'broken', name: null, start, end };
  }
}

/** The last run that passes. No run may pass after one that doesn't. */
export function runBefore(
  runs: readonly RecordRun[],
  passes: (run: RecordRun) => boolean,
): RecordRun | undefined {
  return runs[firstIndex(runs.length, (index) => !passes(runs[index] as RecordRun)) - 1];
}
