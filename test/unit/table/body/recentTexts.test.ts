import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withView } from '#src/table/columns/pendingBytes';
import { recentBytes, RecentTexts } from '#src/table/body/recentTexts';

/** The text as in a body: after its opening quote, followed by the next field. */
const inBody = (text: string, next: string) =>
  withView(Buffer.concat([Buffer.from(`${text}"${next}`), Buffer.alloc(recentBytes, 32)])).view;

it('a recent text is found with its stored code, or not at all, whatever follows the text', () => {
  const part = fc.constantFrom('10YNO-1-', '--------', '2', 'T', 'å', '', 'EUR/MWh', 'XBID_Hour_Pow');
  const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  const next = fc.constantFrom(',"side":"BUY"', ',"price":12.10', '}');
  fc.assert(
    fc.property(fc.array(fc.tuple(text, next), { maxLength: 60 }), (written) => {
      const recent = new RecentTexts();
      const codes = new Map<string, number>();
      for (const [some, behind] of written) {
        const view = inBody(some, behind);
        const place = recent.find(view, 0);
        const known = codes.get(some);
        if (place >= 0) expect(recent.code(place)).toBe(known);
        if (place >= 0) expect(recent.length(place)).toBe(Buffer.byteLength(some));
        const code = known ?? codes.size + 1;
        codes.set(some, code);
        recent.keep(view, 0, Buffer.byteLength(some), code);
      }
    }),
  );
});

it('the latest texts are remembered, up to a length limit, until they are cleared', () => {
  const recent = new RecentTexts();
  const longest = inBody('a'.repeat(recentBytes - 1), ',"side"');
  const longer = inBody('b'.repeat(recentBytes), ',"side"');
  recent.keep(longest, 0, recentBytes - 1, 1);
  recent.keep(longer, 0, recentBytes, 2);
  expect(recent.code(recent.find(longest, 0))).toBe(1);
  expect(recent.find(longer, 0)).toBe(-1);
  recent.clear();
  expect(recent.find(longest, 0)).toBe(-1);
});
