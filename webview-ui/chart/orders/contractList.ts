import * as l10n from '@vscode/l10n';
import type { ContractRow, ContractsChart } from '#src/protocol/chartTypes';
import { element, setText } from '../../controls/dom';
import type { ChartOptions, Choose } from '../model/chartOptions';
import { contractColumns, deliveryColumn, sortedContracts } from './contractTexts';

/** How many rows Page Up and Page Down move. */
const pageRows = 10;

const buttonsIn = (part: HTMLElement) => [...part.querySelectorAll('button')];

/** The row that a key moves to, or -1 for the headers; `null` for other keys. */
function rowAfter(key: string, at: number, last: number, isHeader: boolean): number | null {
  const moves: Record<string, number> = {
    ArrowDown: Math.min(last, isHeader ? at : at + 1),
    ArrowUp: isHeader ? -1 : at - 1,
    PageDown: Math.min(last, at + pageRows),
    PageUp: Math.max(0, at - pageRows),
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
}

function emptyRow(): HTMLTableRowElement {
  const button = element('button', { type: 'button', tabindex: '-1' });
  const cells = contractColumns.slice(1).map(() => element('td', { role: 'gridcell' }));
  return element('tr', {}, element('th', { role: 'rowheader', scope: 'row' }, button), ...cells);
}

/** Shows the texts of each column. Rows stay where they are while others arrive, so that one can be clicked. */
function fill(
  body: HTMLTableSectionElement,
  rows: readonly ContractRow[],
  columns: readonly (readonly string[])[],
) {
  const before = new Map([...body.rows].map((row) => [row.firstElementChild?.textContent ?? '', row]));
  const lines = rows.map(({ id }) => before.get(id) ?? emptyRow());
  const kept = new Set(lines);
  for (const row of before.values()) if (!kept.has(row)) row.remove();
  lines.reduceRight<Element | null>((next, line) => {
    if (line.parentNode !== body || line.nextElementSibling !== next) body.insertBefore(line, next);
    return line;
  }, null);
  lines.forEach((line, index) => {
    line.setAttribute('aria-rowindex', String(index + 2));
    columns.forEach((texts, column) => {
      const cell = line.cells[column];
      if (cell) setText(cell.querySelector('button') ?? cell, texts[index] ?? '');
    });
  });
}

/** A header, with what all cells of its column have in common. Its button sorts by the column. */
function headerCell(
  title: string,
  note: string,
  order: 'ascending' | 'descending' | 'none',
  onSort: () => void,
) {
  const arrow = { ascending: ' ↑', descending: ' ↓', none: '' }[order];
  const button = element('button', { type: 'button', tabindex: '-1' }, title);
  button.append(element('span', { 'aria-hidden': 'true' }, arrow));
  button.addEventListener('click', () => {
    button.focus();
    onSort();
  });
  const below = element('span', { class: 'quiet' }, note);
  return element('th', { role: 'columnheader', scope: 'col', 'aria-sort': order }, button, below);
}

/**
 * The list of contracts, of which one is chosen: a grid that is one stop for Tab. The arrow keys move between its
 * contracts, and between the headers that sort it.
 */
export function createContractList(choose: Choose) {
  const head = element('tr', { 'aria-rowindex': '1' });
  const body = element('tbody');
  const grid = element(
    'table',
    { role: 'grid', 'aria-label': l10n.t('Contracts'), 'aria-colcount': String(contractColumns.length) },
    element('thead', {}, head),
    body,
  );
  const made = element('div', { class: 'chart-contracts' }, grid);
  made.hidden = true;
  let shown: { chart: ContractsChart; options: ChartOptions } | undefined;
  let drawn = '';
  let rows: ContractRow[] = [];
  let sort = { column: deliveryColumn, isDescending: false };
  /** The contract that Tab reaches: the one that was reached last, or else the first one. */
  let current = '';
  const place = () => rows.findIndex(({ id }) => id === current);

  /** Makes it the only stop for Tab: by default, the current contract. */
  function reach(button = buttonsIn(body)[Math.max(0, place())]): HTMLButtonElement | undefined {
    for (const each of buttonsIn(grid)) each.tabIndex = each === button ? 0 : -1;
    return button;
  }

  function draw(): void {
    if (!shown) return;
    const { chart, options } = shown;
    const { column: sorted, isDescending } = sort;
    const key = JSON.stringify([chart, options.zone, options.receiving, sort]);
    if (key === drawn) return;
    drawn = key;
    const header = buttonsIn(head).findIndex((button) => button === document.activeElement);
    const hadFocus = body.contains(document.activeElement);
    const sorting = contractColumns[sorted];
    rows = sorting ? sortedContracts(chart.contracts, sorting, isDescending) : chart.contracts;
    const said = contractColumns.map(({ say }) => say(rows, options));
    const headers = contractColumns.map(({ title }, column) => {
      const order = column !== sorted ? 'none' : isDescending ? 'descending' : 'ascending';
      return headerCell(title(), said[column]?.note ?? '', order, () => {
        sort = { column, isDescending: order === 'ascending' };
        draw();
      });
    });
    head.replaceChildren(...headers);
    fill(
      body,
      rows,
      said.map(({ texts }) => texts),
    );
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    const reached = reach(buttonsIn(head)[header]);
    if (hadFocus || header >= 0) reached?.focus();
  }

  body.addEventListener('click', ({ target }) => {
    const row = rows[[...body.rows].findIndex((each) => target instanceof Node && each.contains(target))];
    if (!row) return;
    const { id, deliveryStart: start, deliveryEnd: end } = row;
    current = id;
    reach()?.focus();
    const delivery = {
      ...(!Number.isNaN(start) && { deliveryStart: start }),
      ...(!Number.isNaN(end) && { deliveryEnd: end }),
    };
    choose({ contract: { id, ...delivery }, depth: {}, range: null, hidden: [] });
  });
  grid.addEventListener('keydown', (event) => {
    const column = buttonsIn(head).findIndex((button) => button === event.target);
    const isHeader = column >= 0;
    const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const to = rowAfter(event.key, Math.max(0, place()), rows.length - 1, isHeader);
    if (to === null && !(isHeader && aside !== undefined)) return;
    event.preventDefault();
    if (to !== null && to >= 0) current = rows[to]?.id ?? '';
    const beside = Math.min(contractColumns.length - 1, Math.max(0, column + (aside ?? 0)));
    const inHead = isHeader ? beside : sort.column;
    reach(to !== null && to >= 0 ? undefined : buttonsIn(head)[inHead])?.focus();
  });

  return {
    element: made,
    /** Focuses the contract that was reached last, or the first one. */
    focus: () => reach()?.focus(),
    /** Shows the contracts; hidden if the chart is another one. */
    show(chart: ContractsChart | undefined, options: ChartOptions) {
      made.hidden = chart === undefined;
      if (!chart) return;
      shown = { chart, options };
      draw();
    },
  };
}
