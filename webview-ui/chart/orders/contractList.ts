import * as l10n from '@vscode/l10n';
import type { ContractRow, ContractsChart } from '#src/protocol/chartTypes';
import { element } from '../../controls/dom';
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

  function focus(button: HTMLButtonElement | undefined = buttonsIn(body)[place()]): void {
    for (const each of buttonsIn(grid)) each.tabIndex = -1;
    if (!button) return;
    button.tabIndex = 0;
    button.focus();
  }

  function headers(notes: readonly string[]): HTMLElement[] {
    return contractColumns.map(({ title }, index) => {
      const isSorted = sort.column === index;
      const arrow = isSorted ? (sort.isDescending ? ' ↓' : ' ↑') : '';
      const button = element('button', { type: 'button', tabindex: '-1' }, title() + arrow);
      button.addEventListener('click', () => {
        sort = { column: index, isDescending: isSorted && !sort.isDescending };
        draw();
        focus(buttonsIn(head)[index]);
      });
      const order = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
      const note = element('span', { class: 'quiet' }, notes[index] ?? '');
      return element('th', { role: 'columnheader', scope: 'col', 'aria-sort': order }, button, note);
    });
  }

  function draw(): void {
    if (!shown) return;
    const { chart, options } = shown;
    const key = JSON.stringify([chart, options.zone, options.receiving, sort]);
    if (key === drawn) return;
    drawn = key;
    const hadFocus = body.contains(document.activeElement);
    const sorting = contractColumns[sort.column];
    rows = sorting ? sortedContracts(chart.contracts, sorting, sort.isDescending) : chart.contracts;
    const said = contractColumns.map(({ say }) => say(rows, options));
    head.replaceChildren(...headers(said.map(({ note }) => note)));
    body.replaceChildren(
      ...rows.map(({ id }, index) => {
        const button = element('button', { type: 'button', tabindex: '-1' }, id);
        const cells = said
          .slice(1)
          .map(({ texts }) => element('td', { role: 'gridcell' }, texts[index] ?? ''));
        const name = element('th', { role: 'rowheader', scope: 'row' }, button);
        return element('tr', { 'aria-rowindex': String(index + 2) }, name, ...cells);
      }),
    );
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    const reached = buttonsIn(body)[place()];
    if (reached) reached.tabIndex = 0;
    if (hadFocus) focus();
  }

  body.addEventListener('click', ({ target }) => {
    const at = [...body.rows].findIndex((row) => target instanceof Node && row.contains(target));
    const row = rows[at];
    if (!row) return;
    current = row.id;
    focus();
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
      focus(to < 0 ? buttonsIn(head)[sort.column] : undefined);
    } else if (aside !== undefined && isHeader) focus(buttonsIn(head)[column + aside] ?? undefined);
    else return;
    event.preventDefault();
  });

  return {
    element: made,
    /** Focuses the contract that was chosen last, or the first one. */
    focus: () => focus(),
    /** Shows the contracts; hidden if the chart is another one. */
    show(chart: ContractsChart | undefined, options: ChartOptions) {
      made.hidden = chart === undefined;
      if (!chart) return;
      shown = { chart, options };
      draw();
    },
  };
}
