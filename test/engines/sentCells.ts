import type { RecordKind } from '#src/market/records/recordKinds';

/** A cell as the service sent it; numbers keep their digits. */
export type SentCell = string | { readonly number: string } | boolean | null;
export type SentRow = Readonly<Record<string, SentCell>>;

type Sent = Readonly<Record<string, unknown>>;

/** Reads the body without the product's own reader. Numbers become objects with their text. */
function parsed(body: string): Sent[] {
  const marked = body.replace(
    /("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g,
    (all, text: string | undefined) => text ?? JSON.stringify({ number: all }),
  );
  const value: unknown = JSON.parse(marked);
  return (Array.isArray(value) ? value : [value]) as Sent[];
}

const list = (value: unknown) => (Array.isArray(value) ? (value as Sent[]) : []);

/** Names as in the table: `startTime` of a series is `seriesStartTime`. */
function ofWhole(record: Sent, bounds: 'series' | 'curve'): Record<string, unknown> {
  const { attributes, startTime, endTime } = record;
  const inside = ['values', 'attributes', 'startTime', 'endTime'];
  const own = Object.fromEntries(Object.entries(record).filter(([name]) => !inside.includes(name)));
  const named = Object.fromEntries(
    list(attributes).map(({ name, role, value }) => [`attribute.${String(name ?? role)}`, value]),
  );
  return { ...own, [`${bounds}StartTime`]: startTime, [`${bounds}EndTime`]: endTime, ...named };
}

const flattened: { readonly [Kind in RecordKind]: (record: Sent) => Sent[] } = {
  timeSeries: (record) => list(record.values).map((value) => ({ ...value, ...ofWhole(record, 'series') })),
  priceCurve: (record) =>
    list(record.values).flatMap(({ sellCurves, buyCurves, ...value }) =>
      [
        ...list(sellCurves).map((point) => ({ side: 'sell', ...point })),
        ...list(buyCurves).map((point) => ({ side: 'buy', ...point })),
      ].map((point) => ({ ...value, ...point, ...ofWhole(record, 'curve') })),
    ),
  publicOrder: (record) => [record],
  hubToHubCapacity: (record) => [record],
};

/** The rows of a response, from the service's bytes alone. */
export const sentRows = (body: string, kind: RecordKind): SentRow[] =>
  parsed(body).flatMap((record) => flattened[kind](record) as SentRow[]);
