import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededKey } from '#src/exports/seeded/seededBody';
import { datasets } from '#src/market/datasets/datasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import { NumberText, parseExactly } from '#src/table/columns/numberText';
import { isRecord } from '#src/text/parsedJson';
import { propertyRuns } from '../../propertyRuns';
import { jsonText } from '../../table/jsonBodies';
import { answersOf } from '../types/answers';
import { seededText } from './seededText';
import { anyCharacter } from '../../anyText';

/** The form of a text: of letters and digits only their kind, all other characters as they are. */
const form = (text: string) => text.replace(/[1-9]/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A');

const isNumber = (value: unknown) => value instanceof NumberText || typeof value === 'number';

/** Every difference except for numbers, and for letters and digits of texts, as paths. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (isNumber(one) && isNumber(other)) return [];
  if (typeof one === 'string' && typeof other === 'string') {
    return form(one) === form(other) || [one, other].every((each) => isFinite(Number(each))) ? [] : [path];
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((each, index) => differences(each, other[index], `${path}[]`));
  }
  if (isRecord(one) && isRecord(other) && !Array.isArray(one)) {
    const names = Object.keys(one);
    if (names.join('\n') !== Object.keys(other).join('\n')) return [path];
    return names.flatMap((name) => differences(one[name], other[name], `${path}.${name}`));
  }
  return Object.is(one, other) ? [] : [path];
}

/** The parts of a text that a fixture must keep: times, areas, and all that says what the numbers are. */
const kept =
  /"(?:\w*Time(?:Epoch)?|delivery(?:Area|Start|End)|area(?:From|To)|type|[sS]ubType|resolution|unit|\w+Unit|category|side|orderType|timeInForce|action|state|product(?:Code|Type)|scale|revisionNumber|border|internal)":\s*(?:"(?:[^"\\]|\\.)*"|[^,}\s]+)/g;

describe.each(datasets.map((dataset) => [dataset.id, dataset] as const))(
  'seeded values of %s',
  (_, dataset) => {
    const { record } = dataset;
    const answers = answersOf(dataset);

    it.each(answers)('keep everything of $name but prices, volumes, and ids', ({ text }) => {
      const made = seededText(record, text);
      expect(differences(parseExactly(text), parseExactly(made))).toEqual([]);
      expect(made.match(kept)).toEqual(text.match(kept));
      // Only values are replaced: white space, escapes, and order are the service's own.
      expect(made.replace(/[^\s{}[\]:,]/g, '').length).toBe(text.replace(/[^\s{}[\]:,]/g, '').length);
    });

    it.each(answers)('of $name are the same for the same seed, however the bytes arrive', ({ text }) => {
      const made = seededText(record, text);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }), (sizes) => {
          expect(seededText(record, text, 1, sizes)).toBe(made);
        }),
        { numRuns: propertyRuns(5) },
      );
    });

    it.each(answers)(
      'of $name say nothing about the values: replaced again, they are the same',
      ({ text }) => {
        const made = seededText(record, text);
        expect(seededText(record, made)).toBe(made);
      },
    );
  },
);

const digitsOf = (count: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${count - 1}}$`));
const wideNumber = fc
  .tuple(fc.constantFrom('', '-'), digitsOf(7), digitsOf(5))
  .map(([sign, whole, decimals]) => `${sign}${whole}.${decimals}`);
const wideInteger = digitsOf(20);
const wideId = fc.oneof(
  fc.stringMatching(/^[A-Z]{2}-\d{8}-[a-z]{4}$/),
  fc.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{8}0a$/),
  fc.stringMatching(/^[1-9]\d{15}$/),
);

/** Bodies with numbers and ids wide enough not to be there again by chance, and these. */
const wideBodies: { readonly [Kind in RecordKind]: fc.Arbitrary<{ text: string; secrets: string[] }> } = {
  timeSeries: fc.array(wideNumber, { minLength: 1, maxLength: 20 }).map((values) => ({
    text: `[{"unit":"EUR/MWh","attributes":[{"name":"deliveryArea","value":"NO1"}],"values":[${values
      .map((value) => `{"startTime":"2026-03-29T00:00:00Z","value":${value}}`)
      .join()}]}]`,
    secrets: values,
  })),
  priceCurve: fc.array(fc.tuple(wideNumber, wideNumber), { minLength: 1, maxLength: 20 }).map((points) => ({
    text: `{"values":[{"sellCurves":[${points
      .map(([price, volume]) => `{"price":${price},"volume":${volume}}`)
      .join()}],"volumeNetFlows":${points[0]![0]}}]}`,
    secrets: points.flat(),
  })),
  publicOrder: fc
    .array(fc.tuple(wideId, wideId, wideNumber, wideInteger), { minLength: 1, maxLength: 20 })
    .map((orders) => ({
      text: `[${orders
        .map(
          ([id, other, price, quantity]) =>
            `{"id":"${id}","previousOrderId":"${other}","price":"${price}","quantity":${quantity},"more":{"code":"${other}","paid":[${price}],"${other}":{"${price}":[{"${quantity}":0,"n-${id}":""}]}}}`,
        )
        .join()}]`,
      secrets: orders.flat(),
    })),
  hubToHubCapacity: fc.array(wideInteger, { minLength: 1, maxLength: 20 }).map((capacities) => ({
    text: `[${capacities.map((each) => `{"areaFrom":"NO1","inCapacity":${each},"outCapacity":-${each}}`).join()}]`,
    secrets: capacities,
  })),
};

/** What is left of an id if its form keeps the letters in front. */
const withoutPrefix = (text: string) => text.replace(/^[A-Z]+-/, '').replace('-', '');

describe.each(Object.entries(wideBodies) as [RecordKind, (typeof wideBodies)[RecordKind]][])(
  'no value of a %s',
  (kind, bodies) => {
    it('appears again, even if the response was interrupted anywhere', () => {
      fc.assert(
        fc.property(bodies, fc.nat({ max: 2000 }), ({ text, secrets }, length) => {
          for (const source of [text, text.slice(0, length)]) {
            const made = seededText(kind, source);
            for (const secret of secrets) expect(made).not.toContain(withoutPrefix(secret));
          }
        }),
        { numRuns: propertyRuns(15, 1000) },
      );
    });

    it('is replaced by the same one for another seed', () => {
      fc.assert(
        fc.property(bodies, ({ text }) => {
          expect(seededText(kind, text, 2)).not.toBe(seededText(kind, text, 1));
        }),
        { numRuns: propertyRuns(8, 400) },
      );
    });
  },
);

it('any JSON keeps its form, whatever it is a response to', () => {
  const kinds = fc.constantFrom<RecordKind>('timeSeries', 'priceCurve', 'publicOrder', 'hubToHubCapacity');
  fc.assert(
    fc.property(jsonText, kinds, (text, kind) => {
      const made = seededText(kind, text, 1, [7]);
      expect(() => JSON.parse(made) as unknown).not.toThrow();
      expect(seededText(kind, text)).toBe(made);
      // Without its sign, which is hidden, a text of digits may be an ID.
      if (!/"\s*[+\-\u2010-\u2015\u2212]\s*\p{Nd}+\s*"/u.test(text))
        expect(seededText(kind, made)).toBe(made);
    }),
    { numRuns: propertyRuns(75, 6000) },
  );
});

describe('names in undocumented objects', () => {
  const name = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 4 }),
    fc.stringMatching(/^[a-c0-9æ日]{1,3}$/),
    fc.constantFrom('0', '-0', '1', '1.0', '+1', '1e1', '__proto__', '2026-03-29', '2026-03-29T00:00:00Z'),
    wideId,
  );

  it('are as many as before, and those without a digit the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 200 }), (names) => {
        const object = names.map((each) => `${JSON.stringify(each)}:null`).join();
        const text = `[{"id":"x","byId":{${object}},"again":[{${object}}]}]`;
        const made = seededText('publicOrder', text, 1, [7]);
        expect(made).toBe(seededText('publicOrder', text));
        const [{ byId, again }] = JSON.parse(made) as [{ byId: object; again: [object] }];
        // The names of an object are unique, so none of them became equal to another.
        expect(Object.keys(byId)).toHaveLength(names.length);
        expect(again).toEqual([byId]);
        const kept = names.filter((each) => !/\d/.test(each) || each.startsWith('2026'));
        expect(Object.keys(byId)).toEqual(expect.arrayContaining(kept));
      }),
      { numRuns: propertyRuns(25, 2000) },
    );
  });

  it('are replaced like values, so that links stay, but names of fields and times stay as sent', () => {
    const text =
      '[{"id":"NX_519789","fee2":{"NX_519789":{"12.50":1},"2026-03-29":["NX_519789",{"\\u00387654":0}]}}]';
    const made = orders(text);
    const [, id] = /"id":"(NX_\d{6})"/.exec(made) ?? [];
    expect(id).not.toBe('NX_519789');
    expect(made).toMatch(
      new RegExp(
        `^\\[{"id":"${id}","fee2":{"${id}":{"[1-9]\\d\\.\\d\\d":\\d{1,4}},"2026-03-29":\\["${id}",{"[1-9]\\d{4}":\\d{1,4}}\\]}}\\]$`,
      ),
    );
  });

  it('are also replaced if a documented field has an object by mistake', () => {
    expect(orders('[{"price":{"48151":1},"deliveryArea":{"62342":1}}]')).not.toMatch(/48151|62342/);
  });
});

it('different ids stay different even where letters have few replacements', () => {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
  const others = Array.from({ length: 300 }, (_, at) => String.fromCharCode(0x4e00 + at));
  const ids = [...letters, ...others];
  const made = parsed(JSON.stringify(ids.map((id) => ({ id })))).map(({ id }) => id);
  expect(new Set(made).size).toBe(ids.length);
});

const orders = (text: string) => seededText('publicOrder', text);
const parsed = (text: string) => JSON.parse(orders(text)) as Record<string, unknown>[];

describe('links between orders', () => {
  const id = fc.oneof(fc.stringMatching(/^[a-c]-\d{1,2}$/), fc.stringMatching(/^[1-9]\d?$/), wideId);
  const record = fc.record({
    id,
    originalOrderId: fc.option(id),
    previousOrderId: fc.option(id),
    contractId: id,
    parentOrder: id,
  });

  it('are kept in all fields: ids are equal where they were, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 60 }), (records) => {
        const sent = records.flatMap((each) => Object.values(each));
        const made = parsed(JSON.stringify(records)).flatMap((each) => Object.values(each));
        const pairs = new Map(sent.map((each, index) => [each, made[index]]));
        expect(made).toEqual(sent.map((each) => pairs.get(each)));
        expect(new Set(pairs.values()).size).toBe(pairs.size);
      }),
      { numRuns: propertyRuns(25, 2000) },
    );
  });

  it('are kept if a number is an id, and a text is the same', () => {
    const [order] = parsed(
      '[{"id":9007199254740993,"previousOrderId":"9007199254740993","contractId":"12"}]',
    );
    expect(orders('[{"id":9007199254740993}]')).toMatch(/^\[\{"id":[1-9]\d{15}\}\]$/);
    expect(String(order!['previousOrderId'])).toHaveLength(16);
    expect(orders('[{"id":9007199254740993,"previousOrderId":"9007199254740993"}]')).toMatch(
      /^\[\{"id":(\d+),"previousOrderId":"\1"\}\]$/,
    );
  });

  it('stay links where ids leave no room: all of them are used, and each once', () => {
    const all = Array.from({ length: 900 }, (_, index) => ({ id: String(index + 100) }));
    const made = parsed(JSON.stringify(all)).map(({ id: each }) => each);
    expect([...made].sort()).toEqual(all.map(({ id: each }) => each));
    expect(made).not.toEqual(all.map(({ id: each }) => each));
  });
});

describe('the form of', () => {
  it.each([
    ['contract ids', 'contractId', '"PH-20261121-18"', /^"PH-\d{8}-\d\d"$/],
    ['short ids', 'id', '"o-88"', /^"[a-z]-\d\d"$/],
    ['hexadecimal ids', 'id', '"3f2504e0-4f89-11d3-9a0c-0305e82c3301"', /^"\d[a-f]\d{4}[a-f]\d-\d[a-f]\d\d-/],
    [
      'formulas',
      'originalOrderId',
      '"=HYPERLINK(\\"http://a.b\\")"',
      /^"=[A-Z]{9}\(\\"[a-z]{4}:\/\/[a-z]\.[a-z]\\"\)"$/,
    ],
    ['numbers in texts', 'price', '"12.10"', /^"-?\d{1,4}(\.\d\d?)?"$/],
    ['words instead of numbers', 'price', '"n/a"', /^"n\/a"$/],
    ['units of numbers', 'price', '"12,10 EUR"', /^"-?\d{1,4}(\.\d\d?)? EUR"$/],
    ['words with numbers', 'price', '"12 or 13"', /^"\d\d or \d\d"$/],
    ['words', 'state', '"Off-peak 1"', /^"Off-peak 1"$/],
    ['null', 'price', 'null', /^null$/],
    ['times in undocumented fields', 'seenAt', '"2026-03-29T00:00:00.120Z"', /^"2026-03-29T00:00:00.120Z"$/],
    ['integers in undocumented fields', 'fee', '[150,{"price":20}]', /^\[\d{1,4},\{"price":\d{1,4}\}\]$/],
    ['texts in undocumented fields', 'owner', '"Kraft \\u00c6 AS"', /^"[A-Z][a-z]{4} [à-ö] [A-Z]{2}"$/],
    ['booleans in undocumented fields', 'isOwn', 'true', /^true$/],
  ])('%s is kept', (_, name, value, form) => {
    const [, made = ''] = /^\[\{"\w+":(.*)\}\]$/.exec(orders(`[{"${name}":${value}}]`)) ?? [];
    expect(made).toMatch(form);
  });

  it('attributes is kept, but numbers in them are drawn anew, with whatever is around them', () => {
    const sent = ['NO1', 'P60MIN', 'price=41.97', 'EUR 41.97', '-€41.97', '41.97'].map((value) => ({
      name: 'about',
      value,
    }));
    const made = seededText(
      'timeSeries',
      JSON.stringify([{ attributes: [...sent, { name: 'about', value: 41.97 }] }]),
    );
    expect(made).toMatch(/"NO1".*"P60MIN".*"price=-?\d.*"EUR -?\d.*"€-?\d/);
    expect(made).not.toMatch(/41\.97|41,97/);
  });

  it('a field whose name is escaped is kept like the same field without escapes', () => {
    expect(orders('[{"\\u0069d":"abcdefgh","st\\u0061te":"ACTI"}]')).toMatch(
      /^\[\{"\\u0069d":"(?!abcdefgh)[a-z]{8}","st\\u0061te":"ACTI"\}\]$/,
    );
  });
});

it("two days of the same prices aren't the same fixture", () => {
  const day = (date: string) =>
    seededKey({ seed: 1 }, { dataset: 'dayahead-prices', parameters: { a: '1', date } });
  expect(day('2026-03-28')).not.toBe(day('2026-03-29'));
  expect(seededKey({ seed: 1 }, { dataset: 'x', parameters: { a: '1', b: '2' } })).toBe(
    seededKey({ seed: 1 }, { dataset: 'x', parameters: { b: '2', a: '1' } }),
  );
});
