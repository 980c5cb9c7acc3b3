import * as v from 'valibot';
import type { ResultState } from '../../src/messages';
import type { Column } from '../../src/table/tableTypes';
import { button, textField } from '../controls';
import { element, setText } from '../dom';
import { formatCount, formatCounted } from '../figures';
import type { Host, Pane } from '../pane';
import type { ShownFinding } from '../shownFinding';
import { displayOrder } from './cellText';
import { createColumnHeaders } from './columnHeaders';
import { copyText } from './copyRows';
import { createFindingChip } from './findingChip';
import { listenToGrid } from './gridInput';
import { createGridPages } from './gridPages';
import type { Place, Selection } from './gridSelection';
import { blockOf, cellsOf } from './gridSelection';
import { createGridView, gridHelp } from './gridView';

const memoryShape = v.object({
  sort: v.array(v.object({ column: v.string(), descending: v.exactOptional(v.boolean()) })),
  filters: v.record(v.string(), v.string()),
  topRow: v.number(),
});

const rowNoun = ['row', 'rows'] as const;
const cellNoun = ['cell', 'cells'] as const;
const at = (row: number, column: number): Selection => ({
  active: { row, column },
  anchor: { row, column },
});

/** While rows arrive, a column may turn out to differ and move forward. */
const isSameOrder = (one: readonly Column[], other: readonly Column[]) =>
  one.length === other.length && one.every(({ key }, place) => other[place]?.key === key);

/** All rows of the result as a grid: sorted, filtered, read piece by piece as they come into view. */
export function createTablePane(host: Host, finding: ShownFinding): Pane {
  let shown: ResultState | undefined;
  let columns: Column[] = [];
  let selection = at(0, 0);
  let firstRow = 0;
  const zone = () => shown?.timeZone ?? 'UTC';

  const count = element('span', { class: 'row-count' });
  const selected = element('span', { class: 'selected-count' });
  const notice = element('span', { class: 'notice' });
  const noMatch = element('p', { class: 'no-match' }, 'No row matches the filters.');
  const goTo = textField({ label: 'Go to row', placeholder: 'Go to row', onEnter: goToRow });

  const headers = createColumnHeaders({
    onChange: beginAgain,
    onMove(column, to) {
      const key = columns[column]?.key;
      if (key === undefined) return;
      if (to === 'rows') return void focusCell({ row: selection.active.row, column });
      const row = Math.ceil(view.topRow());
      void view.reveal({ row, column }).then(() => headers.focus(key, to));
    },
  });
  const clear = button({
    label: 'Clear filters',
    look: 'secondary',
    onClick: () => headers.clearFilters(),
  });
  const chip = createFindingChip(() => {
    finding.set(null);
    view.grid.focus({ preventScroll: true });
  });
  const pages = createGridPages((from, to) => {
    const only = finding.get();
    return host.ask('rows', {
      from,
      to,
      sort: headers.sort(),
      filter: headers.filters(),
      columns: columns.map(({ key }) => key),
      ...(only && { finding: only.key }),
    });
  });
  const view = createGridView({
    columns: () => columns,
    total: () => pages.total(),
    row: (index) => pages.row(index),
    zone,
    active: () => selection.active,
    selected: () => blockOf(selection),
    header: (column) => headers.element(columns[column]?.key ?? ''),
    sortOf: (column) => headers.sortOf(columns[column]?.key ?? ''),
    async load(from, to) {
      try {
        await pages.load(from, to);
      } catch (error) {
        setText(notice, error instanceof Error ? error.message : 'The rows could not be read.');
      }
    },
  });

  async function draw(): Promise<void> {
    await view.draw();
    const total = pages.total();
    const only = finding.get();
    const filtered = headers.filters().length > 0 || only !== null;
    const all = formatCounted(filtered ? (shown?.rows ?? 0) : total, rowNoun);
    setText(count, filtered ? `${formatCount(total)} of ${all}` : all);
    chip.show(only);
    noMatch.hidden = total > 0 || !filtered;
    clear.element.hidden = Object.keys(headers.texts()).length === 0;
    showSelected();
  }

  function showSelected(): void {
    view.mark();
    const cells = cellsOf(blockOf(selection));
    setText(selected, cells > 1 ? `${formatCounted(cells, cellNoun)} selected` : '');
  }

  /** Another sort or filter: the rows are others, so the grid begins at the first one. */
  function beginAgain(): void {
    selection = at(0, selection.active.column);
    setText(notice, '');
    pages.forget();
    view.scrollToRow(0);
    void draw();
  }

  async function select(next: Selection): Promise<void> {
    selection = next;
    setText(notice, '');
    await view.reveal(next.active);
    showSelected();
  }

  async function focusCell({ row, column }: Place): Promise<void> {
    view.grid.focus({ preventScroll: true });
    await select(at(row, column));
  }

  function goToRow(text: string): void {
    const row = Number(text.replace(/[,\s]/g, '')) - 1;
    const total = pages.total();
    if (Number.isInteger(row) && row >= 0 && row < total) {
      void focusCell({ row, column: selection.active.column });
    } else setText(notice, `Rows run from 1 to ${formatCount(total)}.`);
  }

  async function copy(): Promise<void> {
    const copied = await copyText(pages, columns, blockOf(selection), zone());
    if ('text' in copied) host.act({ kind: 'copyText', text: copied.text });
    setText(notice, 'text' in copied ? `Copied ${copied.what}.` : copied.problem);
  }

  listenToGrid(view, {
    selection: () => selection,
    size: () => ({ rows: pages.total(), columns: columns.length }),
    onSelect: (next) => void select(next),
    onDrag(active) {
      selection = { ...selection, active };
      showSelected();
    },
    onCopy: () => void copy(),
    onHeader: () => headers.focus(columns[selection.active.column]?.key ?? '', 'filter'),
  });

  finding.onChange(beginAgain);

  return {
    element: element(
      'section',
      { class: 'table-pane', 'aria-label': 'Table' },
      element(
        'div',
        { class: 'pane-bar' },
        ...[count, selected, chip.element, clear.element, notice],
        element('span', { class: 'spring' }),
        goTo.element,
      ),
      element('div', { class: 'grid-box' }, view.element, noMatch),
      gridHelp(),
    ),
    show(state) {
      const before = shown;
      const another = before?.id !== state.id;
      shown = state;
      const ordered = columns;
      columns = displayOrder(state.columns, state.dataset.mainColumns);
      headers.show(columns, state.timeZone, another);
      if (another) selection = at(0, 0);
      const same =
        before?.revision === state.revision &&
        before.timeZone === state.timeZone &&
        isSameOrder(columns, ordered);
      if (another || !same) pages.forget();
      void draw().then(() => {
        if (another) view.scrollToRow(firstRow);
        firstRow = 0;
      });
    },
    memory: {
      save: () => ({
        sort: headers.sort(),
        filters: headers.texts(),
        topRow: Math.round(view.topRow()),
      }),
      restore(saved) {
        const read = v.safeParse(memoryShape, saved);
        if (!read.success) return;
        headers.restore(read.output.sort, read.output.filters);
        firstRow = read.output.topRow;
      },
    },
  };
}
