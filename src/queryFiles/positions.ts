/** The line of an offset in the text, from 1. A line ends with `\n`, `\r\n`, or `\r`, as in the editor. */
export function lineOf(text: string, offset: number): number {
  const before = text.slice(0, offset);
  const breaks = before.match(/\r\n|\r|\n/g)?.length ?? 0;
  // Between `\r` and `\n`, the line hasn't ended yet.
  return before.endsWith('\r') && text[offset] === '\n' ? breaks : breaks + 1;
}
