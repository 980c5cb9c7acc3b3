/**
 * The offsets where the lines of the text begin. A line ends with `\n`, `\r\n`, or `\r`, as in the editor.
 */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const isEnd = text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n');
    if (isEnd) starts.push(at + 1);
  }
  return starts;
}

/** The line of an offset, from 0, if lines begin at these offsets. */
export function lineAmong(starts: readonly number[], offset: number): number {
  let [first, last] = [0, starts.length - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((starts[middle] ?? 0) <= offset) first = middle;
    else last = middle - 1;
  }
  return first;
}

/** Returns a function for the line of an offset in the text, from 1. Reads the text only once. */
export function lineNumbers(text: string): (offset: number) => number {
  const starts = lineStarts(text);
  return (offset) => lineAmong(starts, offset) + 1;
}

/** How many spaces and tabs are right before the offset. */
export function blanksBefore(text: string, offset: number): number {
  let start = offset;
  // A regular expression for trailing blanks would take quadratic time for long runs of blanks.
  while (start > 0 && ' \t'.includes(text.charAt(start - 1))) start -= 1;
  return offset - start;
}
