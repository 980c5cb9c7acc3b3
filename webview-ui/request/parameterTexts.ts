import { formatInstant, formatWithOffset, tellsOffset } from '../../src/market/time/zones';

const instantOf = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/.test(value) ? Date.parse(value) : Number.NaN;

/**
 * Values of a query's parameters as a person reads them: times in the zone, everything else as sent.
 * If one of the times is of a day on which the clocks change, all of them say their offset.
 */
export function parameterTexts(values: readonly string[], zone: string): string[] {
  const instants = values.map(instantOf);
  const withOffset = instants.some((at) => !Number.isNaN(at) && tellsOffset(at, zone));
  return values.map((value, index) => {
    const at = instants[index] ?? Number.NaN;
    if (Number.isNaN(at)) return value;
    return withOffset ? formatWithOffset(at, zone) : formatInstant(at, zone);
  });
}
