import * as l10n from '@vscode/l10n';
import { mostCopied } from '#src/protocol/messages';
import { formatCount, formatCounted, formatRows } from '#src/text/l10n';
import type { Cell, CellPosition, Column, PageAnswer, ShownColumn } from '#src/protocol/tableTypes';
import { cellText } from '../grid/cellText';
import type { CopyFormat } from './copyFormats';
import { isCutCell, rowsPerPage, type GridPages } from '../grid/gridPages';
import { countCells, type SelectedCells } from '../grid/gridSelection';
import { countRows } from '../grid/rowRanges';
import type { ShownTable } from '../grid/shownTable';

type Copied = { text: string; what: string } | { problem: string };

const cellsText = (count: number) => formatCounted(count, [l10n.t('{0} cell'), l10n.t('{0} cells')]);

/** `12 cells`, or `3 rows` if whole rows are selected. */
function selectedWhat(selected: SelectedCells): string {
  return selected.areRows ? formatRows(countRows(selected.rows)) : cellsText(countCells(selected));
}

/** A table whose cells are copied. */
export interface CopiedTable extends Pick<ShownTable, 'columns' | 'zone' | 'about'> {
  readonly pages: GridPages;
  /** The columns that aren't in the table because all rows have the same value. */
  readonly folded: () => readonly ShownColumn[];
}

/** Columns and attributes that tell series apart: areas, directions, and sides. */
const seriesKeys = /^(?:attribute\.)?(?:(?:deliveryArea|area)?(?:from|to)?|connection|side)$/i;
const tellsSeries = ({ key }: Column) => key !== '' && seriesKeys.test(key);

/**
 * Reads the cells in these places of one row after another, with whole texts; `null` for a row with a text that is
 * too long to copy. Rejects once the rows have changed, because rows from before and after don't belong in
 * one table.
 */
function rowReader({ pages, about }: CopiedTable, places: readonly number[]) {
  const before = about();
  let page: PageAnswer | undefined;
  let pageNumber: number | undefined;
  let firstTotal: number | undefined;
  const changedError = () =>
    new Error(l10n.t('The rows changed while they were being copied. Copy them again.'));

  function unchanged(answer: PageAnswer | undefined): PageAnswer {
    firstTotal ??= answer?.total;
    if (answer && about() === before && about(answer.total) === about(firstTotal)) return answer;
    throw changedError();
  }

  async function rowAlone(row: number): Promise<PageAnswer> {
    try {
      return unchanged(await pages.alone(row));
    } catch (error) {
      // The host cancels questions about rows that are no longer shown.
      throw about() === before ? error : changedError();
    }
  }

  return async (row: number): Promise<readonly Cell[] | null> => {
    const wanted = Math.floor(row / rowsPerPage);
    if (!page || pageNumber !== wanted) {
      await pages.load(row, row + 1);
      page = unchanged(pages.page(row));
      pageNumber = wanted;
    }
    const selectedOf = ({ rows }: PageAnswer, at: number) => {
      const cells = rows[at];
      if (!cells) throw changedError();
      return places.map((place) => cells[place] ?? null);
    };
    const held = page;
    const cells = selectedOf(held, row % rowsPerPage);
    if (!cells.some((cell) => isCutCell(cell, held))) return cells;
    const alone = await rowAlone(row);
    const whole = selectedOf(alone, 0);
    return whole.some((cell) => isCutCell(cell, alone)) ? null : whole;
  };
}

/**
 * The selected cells as text with a header, or a sentence that explains why they can't be copied. Rejects if
 * the rows change in the meantime.
 */
export async function copyText(
  table: CopiedTable,
  selected: SelectedCells,
  form: CopyFormat,
): Promise<Copied> {
  const { rows, left, right } = selected;
  const { mostRows = Infinity } = form;
  if (countRows(rows) > mostRows) {
    return {
      problem: l10n.t(
        'Selection too large to copy as code: the limit is {0}. Select fewer rows, or export the selection.',
        formatRows(mostRows),
      ),
    };
  }
  const places = [...table.columns().entries()].filter(
    ([at, column]) => (at >= left && at <= right) || (form.hasSeries && tellsSeries(column)),
  );
  const folded = form.hasSeries ? table.folded().filter(tellsSeries) : [];
  const constants = folded.map(({ constant = null }) => constant);
  const chosen = [...places.map(([, column]) => column), ...folded];
  const zone = table.zone();
  const readRow = rowReader(
    table,
    places.map(([at]) => at),
  );
  let text = form.head(chosen);
  const copied: (readonly Cell[])[] = [];
  for (const [from, to] of rows) {
    for (let row = from; row < to; row += 1) {
      const read = await readRow(row);
      const cells = [...(read ?? []), ...constants];
      text += `${copied.length === 0 ? '' : form.between}${form.row(cells, chosen, zone)}`;
      // The text is sent to the editor in one message.
      if (read === null || text.length > mostCopied) return tooLarge(copied.length);
      copied.push(cells);
    }
  }
  text += typeof form.foot === 'string' ? form.foot : form.foot(chosen, copied);
  return text.length > mostCopied ? tooLarge(copied.length) : { text, what: selectedWhat(selected) };
}

const tooLarge = (rows: number): Copied => ({
  problem: l10n.t(
    'Selection too large to copy: the limit is {0} characters (about {1}). Select fewer cells, or export the result.',
    formatCount(mostCopied),
    formatRows(rows),
  ),
});

/**
 * The displayed text of one cell, or a sentence that explains why it can't be copied. Rejects like
 * `copyText`.
 */
export async function copyCell(table: CopiedTable, { row, column: at }: CellPosition): Promise<Copied> {
  const zone = table.zone();
  const [column, cells] = [table.columns()[at], await rowReader(table, [at])(row)];
  const text = column ? cellText(cells?.[0] ?? null, column, zone) : '';
  if (cells !== null && text.length <= mostCopied) {
    return { text, what: cellsText(1) };
  }
  return {
    problem: l10n.t(
      'Cell too large to copy: the limit is {0} characters. Export the result instead.',
      formatCount(mostCopied),
    ),
  };
}
