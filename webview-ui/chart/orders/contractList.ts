import * as l10n from '@vscode/l10n';
import type { Chart } from '#src/protocol/charts/chart';
import type { ContractRow, ContractsChart } from '#src/protocol/charts/contractsChart';
import { element, setText } from '../../controls/dom';
import type { ChartOptions, Choose } from '../model/chartOptions';
import { contractColumns } from './contractTexts';

/** How many rows Page Up and Page Down move. */
const pageRows = 10;

function emptyRow(columns: number): HTMLTableRowElement {
  const button = element('button', { type: 'button', tabindex: '-1' });
  const cells = Array.from({ length: columns - 1 }, () => element('td', { role: 'gridcell' }));
  return element('tr', {}, element('th', { role: 'rowheader', scope: 'row' }, button), ...cells);
}

/** The list of contracts, of which one is chosen: a grid that is one stop for Tab. */
function createContractList(choose: Choose) {
  const head = element('tr');
  const body = element('tbody');
  const grid = element(
    'table',
    { role: 'grid', 'aria-label': l10n.t('Contracts') },
    element('thead', {}, head),
    body,
  );
  const made = element('div', { class: 'chart-contracts', hidden: '' }, grid);
  let rows: readonly ContractRow[] = [];
  let shown: readonly unknown[] = [];
  /** The contract that Tab reaches: the one that was reached last, or else the first one. */
  let current = '';

  const place = () => rows.findIndex(({ id }) => id === current);
  const placeOf = (target: EventTarget | null) =>
    [...body.rows].findIndex((line) => target instanceof Node && line.contains(target));

  /** Makes the row in this place, or the nearest one, the only stop for Tab. */
  function reach(at: number): HTMLElement | undefined {
    const buttons = [...body.querySelectorAll('button')];
    const reached = buttons[Math.min(buttons.length - 1, Math.max(0, at))];
    for (const button of buttons) button.tabIndex = button === reached ? 0 : -1;
    current = reached?.textContent ?? '';
    return reached;
  }

  /** Rows stay where they are while others arrive, so that one can be clicked. */
  function fill(options: ChartOptions): void {
    const columns = contractColumns(rows, options);
    head.replaceChildren(
      ...columns.map(({ title, note }) =>
        element(
          'th',
          { role: 'columnheader', scope: 'col' },
          title,
          element('span', { class: 'quiet' }, note),
        ),
      ),
    );
    const before = new Map([...body.rows].map((line) => [line.cells[0]?.textContent, line]));
    rows.forEach(({ id }, at) => {
      const line = before.get(id) ?? emptyRow(columns.length);
      if (body.rows[at] !== line) body.insertBefore(line, body.rows[at] ?? null);
      columns.forEach(({ texts }, column) => {
        const cell = line.cells[column];
        if (cell) setText(cell.querySelector('button') ?? cell, texts[at] ?? '');
      });
    });
    while (body.rows.length > rows.length) body.deleteRow(-1);
    reach(place());
  }

  body.addEventListener('click', ({ target }) => {
    const at = placeOf(target);
    const row = rows[at];
    if (!row) return;
    const { id, deliveryStart: start, deliveryEnd: end } = row;
    reach(at)?.focus();
    const delivery = {
      ...(!Number.isNaN(start) && { deliveryStart: start }),
      ...(!Number.isNaN(end) && { deliveryEnd: end }),
    };
    choose({ contract: { id, ...delivery }, depth: {}, range: null, hidden: [] });
  });
  body.addEventListener('keydown', (event) => {
    const at = placeOf(event.target);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + pageRows,
      PageUp: at - pageRows,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    reach(to)?.focus();
  });

  return {
    element: made,
    /** Focuses the contract that was reached last, or the first one. */
    focus: () => reach(place())?.focus(),
    /** Shows the contracts; hidden if the chart is a different one. */
    show(chart: ContractsChart | undefined, options: ChartOptions) {
      made.hidden = chart === undefined;
      const next = [chart, options.zone, options.receiving];
      if (!chart || next.every((each, index) => each === shown[index])) return;
      shown = next;
      rows = chart.contracts;
      fill(options);
    },
  };
}

/** Where the picture is, or the list of contracts in its place. */
export function createStage(plot: HTMLElement, place: HTMLElement, choose: Choose) {
  const contracts = createContractList(choose);
  return {
    element: element('div', { class: 'chart-stage' }, plot, contracts.element),
    /** `showBar` shows the chart's controls. The focus goes from a contract to those of its depth, and back. */
    show(chart: Chart | undefined, options: ChartOptions, showBar: () => void) {
      const listed = chart?.kind === 'contracts' && chart.contracts.length > 0 ? chart : undefined;
      const wasListed = !contracts.element.hidden;
      const [isFromList, isFromPlace] = [contracts.element, place].map((part) =>
        part.contains(document.activeElement),
      );
      contracts.show(listed, options);
      plot.classList.toggle('covered', listed !== undefined);
      showBar();
      if (isFromList && !listed) place.querySelector<HTMLElement>('.of-depth .chart-time')?.focus();
      else if (isFromPlace && listed && !wasListed) contracts.focus();
    },
  };
}
