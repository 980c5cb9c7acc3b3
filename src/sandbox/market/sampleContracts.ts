import { dayOf, marketZone, type Period } from '../../market/time/deliveryDay';
import { formatUtcMs, hourMs, instantsOf, minuteMs, wallClock } from '../../market/time/zones';
import { areaPrice } from './areaPrices';

interface Product {
  readonly prefix: string;
  readonly code: string;
  readonly type: string;
  readonly length: number;
}

export const products: readonly [Product, ...Product[]] = [
  { prefix: 'PH', code: 'XBID_Hour_Power', type: 'P60MIN', length: hourMs },
  { prefix: 'HH', code: 'XBID_Half_Hour_Power', type: 'P30MIN', length: 30 * minuteMs },
  { prefix: 'QH', code: 'XBID_Quarter_Hour_Power', type: 'P15MIN', length: 15 * minuteMs },
];

/** What the orders of one contract share. */
export interface SampleContract extends Period {
  /** In EUR/MWh: the price around which the orders cluster. */
  readonly price: number;
  /** The fields of the record from `contractId` to `deliveryEnd`, as JSON text. */
  readonly fields: string;
}

/**
 * Number of the interval within the day by the wall clock, from 1. The repeated hour in autumn repeats its
 * numbers, the second time with an X.
 */
function numberOf(start: number, length: number): string {
  const wall = wallClock(start, marketZone);
  const number = Math.floor((wall.hour * hourMs + wall.minute * minuteMs) / length) + 1;
  const repeated = instantsOf(wall, marketZone).indexOf(start) === 1;
  return `${String(number).padStart(2, '0')}${repeated ? 'X' : ''}`;
}

/** The contract of the product that covers the instant, in the area. */
function contractAt({ prefix, code, type, length }: Product, area: string, at: number): SampleContract {
  const start = Math.floor(at / length) * length;
  const end = start + length;
  const name = `${prefix}-${dayOf(start, marketZone).replaceAll('-', '')}-${numberOf(start, length)}`;
  return {
    start,
    end,
    price: areaPrice(area, { start, end }),
    fields:
      `"contractId":"${name}","productCode":"${code}","productType":"${type}",` +
      `"deliveryArea":"${area}","deliveryStart":"${formatUtcMs(start)}","deliveryEnd":"${formatUtcMs(end)}"`,
  };
}

/** Looks up contracts and creates each only once. */
export function contractLookup(area: string): (product: Product, at: number) => SampleContract {
  const known = new Map<string, SampleContract>();
  return (product, at) => {
    const key = `${product.prefix}${Math.floor(at / product.length)}`;
    let contract = known.get(key);
    if (!contract) {
      contract = contractAt(product, area, at);
      known.set(key, contract);
    }
    return contract;
  };
}
