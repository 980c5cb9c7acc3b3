import { isRecord } from '../../text/parsedJson';
import { recordShapes, type RecordKind, type RecordShape } from '../records/recordKinds';
import type { Dataset } from './dataset';
import { datasets } from './datasets';

/**
 * The datasets, in tree order, whose responses have records such as those in `body`, a parsed response whose
 * end may be missing. The body may also be a single record without its array, as people save it to a file. Only
 * the kind of a record tells, because nothing else that distinguishes the operations is documented (docs/api.md,
 * "Meaning of fields").
 */
export function fittingDatasets(body: unknown): readonly Dataset[] {
  // A response without data is the same for all datasets.
  if (typeof body === 'string') return datasets;
  if (!Array.isArray(body)) {
    const kind = isRecord(body) ? kindOf(body, 'object') : undefined;
    return datasets.filter(({ record }) => record === kind);
  }
  const ofArrays = datasets.filter(({ record }) => recordShapes[record].root === 'array');
  if (body.length === 0) return ofArrays;
  const first = (body as unknown[]).find(isRecord);
  const kind = first && kindOf(first, 'array');
  return ofArrays.filter(({ record }) => record === kind);
}

/** Whether the body is a single record of this kind, without the array in which a service sends it. */
export const isWithoutArray = (body: unknown, kind: RecordKind): boolean =>
  isRecord(body) && recordShapes[kind].root === 'array' && kindOf(body, 'object') === kind;

type Fields = Readonly<Record<string, unknown>>;

/** The kind with which a record shares most fields or, of several, one whose responses have this root. */
function kindOf(record: Fields, root: RecordShape['root']): RecordKind | undefined {
  const isSentSo = (kind: RecordKind) => Number(recordShapes[kind].root === root);
  return [...new Set(datasets.map((dataset) => dataset.record))]
    .map((kind) => ({ kind, shared: sharedFields(record, recordShapes[kind]) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared || isSentSo(other.kind) - isSentSo(one.kind))[0]?.kind;
}

/**
 * How many fields of a record and its values are documented for a kind, if those of the record are most of its
 * fields; otherwise 0. Without values, two fields such as `state` and `action` are in many other files, too.
 */
function sharedFields(record: Fields, { known, inner }: RecordShape): number {
  const fields = Object.keys(record);
  const values = Array.isArray(record.values) ? record.values.filter(isRecord) : null;
  const shared = fields.filter((field) => known.includes(field)).length;
  if (shared < (values ? 1 : 3) || shared * 2 <= fields.length) return 0;
  const ofValues = new Set(values?.flatMap((value) => Object.keys(value)));
  return shared + inner.filter((field) => ofValues.has(field)).length;
}
