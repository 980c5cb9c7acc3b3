import type { Cell, PageAnswer } from '#src/protocol/tableTypes';

/** Rows requested at once: a few screens. */
export const rowsPerPage = 200;
const keptPages = 40;

/** Whether the cell is a text that was cut in its page. */
export const isCutCell = (cell: Cell, { longest }: Pick<PageAnswer, 'longest'>): boolean =>
  longest !== undefined && typeof cell === 'string' && cell.length > longest;

/**
 * The rows around the visible ones, requested page by page. The pages that weren't used for longest are
 * dropped.
 */
export function createGridPages(
  ask: (from: number, to: number) => Promise<PageAnswer>,
  onRenewed: () => void = () => undefined,
) {
  let pages = new Map<number, Promise<PageAnswer>>();
  let answers = new Map<number, PageAnswer>();
  let total = 0;
  /** The least number of rows: an answer may be older. */
  let least = 0;
  let loading = 0;
  let isStale = false;

  async function loadPage(page: number, isAgain = false): Promise<void> {
    const mine = pages;
    const asked = mine.get(page) ?? ask(page * rowsPerPage, (page + 1) * rowsPerPage);
    // Moves the page to the end, because pages are dropped from the beginning.
    mine.delete(page);
    mine.set(page, asked);
    try {
      const answer = await asked;
      if (mine !== pages) return;
      const end = page * rowsPerPage + answer.rows.length;
      if (!isAgain && end < Math.min(least, (page + 1) * rowsPerPage)) {
        mine.delete(page);
        await loadPage(page, true);
        return;
      }
      total = Math.max(least, answer.total);
      answers.set(page, answer);
    } catch (error) {
      if (mine !== pages) return; // the question was canceled
      mine.delete(page);
      throw error;
    }
    for (const oldest of mine.keys()) {
      if (mine.size <= keptPages) break;
      mine.delete(oldest);
      answers.delete(oldest);
    }
  }

  async function load(from: number, to: number): Promise<void> {
    const mine = pages;
    const first = Math.floor(from / rowsPerPage);
    const last = Math.floor(Math.max(from, to - 1) / rowsPerPage);
    const wanted = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    loading += 1;
    try {
      await Promise.all(wanted.map((page) => loadPage(page)));
    } finally {
      loading -= 1;
    }
    // The rows were forgotten in the meantime, so the answer is to an obsolete question.
    if (mine !== pages) await load(from, to);
    else if (isStale && loading === 0) setTimeout(renewNow); // after the caller has drawn these rows
  }

  function renewNow(): void {
    if (!isStale) return;
    forget();
    onRenewed();
  }

  function forget(): void {
    pages = new Map();
    answers = new Map();
    least = 0;
    isStale = false;
  }

  const pageOf = (index: number) => answers.get(Math.floor(index / rowsPerPage));
  return {
    /** The number of rows after the filter, known once a page has been loaded. */
    total: () => total,
    /** Resolves when the rows `from` to `to` (exclusive) can be read; rejects with the host's error. */
    load,
    /** The page of a loaded row, as the host sent it. */
    page: pageOf,
    /** `undefined` if the row isn't loaded. */
    row: (index: number) => pageOf(index)?.rows[index % rowsPerPage],
    /** Requests a single row, so that its texts aren't cut unless they are too long together. */
    alone: (index: number) => ask(index, index + 1),
    /** Forgets every row, because the sort order, filter, or result has changed. */
    forget,
    /** Call when rows were added at the end; whole pages stay as they are. */
    grow(now: number) {
      least = now;
      total = Math.max(total, now);
      for (const [page, held] of answers) {
        if (held.rows.length === rowsPerPage) continue;
        answers.delete(page);
        pages.delete(page);
      }
    },
    /** Call when rows may have moved. Rows that are being requested are still shown, then requested again. */
    renew() {
      if (loading > 0) isStale = true;
      else forget();
    },
  };
}

export type GridPages = ReturnType<typeof createGridPages>;
