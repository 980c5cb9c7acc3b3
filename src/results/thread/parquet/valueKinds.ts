/** How the numbers or times of a column are stored. */
export type NumberKind = TimeKind | 'days' | 'int32' | 'uint32' | 'int64' | 'uint64' | 'float' | 'double';

/** A point in time, in the unit that is named; `int96` has nanoseconds and a Julian day. */
export type TimeKind = 'milliseconds' | 'microseconds' | 'nanoseconds' | 'int96';

/** What the values of a column are. */
export type ValueKind = NumberKind | 'boolean' | 'text';

/** An element of a schema, as far as it says what the values of a column are. */
export interface ElementType {
  readonly physical: number | undefined;
  /** The older annotation. */
  readonly converted: number | undefined;
  readonly logical: number | undefined;
  /** Of a timestamp: 1 for milliseconds, 2 for microseconds, 3 for nanoseconds. */
  readonly unit: number | undefined;
  /** Of an integer. */
  readonly isUnsigned: boolean;
}

/** The ids of the logical types that have members. */
export const logicalTypes = { timestamp: 8, integer: 10 };

const physicalNames = 'BOOLEAN,INT32,INT64,INT96,FLOAT,DOUBLE,BYTE_ARRAY,FIXED_LEN_BYTE_ARRAY'.split(',');
const unitNames = ['', 'MILLIS', 'MICROS', 'NANOS'];
/** By the id in the metadata. A signed integer is like one without annotation. */
const logicalNames =
  ',STRING,MAP,LIST,ENUM,DECIMAL,DATE,TIME,TIMESTAMP,,,UNKNOWN,JSON,BSON,UUID,FLOAT16,VARIANT'.split(',');
/** The same for the older annotations. */
const convertedNames =
  'STRING,MAP,MAP,LIST,ENUM,DECIMAL,DATE,TIME,TIME,TIMESTAMP MILLIS,TIMESTAMP MICROS,UINT,UINT,UINT,UINT,,,,,JSON,BSON,INTERVAL'.split(
    ',',
  );

/** The kinds of values that are read, by the names of their types. */
const kinds: ReadonlyMap<string, ValueKind> = new Map([
  ['BOOLEAN', 'boolean'],
  ['INT32', 'int32'],
  ['INT32 (UINT)', 'uint32'],
  ['INT32 (DATE)', 'days'],
  ['INT64', 'int64'],
  ['INT64 (UINT)', 'uint64'],
  ['INT64 (TIMESTAMP MILLIS)', 'milliseconds'],
  ['INT64 (TIMESTAMP MICROS)', 'microseconds'],
  ['INT64 (TIMESTAMP NANOS)', 'nanoseconds'],
  ['INT96', 'int96'],
  ['FLOAT', 'float'],
  ['DOUBLE', 'double'],
  ['BYTE_ARRAY', 'text'],
  ['BYTE_ARRAY (STRING)', 'text'],
  ['BYTE_ARRAY (ENUM)', 'text'],
  ['BYTE_ARRAY (JSON)', 'text'],
]);

/** The type of a column, by Parquet's names, and what its values are; no kind if such values can't be read. */
export function typeOf(element: ElementType): { type: string; kind: ValueKind | undefined } {
  const physical = physicalNames[element.physical ?? -1] ?? '';
  const annotation = annotationOf(element);
  const type = annotation === '' ? physical : `${physical} (${annotation})`;
  return { type, kind: kinds.get(type) };
}

function annotationOf({ converted, logical, unit, isUnsigned }: ElementType): string {
  if (logical === logicalTypes.timestamp) return `TIMESTAMP ${unitNames[unit ?? 0] ?? ''}`;
  if (logical === logicalTypes.integer) return isUnsigned ? 'UINT' : '';
  // An annotation that is newer than this reader has no name.
  if (logical !== undefined) return logicalNames[logical] ?? 'OTHER';
  return converted === undefined ? '' : (convertedNames[converted] ?? 'OTHER');
}
