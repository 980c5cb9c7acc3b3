const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * Formats JSON text with one member per line, every token as it was written: no number is parsed, so no digit
 * changes. Text that is incomplete or not JSON is formatted as far as possible.
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
