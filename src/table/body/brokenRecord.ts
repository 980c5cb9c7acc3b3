import { maxDepth } from '../tableLimits';

/**
 * The start of a record whose body was interrupted, closed so that it parses: everything up to the
 * last complete element of an array. `null` if there is none: a record without inner arrays is
 * never shown in part, because its missing fields would look like nulls.
 */
export function closeBrokenRecord(text: string): string | null {
  const open: string[] = [];
  let cut = -1;
  let closers = '';
  let inString = false;
  for (let p = 0; p < text.length; p += 1) {
    const character = text[p] as string;
    if (inString) {
      if (character === '\\') p += 1;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      // The work for each bracket grows with the depth.
      if (open.length > maxDepth) return null;
    } else if (character === '}' || character === ']') {
      if (open.pop() !== character) return null;
      if (open.at(-1) === ']') {
        cut = p + 1;
        closers = [...open].reverse().join('');
      }
    }
  }
  return cut < 0 ? null : text.slice(0, cut) + closers;
}
