import * as l10n from '@vscode/l10n';
import type { ContractRow, ContractsChart } from '#src/protocol/chartTypes';
import { element, setText } from '../../controls/dom';
import type { ChartOptions, Choose } from '../model/chartOptions';
import { contractColumns, deliveryColumn, sortedContracts } from './contractTexts';

/** How many rows Page Up and Page Down move. */
const pageRows = 10;

const buttonsIn = (part: HTMLElement) => [...part.querySelectorAll('button')];

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
  /** The contract that Tab reaches. */
  let current = '';

  const place = () =>
    Math.max(
      0,
      rows.findIndex(({ id }) => id === current),
    );

  /** Makes it the only stop for Tab: by default, the current contract. */
  function reach(button = buttonsIn(body)[place()]): HTMLButtonElement | undefined {
    for (const each of buttonsIn(grid)) each.tabIndex = each === button ? 0 : -1;
    return button;
  }

  function headers(notes: readonly string[]): HTMLElement[] {
    return contractColumns.map(({ title }, index) => {
      const isSorted = sort.column === index;
      const arrow = isSorted ? (sort.isDescending ? ' ↓' : ' ↑') : '';
      const button = element('button', { type: 'button', tabindex: '-1' }, title());
      button.append(element('span', { 'aria-hidden': 'true' }, arrow));
      button.addEventListener('click', () => {
        sort = { column: index, isDescending: isSorted && !sort.isDescending };
        button.focus();
        draw();
      });
      const order = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
      const note = element('span', { class: 'quiet' }, notes[index] ?? '');
      return element('th', { role: 'columnheader', scope: 'col', 'aria-sort': order }, button, note);
    });
  }

  /** Rows stay where they are while others arrive, so that one can be clicked. */
  function emptyRow(): HTMLTableRowElement {
    const button = element('button', { type: 'button', tabindex: '-1' });
    const cells = contractColumns.slice(1).map(() => element('td', { role: 'gridcell' }));
    return element('tr', {}, element('th', { role: 'rowheader', scope: 'row' }, button), ...cells);
  }

  function draw(): void {
    if (!shown) return;
    const { chart, options } = shown;
    const key = JSON.stringify([chart, options.zone, options.receiving, sort]);
    if (key === drawn) return;
    drawn = key;
    const header = buttonsIn(head).findIndex((button) => button === document.activeElement);
    const hadFocus = body.contains(document.activeElement);
    const sorting = contractColumns[sort.column];
    rows = sorting ? sortedContracts(chart.contracts, sorting, sort.isDescending) : chart.contracts;
    const said = contractColumns.map(({ say }) => say(rows, options));
    head.replaceChildren(...headers(said.map(({ note }) => note)));
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
      said.forEach(({ texts }, column) => {
        const cell = line.cells[column];
        if (cell) setText(cell.querySelector('button') ?? cell, texts[index] ?? '');
      });
    });
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    const reached = reach(buttonsIn(head)[header]);
    if (hadFocus || header >= 0) reached?.focus();
  }

  body.addEventListener('click', ({ target }) => {
    const at = [...body.rows].findIndex((row) => target instanceof Node && row.contains(target));
    const row = rows[at];
    if (!row) return;
    current = row.id;
    reach()?.focus();
    const { id, deliveryStart, deliveryEnd } = row;
    choose({
      contract: {
        id,
        ...(!Number.isNaN(deliveryStart) && { deliveryStart }),
        ...(!Number.isNaN(deliveryEnd) && { deliveryEnd }),
      },
      depth: {},
      range: null,
      hidden: [],
    });
  });
  grid.addEventListener('keydown', (event) => {
    const column = buttonsIn(head).findIndex((button) => button === event.target);
    const [isHeader, at, last] = [column >= 0, place(), rows.length - 1];
    const moves: Record<string, number> = {
      ArrowDown: isHeader ? at : at + 1,
      ArrowUp: at - 1,
      PageDown: at + pageRows,
      PageUp: Math.max(0, at - pageRows),
      Home: 0,
      End: last,
    };
    const sideways: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const [to, aside] = [moves[event.key], sideways[event.key]];
    if (to !== undefined && !(isHeader && event.key === 'ArrowUp')) {
      current = rows[Math.min(last, Math.max(0, to))]?.id ?? '';
      reach(to < 0 ? buttonsIn(head)[sort.column] : undefined)?.focus();
    } else if (aside !== undefined && isHeader) reach(buttonsIn(head)[column + aside])?.focus();
    else return;
    event.preventDefault();
  });

  return {
    element: made,
    /** Focuses the contract that was chosen last, or the first one. */
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
