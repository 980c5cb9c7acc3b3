import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonCount, jsonFind } from '#src/table/json/jsonFind';
import { jsonText, runsOf, spoolOf } from '../jsonBodies';
import { propertyRuns } from '../../propertyRuns';

const find = (body: string, text: string, after = 0, runs = runsOf(body, () => true)) =>
  jsonFind(spoolOf(body), runs, { text, after });
const wayTo = async (body: string, text: string, after = 0) =>
  (await find(body, text, after)).match?.path.map(({ name, index }) => name ?? index) ?? null;

const body = '[{"id":"A1"},{"id":"B2","note":["Tromsø","say \\"hi\\"","Troms\\u00F8","a\\/b"]}]';

describe('a search in JSON', () => {
  it.each<[string, (string | number)[] | null]>([
    ['B2', [1, 'id']],
    ['b2', [1, 'id']],
    ['NOTE', [1, 'note']],
    ['tromsø', [1, 'note', 0]],
    ['say "hi"', [1, 'note', 1]],
    ['"hi', [1, 'note', 1]],
    ['a/b', [1, 'note', 3]],
    ['},{', [0]],
    ['TROMSØ', null],
    ['B3', null],
    ['', null],
  ])('for %j leads to %j', async (text, path) => {
    expect(await wayTo(body, text)).toEqual(path);
  });

  it('continues after the last match, and also finds text that is escaped differently', async () => {
    const first = await find(body, 'tromsø');
    expect(await wayTo(body, 'tromsø', first.match!.at + 1)).toEqual([1, 'note', 2]);
  });

  it("finds text in a body that isn't JSON, without a path", async () => {
    expect(await find('<html>Bad gateway</html>', 'bad')).toMatchObject({
      match: { at: 6, path: [] },
    });
  });

  it('finds text across block boundaries', async () => {
    const block = 1024 * 1024;
    for (const before of [block - 7, block - 3, block - 2, block - 1, block]) {
      const long = `["${' '.repeat(before - 2)}needle"]`;
      expect((await find(long, 'Needle', 0, [])).match?.at).toBe(before);
    }
  });

  it('finds every name and value in any JSON, with its path', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, fc.nat(), fc.func(fc.boolean()), async (text, at, chosen) => {
        // Any bytes of the body that are whole characters are there to be found.
        const characters = Array.from(text);
        const from = at % characters.length;
        const part = characters.slice(from, from + 3).join('');
        fc.pre(Buffer.from(part).toString() === part);
        const runs = runsOf(text, chosen);
        const { match } = await find(text, part, 0, runs);
        expect(match).not.toBeNull();
        expect(match!.at).toBeLessThanOrEqual(Buffer.byteLength(characters.slice(0, from).join('')));
        let around = { start: 0, end: Buffer.byteLength(text) };
        for (const node of match!.path) {
          expect(node.start).toBeGreaterThanOrEqual(around.start);
          expect(node.end).toBeLessThanOrEqual(around.end);
          expect(match!.at).toBeLessThan(node.end);
          around = node;
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('agrees with a plain search if nothing is escaped', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '1'), maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(letters), letters, fc.nat({ max: 20 }), async (list, text, after) => {
        const json = JSON.stringify(list);
        const expected = text === '' ? -1 : json.toLowerCase().indexOf(text.toLowerCase(), after);
        expect((await find(json, text, after)).match?.at ?? -1).toBe(expected);
      }),
    );
  });

  it('copes with endless brackets', async () => {
    const { match } = await find('['.repeat(5000), '[', 4000, []);
    expect(match?.at).toBe(4000);
    expect(match?.path.length).toBeLessThanOrEqual(64);
  });
});

describe('the count of matches', () => {
  const count = (text: string, wanted: string, at: number, from = 0) =>
    jsonCount(spoolOf(text), { text: wanted, from, at });

  it('numbers each match that find leads to, and finds as many', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, fc.nat(), async (text, at) => {
        const characters = Array.from(text);
        const part = characters[at % characters.length] ?? '';
        fc.pre(Buffer.from(part).toString() === part);
        const places: number[] = [];
        for (let after = 0; ; after = (places.at(-1) ?? 0) + 1) {
          const { match } = await find(text, part, after);
          if (!match) break;
          places.push(match.at);
        }
        for (const [index, place] of places.slice(0, 5).entries()) {
          expect(await count(text, part, place)).toEqual({
            total: places.length,
            upToMatch: index + 1,
            next: null,
          });
        }
      }),
    );
  });

  it('continues where it stopped in a large body, and counts a match across the seam once', async () => {
    const part = 64 * 1024 * 1024;
    const text = `${'x'.repeat(part - 3)}needle${' '.repeat(100)}Needle`;
    const first = await count(text, 'needle', part - 3);
    expect(first).toEqual({ total: 1, upToMatch: 1, next: part });
    expect(await count(text, 'needle', part - 3, part)).toEqual({ total: 1, upToMatch: 0, next: null });
  });

  it('ignores case and decodes escapes, and an empty text has no matches', async () => {
    expect((await count(body, 'TROMS', 0)).total).toBe(2);
    expect((await count(body, 'tromsø', 0)).total).toBe(2);
    expect(await count(body, '', 0)).toEqual({ total: 0, upToMatch: 0, next: null });
  });
});
