import type { Period } from '../../market/time/deliveryDay';
import { formatUtcMs, hourMs } from '../../market/time/zones';
import { gateClosureMs } from './deliveryDays';
import { contractLookup, products, type SampleContract } from './sampleContracts';
import { noiseFrom, seedOf } from './seed';
import { decimalText } from './sampleSeries';

interface Order {
  readonly id: string;
  readonly original: string;
  readonly previous: string | null;
  readonly revision: number;
  readonly contract: SampleContract;
  readonly side: 'BUY' | 'SELL';
  readonly type: string;
  readonly timeInForce: string;
  /** EUR/MWh; `null` for an order at any price. */
  readonly price: number | null;
  /** In whole kW, so that traded tenths of a MW remain exact. */
  readonly quantity: number;
  readonly created: number;
  readonly expires: number | null;
}

const timeText = (name: string, time: number | null) =>
  time === null
    ? `"${name}":null,"${name}Epoch":null`
    : `"${name}":"${formatUtcMs(time)}","${name}Epoch":${time}`;

/** One order event, whose text has its 25 fields in the API's order (docs/api.md, "Public order"). */
interface OrderEvent {
  readonly updated: number;
  readonly text: string;
}

function eventOf(order: Order, updated: number, action: string, state: string): OrderEvent {
  const text =
    `{"id":"${order.id}","originalOrderId":"${order.original}",` +
    `"previousOrderId":${order.previous === null ? 'null' : `"${order.previous}"`},` +
    `"revisionNumber":${order.revision},${order.contract.fields},"side":"${order.side}",` +
    `"orderType":"${order.type}","timeInForce":"${order.timeInForce}","action":"${action}",` +
    `"state":"${state}","price":${order.price === null ? 'null' : decimalText(order.price, 2)},` +
    `"priceUnit":"EUR/MWh","quantity":${order.quantity},"quantityUnit":"kW",` +
    `${timeText('createdTime', order.created)},${timeText('updatedTime', updated)},` +
    `${timeText('expirationTime', order.expires)}}`;
  return { updated, text };
}

/**
 * Minimum distance from the contract's price, in EUR/MWh: orders on both sides of it would have been matched.
 */
const leastDistance = 0.05;
const outwards = { BUY: -1, SELL: 1 } as const;

function movedPrice({ contract, side }: Order, price: number, by: number): number {
  const distance = outwards[side] * (price + by - contract.price);
  return contract.price + outwards[side] * Math.max(leastDistance, distance);
}

/**
 * The action and state with which an order ends. `kind` is a random number from 0.5 to 1 while it can trade.
 */
function endingOf({ contract }: Order, updated: number, kind: number): readonly [string, string] {
  if (updated >= contract.start - gateClosureMs) return ['SYSTEM_EXPIRED', 'IACT'];
  if (kind < 0.6) return ['USER_HIBERNATED', 'HIBE'];
  return kind < 0.85 ? ['USER_DELETED', 'IACT'] : ['FULL_EXECUTION', 'IACT'];
}

/** The most live orders at a time, however long the period is. */
const followed = 150;

/**
 * The given number of order events in one area, sorted by update time and spread evenly over the period. A
 * partial execution or a new priority gives an order a new id with revision 1, linked by the previous and
 * original ids. An event that ends an order increments its revision.
 */
export function* orderEvents(area: string, period: Period, count: number): Iterable<OrderEvent> {
  const base = Math.floor(period.start / 1000);
  const chance = noiseFrom(seedOf(`orders ${area}`), base);
  const contract = contractLookup(area);
  const prefix = `X${base.toString(36)}${area.replaceAll('-', '')}`.toUpperCase();
  const live: Order[] = [];
  let ids = 0;
  const nextId = () => `${prefix}${String(++ids).padStart(6, '0')}`;

  const newOrder = (time: number): Order => {
    const id = nextId();
    const product = products[Math.floor(chance() ** 0.7 * products.length)] ?? products[0];
    const of = contract(product, time + hourMs * (2.1 + 12 * chance() ** 2));
    const side = chance() < 0.5 ? 'BUY' : 'SELL';
    const distance = leastDistance + 18 * chance() ** 2;
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
      price: unpriced ? null : of.price + outwards[side] * distance,
      quantity: 100 * (1 + Math.floor(250 * chance() ** 2)),
      created: time,
      // Good for the session: it has no expiry time of its own.
      expires: chance() < 0.3 ? of.start - gateClosureMs : null,
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
      yield eventOf(added, updated, 'USER_ADDED', 'ACTI');
      continue;
    }
    const kind = chance();
    if (kind < 0.5 && updated < order.contract.start - gateClosureMs) {
      const moved = kind < 0.35 && order.price !== null;
      const changed: Order = {
        ...order,
        id: nextId(),
        previous: order.id,
        revision: 1,
        ...(moved
          ? { price: movedPrice(order, order.price, 2 * chance() - 1), created: updated }
          : { quantity: 100 * Math.ceil((order.quantity / 100) * (0.2 + 0.7 * chance())) }),
      };
      live[index] = changed;
      yield eventOf(changed, updated, moved ? 'USER_MODIFIED' : 'PARTIAL_EXECUTION', 'ACTI');
    } else {
      live.splice(index, 1);
      const [action, state] = endingOf(order, updated, kind);
      const quantity = action === 'FULL_EXECUTION' ? 0 : order.quantity;
      yield eventOf({ ...order, revision: order.revision + 1, quantity }, updated, action, state);
    }
  }
}
