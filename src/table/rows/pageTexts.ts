import { mostPageCharacters, type Cell, type RowsAnswer } from '../../protocol/tableTypes';

/**
 * The most characters that each text of the page can keep so that all of them fit: only the longest are cut.
 * `undefined` if all fit as they are.
 */
function longestThatFits(rows: RowsAnswer['rows']): number | undefined {
  const lengths = rows.flatMap((cells) =>
    cells.flatMap((cell) => (typeof cell === 'string' ? cell.length : [])),
  );
  let left = mostPageCharacters;
  if (lengths.reduce((sum, length) => sum + length, 0) <= left) return undefined;
  lengths.sort((one, other) => one - other);
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return undefined;
}

/** The rows of a page with the longest texts cut, so that the page fits into a message. See `PageAnswer`. */
export function fittedRows(rows: RowsAnswer['rows']): { rows: RowsAnswer['rows']; longest?: number } {
  const longest = longestThatFits(rows);
  if (longest === undefined) return { rows };
  const cut = (cell: Cell) =>
    typeof cell === 'string' && cell.length > longest ? `${cell.slice(0, longest)}…` : cell;
  return { rows: rows.map((cells) => cells.map(cut)), longest };
}
