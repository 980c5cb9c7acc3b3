import { namedColumns } from './rows';
import { sortByKeys } from '../sort/keySort';
import { segmentBits, segmentMask } from '../columns/segments';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import type { ValuesAnswer } from '../../protocol/tableTypes';
import type { ValuesQuestion } from '../../protocol/rowsQuestion';
import { containing } from '../columns/text/textMatch';

const noCodes = new Uint32Array(0);

/** The most values in a list. To find others, a person types more of the value. */
const mostValues = 200;
/** The most characters of a suggested value: 200 of them stay well below a megabyte. */
const maxLength = 500;

/**
 * The texts of a column by number of rows, most frequent first, then in order of appearance.
 * Nothing is suggested for columns such as order ids, in which nearly every row has its own value.
 * Throws `QuestionError` for an unknown column.
 */
export function* valuesOf(table: Table, { column: key, text }: ValuesQuestion): Sliced<ValuesAnswer> {
  const [column] = namedColumns(table, [key]);
  if (column?.type !== 'text' || !column.entries.distinct) return { values: [], more: 0 };
  const { rows } = table;
  const counts = new Uint32Array(column.entries.count);
  yield* slices(rows, (first, end) => {
    const codes = column.segments[first >>> segmentBits]?.subarray(first & segmentMask) ?? noCodes;
    const most = Math.min(codes.length, end - first);
    for (let at = 0; at < most; at += 1) {
      const code = codes[at] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  });
  const { bytes, inBytes } = containing(text);
  const marks = text === '' ? null : yield* column.entries.judge(bytes, inBytes);
  const codes = Uint32Array.from(counts.keys()).filter(
    (code) => code > 0 && counts[code] !== 0 && marks?.[code] !== 0,
  );
  const keys = Uint32Array.from(codes, (code) => ~(counts[code] as number));
  const sorted = yield* sortByKeys({ rows: codes, keys });
  const values = Array.from(sorted.rows.subarray(0, mostValues), (code) => ({
    value: column.entries.text(code),
    rows: counts[code] as number,
  }));
  return {
    values: values.filter(({ value }) => value.length <= maxLength),
    more: sorted.rows.length - values.length,
  };
}
