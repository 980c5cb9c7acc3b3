/** What a key does: focuses the row at this place or the row's container, or expands or collapses the row. */
type TreeStep = number | 'container' | 'expand' | 'collapse';

/** What a key does at a row of a tree with `rows` visible rows; `null` for any other key. */
export function treeStep(key: string, at: number, rows: number, isExpanded: boolean): TreeStep | null {
  const steps: Record<string, TreeStep> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows - 1,
    ArrowRight: isExpanded ? at + 1 : 'expand',
    ArrowLeft: isExpanded ? 'collapse' : 'container',
  };
  return steps[key] ?? null;
}
