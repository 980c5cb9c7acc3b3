import type { JsonChild } from './jsonCursor';
import type { JsonNode } from '../../protocol/jsonTypes';
import type { SpoolWindow } from './spoolWindow';

const maxCharacters = 300;
/** More than fits in one line of any window; the view cuts it where its own line ends. */
const containerCharacters = 1000;
/** The most bytes of a UTF-8 character. */
const characterBytes = 4;

/** What the view shows of a child: its name, and its value as sent or abbreviated. */
export async function nodeOf(window: SpoolWindow, child: JsonChild): Promise<JsonNode> {
  const { index, kind, start, end } = child;
  const name = child.name && nameOf(await textOf(window, child.name, maxCharacters));
  const isContainer = kind === 'object' || kind === 'array';
  const { text, cut } = await textOf(window, child, isContainer ? containerCharacters : maxCharacters);
  if (!isContainer) return { name, index, kind, start, end, text, cut };
  const line = text.replace(/\s*[\r\n\t]\s*/g, ' ');
  // Truncated digits would form a different number.
  const shown = cut ? `${line.replace(/[-+.\dEe]+$/, '')} …` : line;
  return { name, index, kind, start, end, text: shown, cut: false };
}

/** The first characters of a range of the body, never a partial character. */
async function textOf(
  window: SpoolWindow,
  { start, end }: { start: number; end: number },
  characters: number,
): Promise<{ text: string; cut: boolean }> {
  const bytes = await window.bytes(start, Math.min(end, start + characters * characterBytes));
  const inPart = bytes.length < end - start;
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: inPart });
  if (!inPart && decoded.length <= characters) return { text: decoded, cut: false };
  const text = decoded.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
  return { text, cut: true };
}

function nameOf({ text, cut }: { text: string; cut: boolean }): string {
  if (cut) return `${text.slice(1)}…`;
  return readName(text);
}

/** The name of a field, however long; `null` for an element of an array. */
export async function wholeName(window: SpoolWindow, { name }: JsonChild): Promise<string | null> {
  return name && readName((await window.bytes(name.start, name.end)).toString());
}

function readName(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1); // an escape that JSON does not define
  }
}
