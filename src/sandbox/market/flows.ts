import type { Period } from '../../market/time/deliveryDay';
import { hourMs, minuteMs } from '../../market/time/zones';
import { areaPrice, subscribedAreas } from './areaPrices';
import { areasOf, windowOf, type SampleRequest, type Situation } from './sampleRequest';
import { borders, flowOver, selectBorders, type Border } from './borders';
import { durationOf, gateClosureMs, publicationOf, publishedIntervals } from './deliveryDays';
import { noise, seedOf } from './seed';
import type { SampleSeries } from './sampleSeries';

interface Interconnector extends Border {
  readonly name: string;
  /** The share of the sent power that doesn't arrive. */
  readonly loss: number;
}

const cable = (name: string, from: string, to: string, capacity: number, loss: number): Interconnector => ({
  name,
  from,
  to,
  capacity,
  loss,
});

const interconnectors: readonly Interconnector[] = [
  cable('North Sea Link', 'NO2', 'UK', 1400, 0.031),
  cable('Viking Link', 'DK1', 'UK', 1400, 0.03),
  cable('IFA', 'FR', 'UK', 2000, 0.023),
  cable('IFA2', 'FR', 'UK', 1000, 0.022),
  cable('ElecLink', 'FR', 'UK', 1000, 0.02),
  cable('Nemo Link', 'BE', 'UK', 1000, 0.024),
  cable('BritNed', 'NL', 'UK', 1000, 0.027),
];

/**
 * The share of a cable's capacity that is usable. Cables are maintained in parts: on about one day in ten,
 * it's half.
 */
const usable = ({ name }: Interconnector, day: string) => (noise(seedOf(`${name} ${day}`)) < 0.1 ? 0.5 : 1);

/** Flow at one end of the cable, in MW. Which end sends depends on the direction of the flow. */
function flowAt(one: Interconnector, endpoint: string, day: string, period: Period): number {
  const sent = flowOver({ ...one, capacity: one.capacity * usable(one, day) }, period);
  return endpoint === 'Sending' ? sent : sent * (1 - one.loss);
}

/**
 * UK flows: one series in MW per interconnector and endpoint, positive from `from` to `to`. Then, unless only
 * one endpoint is requested, the price series of the areas that the interconnectors join.
 */
export function* ukFlows(request: SampleRequest, { now }: Situation): Iterable<SampleSeries> {
  const window = windowOf(request, now);
  const areas = request.deliveryarea === undefined ? undefined : areasOf(request, []);
  const selected = selectBorders(interconnectors, request, areas).filter(
    ({ name }) => (request.connection ?? name) === name,
  );
  for (const { day, period, intervals: hours } of publishedIntervals(window, now, () => hourMs)) {
    const common = {
      category: 'ukFlow',
      resolution: durationOf(hourMs),
      period,
      createdTime: publicationOf(day),
    };
    for (const one of selected) {
      for (const endpoint of request.endpoint === undefined ? ['Sending', 'Receiving'] : [request.endpoint]) {
        yield {
          ...common,
          type: 'flow',
          subType: 'connection',
          unit: 'MW',
          scale: 1,
          attributes: { connection: one.name, from: one.from, to: one.to, endpoint },
          values: hours.map((hour) => ({ ...hour, value: flowAt(one, endpoint, day, hour) })),
        };
      }
    }
    if (request.endpoint !== undefined) continue;
    for (const area of new Set(selected.flatMap(({ from, to }) => [from, to]))) {
      yield {
        ...common,
        type: 'price',
        subType: 'area',
        unit: 'EUR/MWh',
        scale: 2,
        attributes: { deliveryArea: area, currency: 'EUR' },
        values: hours.map((hour) => ({ ...hour, value: areaPrice(area, hour) })),
      };
    }
  }
}

/**
 * Intraday scheduled flow: one series in MW per border and quarter hour, up to the last interval whose
 * trading has ended.
 */
export function* scheduledFlow(request: SampleRequest, { now }: Situation): Iterable<SampleSeries> {
  const window = windowOf(request, now);
  const named = request.deliveryareafrom !== undefined || request.deliveryareato !== undefined;
  const areas = request.deliveryarea === undefined && named ? undefined : areasOf(request, subscribedAreas);
  for (const { from, to, capacity } of selectBorders(borders, request, areas)) {
    // The day-ahead auction uses most of a border's capacity; intraday trading uses the rest.
    const rest = { from, to, capacity: capacity * 0.35 };
    for (const { period, step, intervals } of publishedIntervals(window, now, () => 15 * minuteMs)) {
      yield {
        type: 'flow',
        subType: 'scheduled',
        category: 'intraday',
        unit: 'MW',
        resolution: durationOf(step),
        scale: 1,
        attributes: { from, to },
        period,
        createdTime: period.start - gateClosureMs,
        values: intervals
          .filter((quarter) => quarter.start - gateClosureMs <= now)
          .map((quarter) => ({ ...quarter, value: flowOver(rest, quarter) })),
      };
    }
  }
}
