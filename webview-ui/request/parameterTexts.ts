import { formatInstant, formatWithOffset, tellsOffset } from '#src/market/time/zones';

const instantOf = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/.test(value) ? Date.parse(value) : Number.NaN;

/**
 * Parameter values for a person to read: times in the time zone, everything else as sent. If clocks change on
 * the day of any of these times, all of them include their offset.
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
