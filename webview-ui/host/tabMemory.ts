/**
 * What a tab keeps over a reload, and of results to which a person may come back. It's written to disk, so it's
 * small and contains no data of a result; what was read from there is outside data.
 */
import * as v from 'valibot';
import { resolutions } from '#src/market/time/resolutions';
import {
  allContracts,
  capacityShape,
  contractShape,
  depthShape,
  seriesViews,
  spreadShape,
} from '#src/protocol/charts/chartQuestion';
import { views, type RowsOfFinding, type View } from '#src/protocol/messages';
import { filterShape, findingShape, index } from '#src/protocol/rowsQuestion';

const finite = v.pipe(v.number(), v.finite());

/** The user's choices in the chart. */
const chartShape = v.object({
  /** `null` for the whole extent. */
  range: v.nullable(
    v.pipe(
      v.object({ from: finite, to: finite }),
      v.check(({ from, to }) => to > from),
    ),
  ),
  /** Labels of the series hidden in the legend. */
  hidden: v.pipe(v.array(v.string()), v.maxLength(50)),
  /** Names of the quantities shown if there are many series; `null` for the first one. */
  quantities: v.nullable(v.pipe(v.array(v.string()), v.maxLength(50))),
  /** Curves: the index of the period; `null` for the current one. */
  period: v.nullable(index),
  /** Curves: the volume or price that was typed, at which the curves are read. */
  reading: v.nullable(v.object({ of: v.picklist(['volume', 'price']), text: v.string() })),
  /** Orders: a contract, or all of them together; `null` for the list of contracts. */
  contract: v.nullable(v.union([v.literal(allContracts), contractShape])),
  /** Orders: whether outlying prices are shown as well. */
  allPrices: v.boolean(),
  /** Orders: the depth of the contract is shown; `null` for its events. */
  depth: v.nullable(depthShape),
  /** Capacities: the pair and hour whose history is shown; `null` for the latest publication of all pairs. */
  pair: v.nullable(capacityShape),
  /** Series: lines, heat map, or duration curves. */
  view: v.picklist(seriesViews),
  /** Series: the two series whose difference is shown. */
  spread: v.nullable(spreadShape),
  /** Heat map: the label of its series; `null` for the spread, or else the first one. */
  heated: v.nullable(v.string()),
});

const cell = v.object({ row: index, column: index });

const selectionShape = v.object({
  active: cell,
  /** The cell where the selection begins. */
  anchor: cell,
  /**
   * The cell where the selection ends, if that isn't the active cell: for whole columns, and for all cells.
   */
  opposite: v.exactOptional(cell),
  /**
   * Set if whole rows are selected: the `others`, and the rows from the anchor to the end of the selection.
   */
  rows: v.exactOptional(
    v.object({
      others: v.pipe(v.array(v.pipe(v.tuple([index, index]), v.readonly())), v.readonly()),
      /** The rows from the anchor to the end are removed from the others instead of added. */
      removes: v.boolean(),
      /** Only the others are selected, while the active cell moves to where another block will begin. */
      isMoving: v.exactOptional(v.boolean()),
    }),
  ),
});

/** The cell that keys act on, and what is selected around it. */
export type Selection = v.InferOutput<typeof selectionShape>;

const tableShape = v.object({
  sort: v.array(v.object({ column: v.string(), descending: v.optional(v.boolean()) })),
  filters: v.record(v.string(), v.string()),
  topRow: v.number(),
  /** The selection, and the columns that were shown when it was made. */
  selected: v.nullable(v.object({ selection: selectionShape, columns: v.array(v.string()) })),
});

/** The index of the day that the keyboard is on, and the series; `null` for the first one. */
const daysShape = v.object({ current: index, series: v.nullable(v.string()) });

const jsonShape = v.object({ scrollTop: v.number() });

/** Without what can't be read. */
const ifValid = <Shape extends v.GenericSchema>(shape: Shape) => v.fallback(v.optional(shape), undefined);

const panesShape = v.object({
  chart: ifValid(chartShape),
  table: ifValid(tableShape),
  days: ifValid(daysShape),
  json: ifValid(jsonShape),
});

/** What the views keep of one result: zoom, sort order, scroll position. */
export type PaneMemories = v.InferOutput<typeof panesShape>;
export type ChartMemory = NonNullable<PaneMemories['chart']>;
export type TableMemory = NonNullable<PaneMemories['table']>;

const rowsOfFindingShape: v.GenericSchema<unknown, RowsOfFinding> = v.object({
  key: v.exactOptional(findingShape),
  filter: v.exactOptional(filterShape),
  text: v.string(),
});

const resultShape = v.object({
  panes: panesShape,
  finding: v.nullable(rowsOfFindingShape),
  resolution: v.nullable(v.picklist(resolutions)),
});
type ResultMemory = v.InferOutput<typeof resultShape>;

const tabShape = v.object({
  result: v.string(),
  view: v.picklist(views),
  results: v.array(v.tuple([v.string(), resultShape])),
  /** For the host, which restores them. */
  timeZone: v.string(),
  overlays: v.array(v.string()),
});
type Tab = v.InferOutput<typeof tabShape>;

/** How many results the view remembers for a person who comes back to them. */
const mostResults = 20;

/** Of a result that wasn't shown before. */
export const nothingKept: ResultMemory = { panes: {}, finding: null, resolution: null };

/** How a person left each result, by its id. `stored` is where the page keeps it. */
export function createTabMemory(stored: { read: () => unknown; write: (tab: Tab) => void }) {
  /** The most recent is last. */
  const results = new Map<string, ResultMemory>();
  const keep = (result: string, memory: ResultMemory) => {
    results.delete(result);
    results.set(result, memory);
    for (const id of [...results.keys()].slice(0, -mostResults)) results.delete(id);
  };
  return {
    of: (result: string) => results.get(result),
    keep,
    /** Reads what was stored before a reload. Returns the view in which that result was shown. */
    restore(result: string): View | undefined {
      const read = v.safeParse(tabShape, stored.read());
      if (!read.success) return undefined;
      for (const [id, memory] of read.output.results) keep(id, memory);
      return read.output.result === result ? read.output.view : undefined;
    },
    store: (tab: Omit<Tab, 'results'>) => stored.write({ ...tab, results: [...results] }),
  };
}
