import * as v from 'valibot';
import { exportFormats, snippetTargets } from '../market/formats';
import { protocolVersion, type FromView } from '../messages';
import { filterOperators } from '../table/tableTypes';

const place = v.pipe(v.number(), v.integer(), v.minValue(0));
const finite = v.pipe(v.number(), v.finite());
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000));
/** One screen holds fewer; a page stays well below a megabyte. */
const maxPage = 2000;

const rowsShape = v.pipe(
  v.object({
    from: v.exactOptional(place),
    to: v.exactOptional(place),
    sort: v.exactOptional(
      v.array(v.object({ column: v.string(), descending: v.exactOptional(v.boolean()) })),
    ),
    filter: v.exactOptional(
      v.array(
        v.object({
          column: v.string(),
          op: v.picklist(filterOperators),
          value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
        }),
      ),
    ),
    columns: v.exactOptional(v.array(v.string())),
  }),
  v.check(({ from = 0, to = Number.NaN }) => to - from <= maxPage),
);

const questionShape = v.variant('kind', [
  v.object({ kind: v.literal('rows'), question: rowsShape }),
  v.object({
    kind: v.literal('chart'),
    question: v.object({
      from: v.exactOptional(finite),
      to: v.exactOptional(finite),
      width: pixels,
      height: pixels,
      period: v.exactOptional(place),
      contract: v.exactOptional(v.string()),
      allPrices: v.exactOptional(v.boolean()),
      pair: v.exactOptional(
        v.object({ areaFrom: v.string(), areaTo: v.string(), deliveryStart: finite }),
      ),
    }),
  }),
  v.object({
    kind: v.literal('json'),
    question: v.object({
      start: v.exactOptional(place),
      end: v.exactOptional(place),
      from: v.exactOptional(place),
      to: v.exactOptional(place),
    }),
  }),
  v.object({
    kind: v.literal('jsonFind'),
    question: v.object({ text: v.pipe(v.string(), v.maxLength(1000)), after: place }),
  }),
]);

const actionShape = v.variant('kind', [
  v.object({
    kind: v.picklist(['runAgain', 'editQuery', 'cancel', 'signIn', 'showLog', 'openDocument']),
  }),
  v.object({ kind: v.literal('export'), format: v.picklist(exportFormats) }),
  v.object({ kind: v.literal('copyAs'), target: v.picklist(snippetTargets) }),
  v.object({ kind: v.literal('copyText'), text: v.pipe(v.string(), v.maxLength(5_000_000)) }),
  v.object({ kind: v.literal('timeZone'), zone: v.string() }),
  v.object({ kind: v.literal('savePicture'), png: v.instance(Uint8Array) }),
]);

const version = v.literal(protocolVersion);

const messageShape = v.variant('kind', [
  v.object({ version, kind: v.literal('ready') }),
  v.object({ version, kind: v.literal('ask'), ask: v.number(), asked: questionShape }),
  v.object({ version, kind: v.literal('act'), action: actionShape }),
]);

/** A message of the view, or `undefined` for anything else: it is dropped. */
export function readViewMessage(message: unknown): FromView | undefined {
  const read = v.safeParse(messageShape, message);
  return read.success ? read.output : undefined;
}
