import { pythonLiteral } from '../../text/pythonLiteral';

/**
 * The longest line of Python code for common formatters. Lines with texts may be longer, because formatters
 * don't split those.
 */
const longestLine = 88;

/** An assignment as formatters lay it out: in parentheses if they make it fit. */
export function pythonAssigned(name: string, text: string): string {
  const line = `${name} = ${pythonLiteral(text)}`;
  const indented = `    ${pythonLiteral(text)}`;
  return line.length > longestLine && indented.length <= longestLine ? `${name} = (\n${indented}\n)` : line;
}

/**
 * A dictionary with one line per entry. Formatters keep it that way because of the comma after the last
 * entry.
 */
export const pythonDictionary = (name: string, entries: readonly (readonly [string, string])[]): string =>
  [
    `${name} = {`,
    ...entries.map(([key, text]) => `    ${pythonLiteral(key)}: ${pythonLiteral(text)},`),
    '}',
  ].join('\n');

/** A set with one line per member, laid out like a dictionary. */
export const pythonSet = (name: string, members: readonly string[]): string =>
  [`${name} = {`, ...members.map((member) => `    ${pythonLiteral(member)},`), '}'].join('\n');
