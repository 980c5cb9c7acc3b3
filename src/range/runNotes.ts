import * as v from 'valibot';
import { parsedJson } from '../text/parsedJson';
import { entryShape, type DayEntry } from './dayState';
import { dayShape, manifestOf, type Manifest } from './manifest';

/**
 * A line of a run's notes: whose process it is, which days it wants, which of them it has taken, how one of them
 * ended, or that the run has. The first line is a manifest without days.
 */
const lineShape = v.union([
  v.object({ owner: v.unknown() }),
  v.object({ wants: v.pipe(v.array(dayShape), v.readonly()) }),
  v.object({ takes: v.pipe(v.array(dayShape), v.readonly()) }),
  v.object({ day: dayShape, entry: entryShape }),
  v.object({ hasEnded: v.literal(true) }),
]);

export type NotesLine = Readonly<v.InferOutput<typeof lineShape>>;

/** The line of a run's notes, with its members in order and its line break. */
export const notesLine = (line: NotesLine): string => `${JSON.stringify(v.parse(lineShape, line))}\n`;

/** What a run has noted so far. */
export interface RunNotes {
  readonly head: Manifest;
  /** The process, see `stateOfProcess`; `undefined` if it isn't noted. */
  readonly owner: unknown;
  readonly wants: ReadonlySet<string>;
  /** `undefined` until the run has decided which of the wanted days it takes. */
  readonly takes: ReadonlySet<string> | undefined;
  readonly entries: readonly (readonly [day: string, entry: DayEntry])[];
  readonly hasEnded: boolean;
}

/**
 * Reads the notes of a run, which may be being written: a last line without a line break doesn't count.
 * `undefined` if the first line isn't a manifest.
 */
export function readRunNotes(text: string): RunNotes | undefined {
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head = manifestOf(parsedJson(first));
  if (!head) return undefined;
  let owner: unknown;
  let wants: readonly string[] = [];
  let takes: readonly string[] | undefined;
  let hasEnded = false;
  const entries: (readonly [string, DayEntry])[] = [];
  for (const text of lines) {
    const read = v.safeParse(lineShape, parsedJson(text));
    if (!read.success) continue;
    const line = read.output;
    if ('owner' in line) owner = line.owner;
    else if ('wants' in line) wants = line.wants;
    else if ('takes' in line) takes = line.takes;
    else if ('entry' in line) entries.push([line.day, line.entry]);
    else hasEnded = true;
  }
  return { head, owner, wants: new Set(wants), takes: takes && new Set(takes), entries, hasEnded };
}
