import { seededBody, seededKey } from '#src/exports/seeded/seededBody';
import type { RecordKind } from '#src/market/records/recordKinds';

const query = { dataset: 'intraday-orders', parameters: { deliveryarea: 'NO1' } };

/** The body with seeded values; it arrives in parts of these sizes, repeatedly. */
export function seededText(
  kind: RecordKind,
  text: string,
  seed = 1,
  sizes: readonly number[] = [1 << 18],
): string {
  const body = seededBody(kind, seededKey({ seed }, query));
  const bytes = Buffer.from(text);
  const made: Uint8Array[] = [];
  for (let at = 0, part = 0; at < bytes.length; part += 1) {
    const size = sizes[part % sizes.length] ?? 1;
    made.push(body.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat([...made, body.end()]).toString();
}
