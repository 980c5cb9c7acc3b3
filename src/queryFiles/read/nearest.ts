/** Words longer than this aren't compared: they are hardly typos, and comparing them would take long. */
const longest = 60;

/** The number of characters to insert, remove, or replace to turn one word into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The word that was probably meant by `word`; `undefined` if none is similar. Ignores case. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (word.length === 0 || word.length > longest) return undefined;
  const meant = word.toLowerCase();
  let best: string | undefined;
  // A third of the characters may differ: in a word of five, one.
  let least = Math.floor(word.length / 3) + 1;
  for (const candidate of words) {
    const steps = distance(meant, candidate.toLowerCase());
    if (steps < least) [best, least] = [candidate, steps];
  }
  return best;
}
