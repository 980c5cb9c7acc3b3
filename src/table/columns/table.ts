import { attributeTitle } from '../../market/records/attributeTitles';
import * as l10n from '@vscode/l10n';
import type { ColumnType, RecordShape } from '../../market/records/recordKinds';
import { NumericColumn, TextColumn, type TableColumn } from './columns';
import { maxFurtherColumns } from '../tableLimits';
import { NumberText, toJsonText } from './numberText';
import type { Cell, ShownColumn } from '../../protocol/tableTypes';

/** Which column contains the unit of which other column, for the record kinds that have such pairs. */
export const unitColumns: Readonly<Record<string, string>> = {
  value: 'unit',
  price: 'priceUnit',
  quantity: 'quantityUnit',
};

/** Numbers that describe another value or count versions; their sum is meaningless. */
export const notMeasured: ReadonlySet<string> = new Set(['scale', 'revisionNumber']);

/** Longer values that all rows share are cut to this many characters. */
const constantLength = 200;

const isNull = (value: unknown) => value === null || value === undefined;

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'number' || value instanceof NumberText) return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** An empty column for values of the type. */
function createColumn(key: string, title: string, type: ColumnType): TableColumn {
  return type === 'text' || type === 'boolean'
    ? new TextColumn(key, title, type)
    : new NumericColumn(key, title, type);
}

/** The columns of undocumented fields. */
interface FurtherColumns {
  /** In order of first appearance. */
  readonly inOrder: TableColumn[];
  /** Those that contain only null so far. */
  readonly untyped: Set<TableColumn>;
}

/** For `restoreFurther`. */
export interface FurtherState extends FurtherColumns {
  readonly problem: string | null;
}

/** The rows of one response, or of several, column by column. Rows are only ever added. */
export class Table {
  rows = 0;
  /** The number of elements in the response; a single object counts as one. */
  records = 0;
  /** First row of each record, for record kinds that spread over several rows. */
  readonly recordStarts: number[] = [];
  /**
   * What was sent in place of a documented list, or of a member of one, and therefore isn't in any row.
   * `example` is the JSON of the first, cut to a readable length.
   */
  readonly misfits = { count: 0, example: '' };
  /** How many records have a field twice; `example` is the first such field. */
  readonly repeatedFields = { records: 0, example: '' };
  /** Why the table takes no more records, or `null`. */
  problem: string | null = null;
  /**
   * Of a table that was derived from others, the keys of undocumented columns in which series differ. In other
   * tables, they follow from the rows.
   */
  distinguishingKeys: readonly string[] = [];
  /** The units of columns that no other column has the units of. */
  ownUnits: ReadonlyMap<string, string> = new Map();
  /** The columns of the record kind, whose types don't depend on the values; the first of `columns`. */
  readonly fixed: readonly TableColumn[];
  private readonly attributes: TableColumn[] = [];
  /** Takes the values of columns beyond the limit: the table is of no use then. */
  private readonly overflow = createColumn('', '', 'text');
  private further: FurtherColumns = { inOrder: [], untyped: new Set() };
  /** Columns about the records instead of their values. */
  private readonly background: readonly string[];
  private readonly byKey = new Map<string, TableColumn>();
  private readonly worked = new Map<string, { column: TextColumn; filled: number }>();

  /**
   * `units` maps a column to the column that contains its unit. `preliminary` are the keys of columns
   * whose values are all preliminary: one side of a comparison.
   */
  constructor(
    { columns, background = [] }: Pick<RecordShape, 'columns'> & Partial<Pick<RecordShape, 'background'>>,
    readonly units = unitColumns,
    readonly preliminary: readonly string[] = [],
  ) {
    this.background = background;
    this.fixed = columns.map(({ name, title, type }) => this.add(name, title(), type));
  }

  private add(key: string, title: string, type: ColumnType): TableColumn {
    const column = createColumn(key, title, type);
    this.byKey.set(key, column);
    return column;
  }

  /** Whether it's one of the columns of the record kind. */
  isFixed(column: TableColumn): boolean {
    return this.fixed.includes(column);
  }

  /** Fixed columns, then attributes, then undocumented fields. */
  get columns(): readonly TableColumn[] {
    return [...this.fixed, ...this.attributes, ...this.further.inOrder];
  }

  column(key: string): TableColumn | undefined {
    return this.byKey.get(key);
  }

  /** Counts what was sent in place of a list, or of a member of one. */
  addMisfit(value: unknown): void {
    if (this.misfits.count === 0) this.misfits.example = toJsonText(value).slice(0, constantLength);
    this.misfits.count += 1;
  }

  /** Counts a record in which an object has this field twice. */
  addRepeatedField(name: string): void {
    if (this.repeatedFields.records === 0) this.repeatedFields.example = name.slice(0, constantLength);
    this.repeatedFields.records += 1;
  }

  /** The column of an attribute, created when the attribute first appears. */
  attribute(name: string): TableColumn {
    const key = `attribute.${name}`;
    const known = this.byKey.get(key);
    if (known) return known;
    if (this.isFull()) return this.overflow;
    const column = this.add(key, attributeTitle(name), 'text');
    this.attributes.push(column);
    return column;
  }

  /**
   * The column of an undocumented field. Its first value other than null decides its type. `level`
   * distinguishes fields with the same name on different levels of a record: `values.quality`.
   */
  unknown(name: string, level: string, value: unknown): TableColumn {
    const { inOrder, untyped } = this.further;
    const taken = this.byKey.get(name);
    const key = taken && !inOrder.includes(taken) ? `${level}.${name}` : name;
    const known = this.byKey.get(key);
    if (known && (isNull(value) || !untyped.delete(known))) return known;
    if (!known && this.isFull()) return this.overflow;
    const column = this.add(key, key, typeOf(value));
    if (known) inOrder[inOrder.indexOf(known)] = column;
    else inOrder.push(column);
    if (isNull(value)) untyped.add(column);
    return column;
  }

  /** Whether `unknown` will replace the column at the field's first value other than null. */
  isUntyped(column: TableColumn): boolean {
    return this.further.untyped.has(column);
  }

  /** The columns of undocumented fields so far, for `restoreFurther`. */
  furtherState(): FurtherState {
    const { inOrder, untyped } = this.further;
    return { inOrder: [...inOrder], untyped: new Set(untyped), problem: this.problem };
  }

  /** Undoes what `unknown` did since then, for a record that isn't added after all. */
  restoreFurther({ problem, ...further }: FurtherState): void {
    for (const { key } of this.further.inOrder) this.byKey.delete(key);
    for (const column of further.inOrder) this.byKey.set(column.key, column);
    this.further = further;
    this.problem = problem;
  }

  /**
   * A column that is calculated from others. It is empty at first; `filled` of its rows are done.
   * `null` if the response itself has a column with this key.
   */
  derived(key: string, title: string): { column: TextColumn; filled: number } | null {
    const known = this.worked.get(key);
    if (known) return known;
    if (this.byKey.has(key)) return null;
    const made = { column: new TextColumn(key, title), filled: 0 };
    this.worked.set(key, made);
    this.byKey.set(key, made.column);
    return made;
  }

  private isFull(): boolean {
    const isFull = this.attributes.length + this.further.inOrder.length >= maxFurtherColumns;
    if (isFull) {
      this.problem ??= l10n.t('The records have more than {0} undocumented fields.', maxFurtherColumns);
    }
    return isFull;
  }

  /** Describes the columns for everything outside the table; `unit` is set if it is the same in all rows. */
  describe(): ShownColumn[] {
    return this.columns.map((column) => {
      const { key, title, type } = column;
      const unit = this.unitOf(key);
      const constant = this.constantOf(column);
      return {
        key,
        title,
        type,
        ...(unit === undefined ? {} : { unit }),
        ...(constant === undefined ? {} : { constant }),
      };
    });
  }

  /** Key of the column that contains the unit of the column with `key`, if there is one. */
  unitColumnOf(key: string): string | undefined {
    return Object.hasOwn(this.units, key) ? this.units[key] : undefined;
  }

  /**
   * The value that all rows share. Numbers and times have none, except those that describe others
   * (`notMeasured`) or the records.
   */
  private constantOf(column: TableColumn): Cell | undefined {
    const { kind, key } = column;
    if (kind === 'numeric' && !notMeasured.has(key) && !this.background.includes(key)) return undefined;
    if (!column.isConstant(this.rows)) return undefined;
    const cell = column.cell(0);
    const isLong = typeof cell === 'string' && cell.length > constantLength;
    return isLong ? `${cell.slice(0, constantLength)}…` : cell;
  }

  /** The unit of the column's values, if it is the same in all rows. */
  unitOf(key: string): string | undefined {
    const own = this.ownUnits.get(key);
    if (own !== undefined) return own;
    const column = this.byKey.get(this.unitColumnOf(key) ?? '');
    return column instanceof TextColumn && column.entries.count === 2 ? column.entries.text(1) : undefined;
  }

  /** Approximate memory use, in bytes. */
  bytes(): number {
    return this.columns.reduce((sum, column) => sum + column.bytes(), this.recordStarts.length * 8);
  }

  /** The arrays that contain its rows, nearly all of its memory. */
  arrays(): (ArrayBufferView | undefined)[] {
    return [...this.byKey.values()].flatMap((column) => column.arrays());
  }
}
