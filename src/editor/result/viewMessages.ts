import * as v from 'valibot';
import { findingKinds } from '../../market/integrity/findings';
import { exportFormats, snippetTargets } from '../../exports/formats';
import { isTimeZone } from '../../market/time/zones';
import { protocolVersion, type FromView } from '../../messages';
import { choiceShape } from './columnChoices';
import { operatorNames } from '../../table/filter/filterOperators';

const place = v.pipe(v.number(), v.integer(), v.minValue(0));
const finite = v.pipe(v.number(), v.finite());
const searched = v.pipe(v.string(), v.maxLength(1000));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000));
/** One screen holds fewer; a page stays well below a megabyte. */
const maxPage = 2000;

/** Which rows, in which order, and which of their columns. */
const order = {
  sort: v.exactOptional(v.array(v.object({ column: v.string(), descending: v.exactOptional(v.boolean()) }))),
  filter: v.exactOptional(
    v.array(
      v.object({
        column: v.string(),
        op: v.picklist(operatorNames),
        value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
      }),
    ),
  ),
  columns: v.exactOptional(v.array(v.string())),
  finding: v.exactOptional(v.object({ kind: v.picklist(findingKinds), of: v.exactOptional(v.string()) })),
};

const soughtText = {
  ...order,
  text: searched,
  zone: v.pipe(v.string(), v.check(isTimeZone)),
};

const range = { from: v.exactOptional(place), to: v.exactOptional(place) };

const rowsShape = v.pipe(
  v.object({ ...range, ...order }),
  v.check(({ from = 0, to = Number.NaN }) => to - from <= maxPage),
);

const questionShape = v.variant('kind', [
  v.object({ kind: v.literal('rows'), question: rowsShape }),
  v.object({ kind: v.literal('record'), question: v.object({ row: place }) }),
  v.object({ kind: v.literal('figures'), question: v.object({ ...range, ...order }) }),
  v.object({
    kind: v.literal('find'),
    question: v.object({
      ...soughtText,
      start: v.object({ row: place, column: v.pipe(v.number(), v.integer(), v.minValue(-1)) }),
      backwards: v.exactOptional(v.boolean()),
    }),
  }),
  v.object({
    kind: v.literal('findCount'),
    question: v.object({ ...soughtText, at: v.object({ row: place, column: place }) }),
  }),
  v.object({
    kind: v.literal('values'),
    question: v.object({ column: v.string(), text: searched }),
  }),
  v.object({
    kind: v.literal('gaps'),
    question: v.object({ most: v.pipe(place, v.maxValue(maxPage)) }),
  }),
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
      depth: v.exactOptional(v.object({ area: v.exactOptional(v.string()), at: v.exactOptional(finite) })),
      pair: v.exactOptional(v.object({ areaFrom: v.string(), areaTo: v.string(), deliveryStart: finite })),
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
    question: v.object({ text: searched, after: place }),
  }),
]);

const actionShape = v.variant('kind', [
  v.object({
    kind: v.picklist([
      'runAgain',
      'editQuery',
      'cancel',
      'signIn',
      'editConnection',
      'showLog',
      'openDocument',
      'otherZone',
      'compare',
      'addToChart',
    ]),
  }),
  v.object({ kind: v.literal('openOriginal'), place: v.picklist([0, 1]) }),
  v.object({ kind: v.literal('removeFromChart'), result: v.string() }),
  v.object({ kind: v.literal('runInstead'), parameters: v.record(v.string(), v.string()) }),
  v.object({ kind: v.literal('export'), format: v.picklist(exportFormats) }),
  v.object({ kind: v.literal('copyAs'), target: v.picklist(snippetTargets) }),
  v.object({ kind: v.literal('copyText'), text: v.pipe(v.string(), v.maxLength(5_000_000)) }),
  v.object({ kind: v.literal('timeZone'), zone: v.string() }),
  v.object({ kind: v.literal('columns'), choice: choiceShape }),
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
