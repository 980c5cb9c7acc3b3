const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * JSON text with a line for each member, every token as it was written: no digit is read as a number.
 * Text that breaks off, or is no JSON, is laid out as far as it goes.
 */
export function prettyJson(text: string): string {
  let out = '';
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(tokens)) {
    const closes = token === '}' || token === ']';
    if (closes) depth = Math.max(0, depth - 1);
    const isEmpty = closes && (before === '{' || before === '[');
    if (!isEmpty && (closes || before === '{' || before === '[' || before === ',')) out += line();
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return out;
}
