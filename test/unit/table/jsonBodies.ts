import fc from 'fast-check';
import type { RecordRun } from '#src/table/body/bodyReader';
import { elementEnds } from '#src/table/body/elementScanner';
import type { SpoolReader } from '#src/table/json/spoolWindow';

/** A body in memory that rejects what a spool file may reject. */
export const spoolOf = (body: string | Uint8Array): SpoolReader => {
  const bytes = Buffer.from(body as string);
  return {
    length: bytes.length,
    read: (from, to) => {
      if (from < 0 || to > bytes.length || from > to || to - from > 1024 * 1024) {
        return Promise.reject(new RangeError(`${from} to ${to} of ${bytes.length}`));
      }
      return Promise.resolve(bytes.subarray(from, to));
    },
  };
};

const space = fc.stringMatching(/^[ \n\r\t]{0,3}$/);

/** JSON text of a value with the gaps taken in turn as its white space. */
function spaced(value: unknown, gap: () => string): string {
  const list = (items: string[], open: string, close: string) => `${open}${items.join(',') || gap()}${close}`;
  if (Array.isArray(value)) {
    return list(
      value.map((item) => gap() + spaced(item, gap) + gap()),
      '[',
      ']',
    );
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => `${gap()}${JSON.stringify(name)}${gap()}:${gap()}${spaced(item, gap)}${gap()}`,
    );
    return list(members, '{', '}');
  }
  return JSON.stringify(value);
}

/** Any JSON text with white space at any place where JSON allows it. */
export const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(space))
  .map(([value, gaps]) => {
    const gap = () => gaps.next().value as string;
    return gap() + spaced(value, gap) + gap();
  });

/** Some of the runs a body reader might have noted for the body. */
export function runsOf(body: string, chosen: (element: number) => boolean): RecordRun[] {
  const bytes = Buffer.from(body);
  const open = bytes.indexOf('[');
  if (open < 0 || body.trimStart()[0] !== '[') return [];
  const ends = elementEnds(bytes.subarray(open + 1));
  return [open, ...ends.map((end) => end + open + 1)].flatMap((before, first) =>
    chosen(first) ? [{ offset: before + 1, first }] : [],
  );
}
