import { dayOf, marketZone } from '../../market/time/deliveryDay';
import type { Period } from '../../market/time/deliveryDay';
import { formatUtc, hourMs, instantsOf, minuteMs, wallClock } from '../../market/time/zones';
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

/** The fields that orders of one contract share. */
export interface Contract extends Period {
  /** The price around which the orders cluster, in EUR/MWh. */
  readonly price: number;
  /** The fields of the record from `contractId` to `deliveryEnd`, as JSON text. */
  readonly fields: string;
}

/**
 * Number of the interval by the wall clock of the day, from 1. The repeated hour in autumn has its
 * numbers twice, the second time with an X.
 */
function numberOf(start: number, length: number): string {
  const wall = wallClock(start, marketZone);
  const number = Math.floor((wall.hour * hourMs + wall.minute * minuteMs) / length) + 1;
  const repeated = instantsOf(wall, marketZone).indexOf(start) === 1;
  return `${String(number).padStart(2, '0')}${repeated ? 'X' : ''}`;
}

/** The product's contract in the area that covers the instant. */
function contractAt({ prefix, code, type, length }: Product, area: string, at: number): Contract {
  const start = Math.floor(at / length) * length;
  const end = start + length;
  const name = `${prefix}-${dayOf(start, marketZone).replaceAll('-', '')}-${numberOf(start, length)}`;
  return {
    start,
    end,
    price: areaPrice(area, { start, end }),
    fields:
      `"contractId":"${name}","productCode":"${code}","productType":"${type}",` +
      `"deliveryArea":"${area}","deliveryStart":"${formatUtc(start)}","deliveryEnd":"${formatUtc(end)}"`,
  };
}

/** Looks up contracts, building each one once. */
export function contractsOf(area: string): (product: Product, at: number) => Contract {
  const known = new Map<string, Contract>();
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
