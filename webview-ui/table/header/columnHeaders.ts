import * as l10n from '@vscode/l10n';
import type { Column } from '#src/protocol/tableTypes';
import type { Filter, SortKey } from '#src/protocol/rowsQuestion';
import { columnTitle } from '../grid/cellText';
import { createColumnHeader, type ColumnHeader, type FilterRemark } from './columnHeader';
import type { Summaries } from './columnSummary';
import { readFilter, type FilterReading } from './filterText';
import type { ValueList } from './valueList';

/**
 * Changes the column's order from ascending to descending to unsorted. With `further`, keeps the other
 * columns by which the rows are sorted.
 */
export function nextSort(sort: readonly SortKey[], column: string, further: boolean): SortKey[] {
  const present = sort.find((key) => key.column === column);
  const turned: SortKey[] = !present
    ? [{ column }]
    : present.descending === true
      ? []
      : [{ column, descending: true }];
  if (!further) return turned;
  return present ? sort.flatMap((key) => (key.column === column ? turned : [key])) : [...sort, ...turned];
}

function remarkOn({ title }: Column, reading: FilterReading): FilterRemark | null {
  if ('problem' in reading) {
    return { text: l10n.t('Filter for {0} not applied: {1}', title, reading.problem), isProblem: true };
  }
  const { note } = reading;
  return note === undefined ? null : { text: l10n.t('Filter for {0}: {1}', title, note), isProblem: false };
}

/** What the texts of the filter fields mean: conditions, and for each column a message if there is one. */
export function readFilters(
  columns: readonly Column[],
  textOf: (key: string) => string,
  zone: string,
  now: number,
): { filters: Filter[]; remarks: ReadonlyMap<string, FilterRemark> } {
  const filters: Filter[] = [];
  const remarks = new Map<string, FilterRemark>();
  for (const column of columns) {
    const reading = readFilter(textOf(column.key), column, zone, now);
    const remark = remarkOn(column, reading);
    if (remark) remarks.set(column.key, remark);
    if ('filters' in reading) filters.push(...reading.filters);
  }
  return { filters, remarks };
}

/**
 * The header row, which determines which rows are shown and in which order. `values` offers the values of
 * text columns below their filter fields.
 */
export function createColumnHeaders(
  values: ValueList,
  summaries: Summaries,
  listener: {
    onChange: () => void;
    /** A filter's text has changed, but not the rows that it selects. */
    onText: () => void;
    /** The person moves to another column's header, or down to the rows. */
    onMove: (toColumn: number, to: 'title' | 'filter' | 'rows') => void;
    /** The person makes the column wider, or narrower if negative, by this many pixels. */
    onWiden: (key: string, by: number) => void;
  },
) {
  const headers = new Map<string, ColumnHeader>();
  let columns: readonly Column[] = [];
  let zone = 'UTC';
  let sort: SortKey[] = [];
  let read: ReturnType<typeof readFilters> = { filters: [], remarks: new Map() };
  let restored: { sort: SortKey[]; texts: ReadonlyMap<string, string> } = { sort: [], texts: new Map() };

  function readTexts(): void {
    read = readFilters(columns, (key) => headers.get(key)?.filter.value ?? '', zone, Date.now());
    for (const [key, header] of headers) header.show(sort, read.remarks.get(key) ?? null, zone);
  }

  function readAnew(): void {
    const before = JSON.stringify(read.filters);
    readTexts();
    if (JSON.stringify(read.filters) !== before) listener.onChange();
    else listener.onText();
  }

  function add(column: Column): void {
    const at = () => columns.findIndex(({ key }) => key === column.key);
    const typed = headers.get(column.key)?.filter.value ?? restored.texts.get(column.key) ?? '';
    const header = createColumnHeader(column, values, summaries, {
      onSort(further) {
        sort = nextSort(sort, column.key, further);
        readTexts();
        listener.onChange();
      },
      onFilter: readAnew,
      onWiden: (by) => listener.onWiden(column.key, by),
      onLeave(to, from) {
        if (to === 'rows') listener.onMove(at(), 'rows');
        else listener.onMove(at() + (to === 'right' ? 1 : -1), from);
      },
    });
    header.filter.value = typed;
    headers.set(column.key, header);
  }

  const texts = () =>
    Object.fromEntries(
      [...headers]
        .map(([key, header]) => [key, header.filter.value] as const)
        .filter(([, text]) => text.trim() !== ''),
    );

  return {
    /**
     * Creates headers for new columns and reads the filters. With `anew`, another result begins and everything
     * is forgotten.
     */
    show(shown: readonly Column[], shownZone: string, anew: boolean) {
      columns = shown;
      zone = shownZone;
      if (anew) {
        headers.clear();
        sort = restored.sort;
      }
      // Rows are neither sorted nor filtered by hidden columns.
      const keys = new Set(columns.map(({ key }) => key));
      sort = sort.filter(({ column }) => keys.has(column));
      for (const key of headers.keys()) if (!keys.has(key)) headers.delete(key);
      for (const column of columns) {
        // The header loses its unit once rows with another unit arrive.
        if (headers.get(column.key)?.name !== columnTitle(column)) add(column);
      }
      if (anew) restored = { sort: [], texts: new Map() };
      readTexts();
    },
    sort: () => sort,
    filters: () => read.filters,
    remarks: () => [...read.remarks.values()],
    /** The texts of the filter fields by column, without empty ones. */
    texts,
    /** Keys of the columns by which the rows are sorted or filtered. With `anew`, those of the next result. */
    inUse(anew: boolean) {
      const used = anew ? restored : { sort, texts: new Map(Object.entries(texts())) };
      return [...used.sort.map(({ column }) => column), ...used.texts.keys()];
    },
    setFilter(key: string, text: string) {
      const header = headers.get(key);
      if (header) header.filter.value = text;
      readAnew();
    },
    clearFilters() {
      for (const { filter } of headers.values()) filter.value = '';
      readAnew();
    },
    /** Call before `show` of another result. */
    restore: (keptSort: SortKey[], texts: Record<string, string>) => {
      restored = { sort: keptSort, texts: new Map(Object.entries(texts)) };
    },
    /** The header of a column in view, which says what the column contains. */
    inView: (key: string) => headers.get(key)?.inView(),
    sortOf(key: string) {
      const found = sort.find(({ column }) => column === key);
      return !found ? 'none' : found.descending === true ? 'descending' : 'ascending';
    },
    focus: (key: string, part: 'title' | 'filter') => headers.get(key)?.[part].focus(),
  };
}

export type ColumnHeaders = ReturnType<typeof createColumnHeaders>;
