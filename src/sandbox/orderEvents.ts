import type { Period } from '../market/deliveryDay';
import { formatUtc, hourMs } from '../market/zones';
import { contractsOf, products } from './contracts';
import type { Contract } from './contracts';
import { noiseFrom, seedOf } from './seed';
import { decimalText } from './series';

interface Order {
  readonly id: string;
  readonly original: string;
  readonly previous: string | null;
  readonly revision: number;
  readonly contract: Contract;
  readonly side: 'BUY' | 'SELL';
  readonly type: string;
  readonly timeInForce: string;
  /** EUR/MWh; an order at any price has none. */
  readonly price: number | null;
  /** Whole kW, so that the tenths of a MW that are traded stay exact. */
  readonly quantity: number;
  readonly created: number;
  readonly expires: number | null;
}

const timeText = (name: string, time: number | null) =>
  time === null
    ? `"${name}":null,"${name}Epoch":null`
    : `"${name}":"${formatUtc(time)}","${name}Epoch":${time}`;

/** One PublicOrderResult, its 25 fields in the order of the API description. */
function orderText(order: Order, updated: number, action: string, state: string): string {
  return (
    `{"id":"${order.id}","originalOrderId":"${order.original}",` +
    `"previousOrderId":${order.previous === null ? 'null' : `"${order.previous}"`},` +
    `"revisionNumber":${order.revision},${order.contract.fields},"side":"${order.side}",` +
    `"orderType":"${order.type}","timeInForce":"${order.timeInForce}","action":"${action}",` +
    `"state":"${state}","price":${order.price === null ? 'null' : decimalText(order.price, 2)},` +
    `"priceUnit":"EUR/MWh","quantity":${order.quantity},"quantityUnit":"kW",` +
    `${timeText('createdTime', order.created)},${timeText('updatedTime', updated)},` +
    `${timeText('expirationTime', order.expires)}}`
  );
}

/** No more live orders than this are followed, however long the period. */
const followed = 150;

/**
 * The given number of order events of one area, in the order of their update, spread evenly over
 * the period. A partial execution or a new priority gives an order a new id with revision 1 whose
 * chain the previous and original ids hold; any other change raises the revision.
 */
export function* orderEvents(area: string, period: Period, count: number): Iterable<string> {
  const base = Math.floor(period.start / 1000);
  const chance = noiseFrom(seedOf(`orders ${area}`), base);
  const contract = contractsOf(area);
  const prefix = `X${base.toString(36)}${area.replaceAll('-', '')}`.toUpperCase();
  const live: Order[] = [];
  let ids = 0;
  const nextId = () => `${prefix}${String(++ids).padStart(6, '0')}`;

  const newOrder = (time: number): Order => {
    const id = nextId();
    const product = products[Math.floor(chance() ** 0.7 * products.length)] ?? products[0];
    const ahead = hourMs * (1.1 + 12 * chance() ** 2);
    const of = contract(product ?? products[0], time + ahead);
    const side = chance() < 0.5 ? 'BUY' : 'SELL';
    const distance = (side === 'BUY' ? -1 : 1) * (18 * chance() ** 2 - 0.6);
    const unpriced = chance() < 0.01;
    return {
      id,
      original: id,
      previous: null,
      revision: 1,
      contract: of,
      side,
      type: chance() < 0.08 ? 'ICEBERG' : 'LIMIT',
      timeInForce: unpriced ? 'IOC' : chance() < 0.7 ? 'GFS' : 'GTD',
      price: unpriced ? null : of.price + distance,
      quantity: 100 * (1 + Math.floor(250 * chance() ** 2)),
      created: time,
      // Good for the session: no time of its own at which it expires.
      expires: chance() < 0.3 ? of.start - hourMs : null,
    };
  };

  for (let i = 0; i < count; i++) {
    const share = (i + chance()) / count;
    const updated = Math.floor(period.start + share * (period.end - period.start));
    const index = Math.floor(chance() * live.length);
    const order = live[index];
    if (!order || (live.length < followed && chance() < 0.45)) {
      const added = newOrder(updated);
      live.push(added);
      yield orderText(added, updated, 'USER_ADDED', 'ACTI');
      continue;
    }
    const kind = chance();
    const revised = { ...order, revision: order.revision + 1 };
    const successor = { ...order, id: nextId(), previous: order.id, revision: 1 };
    if (kind < 0.4 && order.price !== null) {
      const price = order.price + (chance() - 0.5) * 2;
      live[index] = { ...successor, price, created: updated };
      yield orderText(live[index], updated, 'USER_MODIFIED', 'ACTI');
    } else if (kind < 0.5 && order.quantity > 100) {
      const quantity = 100 * Math.max(1, Math.floor((order.quantity / 100) * chance()));
      live[index] = { ...successor, quantity };
      yield orderText(live[index], updated, 'PARTIAL_EXECUTION', 'ACTI');
    } else if (kind < 0.6) {
      live[index] = revised;
      yield orderText(revised, updated, 'USER_HIBERNATED', 'HIBE');
    } else {
      live.splice(index, 1);
      const ends = kind < 0.85 ? 'USER_DELETED' : 'FULL_EXECUTION';
      const quantity = ends === 'FULL_EXECUTION' ? 0 : order.quantity;
      yield orderText({ ...revised, quantity }, updated, ends, 'IACT');
    }
  }
}
