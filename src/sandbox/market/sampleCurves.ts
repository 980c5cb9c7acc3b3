import { dayPeriod, marketZone, type Period } from '../../market/time/deliveryDay';
import { formatUtcMs, minuteMs } from '../../market/time/zones';
import { areaPrice } from './areaPrices';
import type { SampleRequest, Situation } from './sampleRequest';
import { durationOf, stepsIn, publicationOf, publishedDays, timeUnitOf } from './deliveryDays';
import { noise, noiseFrom, seedOf } from './seed';
import { attributesText, decimalText } from './sampleSeries';
import { turnoverOf } from './turnover';

const seed = seedOf('curves');
const lowest = -500;
const highest = 4000;

interface Point {
  readonly price: number;
  readonly volume: number;
}

/** 60 to 200 prices between the limits, densest around the clearing price, which is one of them. */
function priceGrid(clearing: number, period: number): number[] {
  const chance = noiseFrom(seed, period, 1);
  const half = 30 + Math.floor(69 * chance());
  const prices = new Set([lowest, clearing, highest]);
  for (let i = 0; i < half; i++) {
    // The power of 4 puts most orders within about 20 EUR/MWh of the clearing price.
    const distance = ((i + chance()) / half) ** 4;
    prices.add(Math.round(100 * (clearing + distance * (highest - clearing))) / 100);
    prices.add(Math.round(100 * (clearing - distance * (clearing - lowest))) / 100);
  }
  return [...prices].sort((a, b) => a - b);
}

const pointText = ({ price, volume }: Point) =>
  `{"price":${decimalText(price, 2)},"volume":${decimalText(volume, 1)}}`;

/**
 * The curves of one period. Supply and demand meet at the published price once accepted blocks and net
 * imports are added, so the raw curves cross close to it, as they do in the real market.
 */
function curveText(period: Period): string {
  const at = period.start / (15 * minuteMs);
  const clearing = areaPrice('SYS', period);
  const total = turnoverOf(period);
  const blocksBuy = Math.round(total * 0.1 * (0.03 + 0.05 * noise(seed, at, 2)) * 10) / 10;
  const blocksSell = Math.round(total * 0.1 * (0.1 + 0.2 * noise(seed, at, 3)) * 10) / 10;
  const imports = Math.round(4000 * (noise(seed, at, 4) - 0.6));
  const supply = total - blocksSell - imports;
  const demand = total - blocksBuy;
  const prices = priceGrid(clearing, at);
  const sell = prices.map((price): Point => {
    const above = price - clearing;
    return { price, volume: supply * (1 + 0.32 * Math.tanh(above / 70) + (0.05 * above) / 4500) };
  });
  const buy = [...prices].reverse().map((price): Point => {
    const above = price - clearing;
    return { price, volume: demand * (1 - 0.14 * Math.tanh(above / 90) - (0.04 * above) / 4500) };
  });
  const volumes = [...sell, ...buy].map(({ volume }) => volume);
  return (
    `{"startTime":"${formatUtcMs(period.start)}","endTime":"${formatUtcMs(period.end)}",` +
    `"sellCurves":[${sell.map(pointText).join(',')}],"buyCurves":[${buy.map(pointText).join(',')}],` +
    `"minVolume":${decimalText(Math.min(...volumes), 1)},` +
    `"maxVolume":${decimalText(Math.max(...volumes), 1)},` +
    `"volumeAcceptedBlocksBuy":${decimalText(blocksBuy, 1)},` +
    `"volumeAcceptedBlocksSell":${decimalText(blocksSell, 1)},` +
    `"volumeNetFlows":${decimalText(imports, 1)}}`
  );
}

/** The price curve of one delivery day as text; nothing if its auction has no results. */
export function* curves({ date = '' }: SampleRequest, { now }: Situation): Iterable<string> {
  for (const { day, period } of publishedDays(dayPeriod(date, marketZone), now)) {
    const unit = timeUnitOf(day);
    const values = stepsIn(period, unit).map(curveText).join(',');
    const attributes = attributesText({ deliveryArea: 'SYS', status: 'O', currency: 'EUR' });
    yield (
      `{"subType":"system","values":[${values}],"category":"dayAhead",` +
      `"startTime":"${formatUtcMs(period.start)}","endTime":"${formatUtcMs(period.end)}",` +
      `"resolution":"${durationOf(unit)}","createdTime":${publicationOf(day)},` +
      `"type":"priceCurve","attributes":${attributes}}`
    );
  }
}
