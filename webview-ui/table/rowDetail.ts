import * as l10n from '@vscode/l10n';
import { formatCount } from '#src/text/l10n';
import type { ShownColumn, PageAnswer, RecordAnswer } from '#src/protocol/tableTypes';
import { button } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { cellDetail, cellText, columnTitle } from './grid/cellText';
import { prettyJson } from './prettyJson';
import { errorText } from '#src/text/errorText';

/** What the panel needs from the table. Rows are numbered in the order shown. */
interface RowDetailTraits {
  /** One row with all columns of the result, including hidden ones. */
  row(row: number): Promise<PageAnswer>;
  /** The record from which a row was read. `origin` is the row's index in the unsorted table. */
  record(origin: number): Promise<RecordAnswer>;
  /** All columns, in the order of the cells in a `row`. */
  columns(): readonly ShownColumn[];
  zone(): string;
  /** Called when the panel closes and the focus must return to the rows. */
  onLeave(): void;
}

/** Details of one row next to the table: every field, and the record from which the row was read. */
export function createRowDetail(traits: RowDetailTraits) {
  const title = element('h2', {});
  const zoneLine = element('p', { class: 'quiet' });
  const notice = element('p', { class: 'notice quiet' });
  const fields = element('dl', {});
  const source = element('h3', {});
  const json = element('pre', {
    tabindex: '0',
    role: 'region',
    'aria-label': l10n.t('Record JSON'),
  });
  const pane = element(
    'aside',
    { class: 'row-detail', 'aria-label': l10n.t('Row details') },
    element(
      'div',
      { class: 'row-detail-bar line' },
      title,
      button({ label: l10n.t('Close'), look: 'toolbar', icon: 'cancel', onClick: close }).element,
    ),
    zoneLine,
    fields,
    notice,
    source,
    json,
  );
  pane.hidden = true;
  let asks = 0;

  function field(column: ShownColumn, cell: PageAnswer['rows'][number][number]): HTMLElement[] {
    const zone = traits.zone();
    const isMissing = cell === null;
    const value = element(
      'dd',
      isMissing ? { class: 'missing' } : {},
      isMissing ? l10n.t('no value') : cellText(cell, column, zone),
    );
    const detail = cellDetail(cell, column);
    // For a long text, the detail would only repeat it.
    if (detail !== null && detail !== cell) {
      value.append(element('div', { class: 'quiet' }, detail));
    }
    return [element('dt', {}, columnTitle(column)), value];
  }

  async function fill(row: number, mine: number): Promise<void> {
    const { rows, origins } = await traits.row(row);
    const [cells, origin] = [rows[0], origins[0]];
    if (mine !== asks || !cells || origin === undefined) return;
    setText(title, l10n.t('Row {0}', formatCount(row + 1)));
    setText(zoneLine, l10n.t('Times in {0}, with UTC below', traits.zone()));
    fields.replaceChildren(...traits.columns().flatMap((column, at) => field(column, cells[at] ?? null)));
    const { found: record } = await traits.record(origin);
    if (mine !== asks) return;
    setText(
      source,
      record ? l10n.t('Record {0} as the service sent it', formatCount(record.record + 1)) : '',
    );
    setText(json, record ? prettyJson(record.text) : '');
    setText(
      notice,
      record?.cut === true
        ? l10n.t('Only the beginning of this long record is shown. To see all of it, go to the JSON tab.')
        : '',
    );
  }

  function close(): void {
    asks += 1;
    const hadFocus = pane.contains(document.activeElement);
    pane.hidden = true;
    if (hadFocus) traits.onLeave();
  }

  pane.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });

  return {
    element: pane,
    isOpen: () => !pane.hidden,
    show(row: number) {
      pane.hidden = false;
      const mine = (asks += 1);
      fill(row, mine).catch((error: unknown) => {
        if (mine !== asks) return;
        setText(notice, errorText(error));
      });
    },
    close,
  };
}
