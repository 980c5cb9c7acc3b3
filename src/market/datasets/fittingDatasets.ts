import { isRecord } from '../../text/json';
import { recordShapes, type RecordKind } from '../records/recordKinds';
import type { Dataset } from './dataset';
import { datasets } from './datasets';

/** What a series measures, and in which market. */
type Quantity = 'price' | 'flow' | 'volume';
type Market = 'dayAhead' | 'uk' | 'intraday' | 'regulation';

/** What the time series of each dataset contain. UK flows are sent with the prices of their areas. */
const contents: Readonly<
  Record<string, { readonly quantities: readonly Quantity[]; readonly market: Market }>
> = {
  'dayahead-prices': { quantities: ['price'], market: 'dayAhead' },
  'dayahead-prices-alternate': { quantities: ['price'], market: 'dayAhead' },
  'dayahead-turnover': { quantities: ['volume'], market: 'dayAhead' },
  'uk-auction-prices': { quantities: ['price'], market: 'uk' },
  'uk-flows': { quantities: ['flow'], market: 'uk' },
  'intraday-scheduled-flow': { quantities: ['flow'], market: 'intraday' },
  'regulation-down-volumes': { quantities: ['volume'], market: 'regulation' },
};

/**
 * The datasets, in tree order, whose responses have records such as those in `body`, a parsed response whose
 * end may be missing. Datasets with series are distinguished by words that the API doesn't document
 * (docs/api.md, "Meaning of fields"), so if these contradict each other, all of those datasets fit.
 */
export function fittingDatasets(body: unknown): readonly Dataset[] {
  // A response without data is the same for all datasets.
  if (typeof body === 'string') return datasets;
  const root = Array.isArray(body) ? 'array' : 'object';
  const ofRoot = datasets.filter(({ record }) => recordShapes[record].root === root);
  if (Array.isArray(body) && body.length === 0) return ofRoot;
  const records = (Array.isArray(body) ? (body as unknown[]) : [body]).filter(isRecord);
  const fitting = ofRoot.filter(({ record }) => records[0] !== undefined && isLike(records[0], record));
  return toldApart(fitting, records);
}

/** Most fields must belong to the record kind: two at least, unless it has values. A curve has values. */
function isLike(record: Readonly<Record<string, unknown>>, kind: RecordKind): boolean {
  const fields = Object.keys(record);
  const { known, root } = recordShapes[kind];
  const shared = fields.filter((field) => known.includes(field)).length;
  if (root === 'object' && !Array.isArray(record.values)) return false;
  return shared * 2 > fields.length && (shared > 1 || Array.isArray(record.values));
}

function toldApart(alike: readonly Dataset[], records: readonly Readonly<Record<string, unknown>>[]) {
  const found = records.map((record) => ({ quantity: quantityOf(record), market: marketOf(record) }));
  const quantities = present(found.map(({ quantity }) => quantity));
  const markets = present(found.map(({ market }) => market));
  // UK flows are sent with the prices of their areas.
  const quantity = quantities.includes('flow') ? 'flow' : only(quantities);
  const market = only(markets);
  const fitting = alike.filter(({ id }) => {
    const content = contents[id];
    return (
      (quantity === undefined || content?.quantities.includes(quantity)) &&
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

const attributesOf = ({ attributes }: Readonly<Record<string, unknown>>): Attribute[] =>
  (Array.isArray(attributes) ? (attributes as unknown[]) : [])
    .filter(isRecord)
    .map(({ name, role, value }) => ({
      key: `${textOf(role)} ${textOf(name)}`.toLowerCase(),
      value: textOf(value),
    }));

function quantityOf(record: Readonly<Record<string, unknown>>): Quantity | undefined {
  const unit = textOf(record.unit);
  if (/^[A-Z]{3}\//.test(unit)) return 'price';
  const hasEnds = attributesOf(record).some(({ key }) => /from\b|endpoint|connection/.test(key));
  if (hasEnds || /flow/i.test(textOf(record.type))) return 'flow';
  if (/^[kMGT]?Wh?$/.test(unit) || /volume/i.test(textOf(record.type))) return 'volume';
  return /price/i.test(textOf(record.type)) ? 'price' : undefined;
}

/** Words take precedence over areas, because intraday flows can go to the UK. */
function marketOf(record: Readonly<Record<string, unknown>>): Market | undefined {
  const words = [record.category, record.type, record.SubType].map(textOf).join(' ').toLowerCase();
  if (/\buk|half-?hour/.test(words)) return 'uk';
  if (/intraday/.test(words)) return 'intraday';
  if (/regulation|automatic/.test(words)) return 'regulation';
  if (/day-?ahead|turnover|systemprice/.test(words)) return 'dayAhead';
  const isUk =
    textOf(record.unit).startsWith('GBP') ||
    attributesOf(record).some(
      ({ key, value }) =>
        /endpoint|connection/.test(key) || (/area|from|to/.test(key) && /^(UK|GB)\b/.test(value)),
    );
  return isUk ? 'uk' : undefined;
}
