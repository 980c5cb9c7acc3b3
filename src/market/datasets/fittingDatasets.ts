import { isRecord } from '../../text/parsedJson';
import { recordShapes, type RecordKind } from '../records/recordKinds';
import { deliveryAreas, ukAreas } from './areas';
import type { Dataset } from './dataset';
import { datasets } from './datasets';

/** What a series measures, and in which market. */
type Quantity = 'price' | 'flow' | 'volume';
type Market = 'dayAhead' | 'uk' | 'intraday' | 'regulation';

interface Content {
  readonly quantity: Quantity;
  readonly market: Market;
}

/** Sent from two addresses. */
const dayAheadPrices: Content = { quantity: 'price', market: 'dayAhead' };

/** What the time series of each dataset contain. UK flows are sent with the prices of their areas. */
const contents: Readonly<Partial<Record<string, Content>>> = {
  'dayahead-prices': dayAheadPrices,
  'dayahead-prices-alternate': dayAheadPrices,
  'dayahead-turnover': { quantity: 'volume', market: 'dayAhead' },
  'uk-auction-prices': { quantity: 'price', market: 'uk' },
  'uk-flows': { quantity: 'flow', market: 'uk' },
  'intraday-scheduled-flow': { quantity: 'flow', market: 'intraday' },
  'regulation-down-volumes': { quantity: 'volume', market: 'regulation' },
};

/**
 * The datasets, in tree order, whose responses have records such as those in `body`, a parsed response whose
 * end may be missing. The body may also be a single record without its array, as people save it to a file.
 * Datasets with series are distinguished by words that the API doesn't document (docs/api.md, "Meaning of
 * fields"), so if these contradict each other, all of those datasets fit.
 */
export function fittingDatasets(body: unknown): readonly Dataset[] {
  // A response without data is the same for all datasets.
  if (typeof body === 'string') return datasets;
  if (!Array.isArray(body)) return isRecord(body) ? toldApart(datasetsOf(kindOfSingle(body)), [body]) : [];
  const ofArrays = datasets.filter(({ record }) => recordShapes[record].root === 'array');
  if (body.length === 0) return ofArrays;
  const records = (body as unknown[]).filter(isRecord);
  const [first] = records;
  const fitting = ofArrays.filter(({ record }) => first !== undefined && isLike(first, record));
  return toldApart(first !== undefined && hasCurves(first) ? [] : fitting, records);
}

/** The columns without which rows aren't those of a response. */
const neededColumns: { readonly [Kind in RecordKind]: readonly string[] } = {
  timeSeries: ['startTime', 'value'],
  priceCurve: ['startTime', 'side', 'price'],
  publicOrder: ['id', 'contractId'],
  hubToHubCapacity: ['areaFrom', 'areaTo'],
};

/** Whether an exported table with these columns can be opened again as rows of the record kind. */
export const hasRowsOf = (kind: RecordKind, columns: readonly string[]): boolean =>
  neededColumns[kind].every((column) => columns.includes(column));

/**
 * The datasets, in tree order, whose responses have rows such as these, by the columns of an exported table.
 * Datasets with series are told apart as by `fittingDatasets`.
 */
export function datasetsOfRows(columns: readonly string[], rows: readonly Fields[]): readonly Dataset[] {
  const fitting = datasets.filter(({ record }) => hasRowsOf(record, columns));
  return toldApart(fitting, rows.map(withAttributes));
}

/** A row with its attributes as a record has them. */
const withAttributes = (row: Fields): Fields => ({
  ...row,
  attributes: Object.entries(row).flatMap(([key, value]) =>
    key.startsWith(attributePrefix) ? [{ name: key.slice(attributePrefix.length), value }] : [],
  ),
});
const attributePrefix = 'attribute.';

/** Whether no response can tell these datasets apart, because they have the same content. */
export function haveSameContent([first, ...others]: readonly Dataset[]): boolean {
  const content = first && contents[first.id];
  return content !== undefined && others.every(({ id }) => contents[id] === content);
}

/** Whether the body is a single record of this kind, without the array in which a service sends it. */
export const isWithoutArray = (body: unknown, kind: RecordKind): boolean =>
  isRecord(body) && recordShapes[kind].root === 'array' && kindOfSingle(body) === kind;

const datasetsOf = (kind: RecordKind | undefined) => datasets.filter(({ record }) => record === kind);

type Fields = Readonly<Record<string, unknown>>;

/** How many of the fields belong to the record kind, if these are most of them; otherwise 0. */
function sharedFields(record: Fields, kind: RecordKind): number {
  const fields = Object.keys(record);
  const shared = fields.filter((field) => recordShapes[kind].known.includes(field)).length;
  return shared * 2 > fields.length ? shared : 0;
}

/** Two fields at least must belong to the record kind, unless the record has values. */
const isLike = (record: Fields, kind: RecordKind): boolean =>
  sharedFields(record, kind) > (Array.isArray(record.values) ? 0 : 1);

const valuesOf = ({ values }: Fields): Fields[] =>
  (Array.isArray(values) ? (values as unknown[]) : []).filter(isRecord);

const hasCurves = (record: Fields): boolean =>
  valuesOf(record).some((value) => 'sellCurves' in value || 'buyCurves' in value);

/**
 * The kind of a record that is the whole body. Series and curves have most fields in common, so their values
 * decide or, without values, the fields that only series have.
 */
function kindOfSingle(record: Fields): RecordKind | undefined {
  if (Array.isArray(record.values)) {
    const hasValue = valuesOf(record).some((value) => 'value' in value);
    const isSeries = hasValue || ['SubType', 'scale', 'unit'].some((field) => field in record);
    const kind = isSeries && !hasCurves(record) ? 'timeSeries' : 'priceCurve';
    return isLike(record, kind) ? kind : undefined;
  }
  // Two fields such as `state` and `action` are in many other files, too.
  return (['publicOrder', 'hubToHubCapacity'] as const).find((kind) => sharedFields(record, kind) > 2);
}

function toldApart(alike: readonly Dataset[], records: readonly Fields[]) {
  const found = records.map((record) => ({ quantity: quantityOf(record), market: marketOf(record) }));
  const quantities = present(found.map(({ quantity }) => quantity));
  const markets = present(found.map(({ market }) => market));
  // UK flows are sent with the prices of their areas.
  const quantity = quantities.includes('flow') ? 'flow' : only(quantities);
  const market = only(markets);
  const fitting = alike.filter(({ id }) => {
    const content = contents[id];
    return (
      (quantity === undefined || content?.quantity === quantity) &&
      (market === undefined || content?.market === market)
    );
  });
  return fitting.length > 0 ? fitting : alike;
}

const present = <Each>(values: readonly (Each | undefined)[]): Each[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];
const only = <Each>(values: readonly Each[]): Each | undefined =>
  values.length === 1 ? values[0] : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Attribute {
  /** Name and role in lowercase. */
  readonly key: string;
  readonly value: string;
}

const attributesOf = ({ attributes }: Fields): Attribute[] =>
  (Array.isArray(attributes) ? (attributes as unknown[]) : [])
    .filter(isRecord)
    .map(({ name, role, value }) => ({
      key: `${textOf(role)} ${textOf(name)}`.toLowerCase(),
      value: textOf(value),
    }));

function quantityOf(record: Fields): Quantity | undefined {
  const unit = textOf(record.unit);
  if (/^[A-Z]{3}\//.test(unit)) return 'price';
  const hasEnds = attributesOf(record).some(({ key }) => /from\b|endpoint|connection/.test(key));
  if (hasEnds || /flow/i.test(textOf(record.type))) return 'flow';
  if (/^[kMGT]?Wh?$/.test(unit) || /volume/i.test(textOf(record.type))) return 'volume';
  return /price/i.test(textOf(record.type)) ? 'price' : undefined;
}

/** Known areas for which the UK auctions have no prices. */
const dayAheadOnly: ReadonlySet<string> = new Set(
  deliveryAreas.map(({ value }) => value).filter((area) => !ukAreas.some(({ value }) => value === area)),
);

/** Words take precedence over areas, because intraday flows can go to the UK. */
function marketOf(record: Fields): Market | undefined {
  const words = [record.category, record.type, record.SubType].map(textOf).join(' ').toLowerCase();
  if (/\buk|half-?hour/.test(words)) return 'uk';
  if (/intraday/.test(words)) return 'intraday';
  if (/regulation|automatic/.test(words)) return 'regulation';
  if (/day-?ahead|turnover|systemprice/.test(words)) return 'dayAhead';
  const attributes = attributesOf(record);
  const isUk =
    textOf(record.unit).startsWith('GBP') ||
    attributes.some(
      ({ key, value }) =>
        /endpoint|connection/.test(key) || (/area|from|to/.test(key) && /^(UK|GB)\b/.test(value)),
    );
  if (isUk) return 'uk';
  const isDayAheadOnly = attributes.some(({ key, value }) => /area/.test(key) && dayAheadOnly.has(value));
  return isDayAheadOnly && quantityOf(record) === 'price' ? 'dayAhead' : undefined;
}
