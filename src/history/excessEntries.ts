/** What counts toward the budget for an entry. */
interface HistoryEntrySize {
  readonly id: string;
  readonly isPinned: boolean;
  /** Bytes of its response on disk; 0 if it has none. */
  readonly bytes: number;
}

/** More would make the list slow to read, and nobody looks at them. */
export const mostEntries = 5000;

/**
 * What must be removed from `entries`, which are sorted newest first: as few responses as possible to bring
 * their total to at most `mostBytes`, and as few entries as possible to leave at most `most`. The oldest are
 * removed first; pinned responses only after all others, and pinned entries never.
 */
export function excessOf(
  entries: readonly HistoryEntrySize[],
  mostBytes: number,
  most = mostEntries,
): { readonly entries: string[]; readonly responses: string[] } {
  const oldestFirst = [...entries].reverse();
  const unpinned = oldestFirst.filter(({ isPinned }) => !isPinned);
  const excess = unpinned.slice(0, Math.max(0, entries.length - most)).map(({ id }) => id);
  const going = new Set(excess);
  const kept = [...unpinned, ...oldestFirst.filter(({ isPinned }) => isPinned)].filter(
    ({ id, bytes }) => bytes > 0 && !going.has(id),
  );
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const responses: string[] = [];
  for (const { id, bytes } of kept) {
    if (total <= mostBytes) break;
    total -= bytes;
    responses.push(id);
  }
  return { entries: excess, responses };
}
