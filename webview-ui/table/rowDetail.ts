import * as l10n from '@vscode/l10n';
import { formatCount } from '#src/text/l10n';
import { isSent } from '#src/protocol/rowsQuestion';
import type { ShownColumn, PageAnswer } from '#src/protocol/tableTypes';
import { button } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { cellDetail, cellText, columnTitle } from './grid/cellText';
import { prettyJson } from './prettyJson';
import { errorText } from '#src/text/errorText';
import type { Host } from '../host/pane';
import type { TableQuestions } from './tableQuestions';
import { zoneOf, type ShownTableState } from './tableState';

/**
 * Details of one row next to the table: every field, including hidden columns, and the record from which the row was
 * read. `onLeave` is called when the panel closes and the focus must return to the rows.
 */
export function createRowDetail(
  host: Host,
  state: ShownTableState,
  table: TableQuestions,
  onLeave: () => void,
) {
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
    { class: 'row-detail', 'aria-label': l10n.t('Row details'), hidden: '' },
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
  let asks = 0;

  function field(column: ShownColumn, cell: PageAnswer['rows'][number][number]): HTMLElement[] {
    const isMissing = cell === null;
    const value = element(
      'dd',
      isMissing ? { class: 'missing' } : {},
      isMissing ? l10n.t('no value') : cellText(cell, column, zoneOf(state)),
    );
    const detail = cellDetail(cell, column);
    // For a long text, the detail would only repeat it.
    if (detail !== null && detail !== cell) {
      value.append(element('div', { class: 'quiet' }, detail));
    }
    return [element('dt', {}, columnTitle(column)), value];
  }

  async function fill(row: number, mine: number): Promise<void> {
    const { rows, origins } = await host.ask('rows', { ...table.rows(), from: row, to: row + 1 });
    const [cells, origin] = [rows[0], origins[0]];
    if (mine !== asks || !cells || origin === undefined) return;
    setText(title, l10n.t('Row {0}', formatCount(row + 1)));
    setText(zoneLine, l10n.t('Times in {0}, with UTC below', zoneOf(state)));
    fields.replaceChildren(
      ...(state.shown?.columns ?? []).flatMap((column, at) => field(column, cells[at] ?? null)),
    );
    // No record contains a computed row, nor one with several series.
    const record = isSent(state.form) ? (await host.ask('record', { row: origin })).found : null;
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
    if (hadFocus) onLeave();
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
