import fc from 'fast-check';
import { parquetSchema } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { ExportOptions } from '#src/exports/exportSource';
import { writeParquet } from '#src/exports/parquet/parquet';
import type { RecordKind } from '#src/market/records/recordKinds';
import type { TextColumn } from '#src/table/columns/columns';
import { propertyRuns } from '../propertyRuns';
import { readParquet } from './parquet/readParquet';
import { piecesOf, sampleOrigin, sourceOf, unwatched, written } from './sampleSource';

/** Columns `id`, `price`, `quantity`, `deliveryStart`, and the first additional one of each CSV line. */
const csvCells = async (body: string, more: Partial<ExportOptions> = {}) => {
  const text = (await written('csv', sourceOf(body), more)).toString();
  const [header, ...lines] = text.trimEnd().split('\r\n');
  const keys = header!.replaceAll('"', '').split(',');
  const at = ['id', 'price', 'quantity', 'deliveryStart'].map((key) => keys.indexOf(key));
  return lines.map((line) => at.map((place) => line.split(',')[place]));
};

/**
 * How a spreadsheet splits a file: quotes count only at the start of a cell, and what follows the closing one
 * is added to the cell.
 */
function spreadsheetCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let isStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[(at += 1)]!;
      else quoted = false;
    } else if (isStart && sign === '"') {
      quoted = true;
      isStart = false;
    } else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell);
      cell = '';
      isStart = true;
    } else {
      cell += sign;
      isStart = false;
    }
  }
  return [...cells, cell];
}

describe('json', () => {
  it('is the body byte for byte', async () => {
    const body = '[ {"id":"ä","price":12.10} ]\n';
    expect((await written('json', sourceOf(body))).toString()).toBe(body);
  });
});

describe('csv', () => {
  it('keeps digits, writes times in UTC, and distinguishes missing from empty', async () => {
    const body =
      '[{"id":"","price":12.10,"quantity":12345678901234567890,"deliveryStart":"2026-03-29T03:00:00+02:00"},' +
      '{"id":null,"price":-0.3,"quantity":-5,"deliveryStart":null}]';
    expect(await csvCells(body)).toEqual([
      ['""', '12.10', '12345678901234567890', '2026-03-29T01:00:00.000Z'],
      ['', '-0.3', '-5', ''],
    ]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x\t@y;＝z', "x\t'@y;'＝z"],
    ['x;"=1+1";y', `"x;'""=1+1"";y"`],
    ['a;b - c', 'a;b - c'],
    ["'=1+1", "''=1+1"],
    ["x;'@y", "x;''@y"],
    ["it's", "it's"],
    ['say "x"', '"say ""x"""'],
    ['plain', 'plain'],
  ])('protects the text %j from being read as a formula', async (text, cell) => {
    expect((await csvCells(JSON.stringify([{ id: text }])))[0]?.[0]).toBe(cell);
  });

  it('keeps texts as sent for programs if that is requested', async () => {
    const body = JSON.stringify([{ id: '=1+1', price: 'x;=1+1' }, { id: 'a"=1' }, { id: '＝1\t-2' }]);
    expect(await csvCells(body, { formulaGuard: false })).toEqual([
      ['=1+1', 'x;=1+1', '', ''],
      ['"a""=1"', '', '', ''],
      ['＝1\t-2', '', '', ''],
    ]);
    const texts = ['=1+1', 'x;@y', '\tx'].map((state) => ({ state }));
    const file = await written('csv', sourceOf(JSON.stringify(texts)), { formulaGuard: false });
    expect(file.toString()).not.toContain("'");
  });

  it('for Excel is split at semicolons, starts with a byte order mark, and has decimal commas', async () => {
    const body =
      '[{"id":"a;b","price":-12.10,"quantity":7,"state":"1.5","deliveryStart":"2026-03-29T00:00:00Z"},' +
      '{"id":"c,d","price":1.50e3,"quantity":1.25,"state":2.5},{"id":"","price":"n/a","state":{"x":1.5}}]';
    const source = sourceOf(body);
    const named = ['id', 'price', 'quantity', 'state', 'deliveryStart'];
    const columns = named.map((key) => source.columns.find((column) => column.key === key)!);
    const file = await written('csv', { ...source, columns }, { dialect: 'excel' });
    expect(file.toString()).toBe(
      [
        '\ufeffid;price;quantity;state;deliveryStart',
        '"a;b";-12,10;7;1.5;2026-03-29T00:00:00.000Z',
        'c,d;1,50e3;1,25;2,5;',
        '"";n/a;;"{""x"":1.5}";',
        '',
      ].join('\r\n'),
    );
    const usual = (await written('csv', { ...source, columns })).toString();
    expect(usual).toMatch(/^id,price,quantity,state,deliveryStart\r\na;b,-12\.10,7,/);
  });

  it('for Excel contains no formula either, also where it is split at commas', async () => {
    const odd = fc.string({ unit: fc.constantFrom(...Array.from('a1,;"=+-@＝\' \t\r\n')) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ id: odd, state: odd }), { minLength: 1 }), async (records) => {
        const file = await written('csv', sourceOf(JSON.stringify(records)), { dialect: 'excel' });
        for (const separator of [',', ';', '\t']) {
          const cells = spreadsheetCells(file.toString(), separator);
          expect(cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
        }
      }),
      { numRuns: propertyRuns(75, 6000) },
    );
  });

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])(
    'contains no formula for a spreadsheet that splits at %s, whatever the texts contain',
    async (_, separator) => {
      const odd = fc.string({ unit: fc.constantFrom(...Array.from('a1,;"=+-@＝＋－＠ \t\r\n')) });
      const nested = fc.record({ note: odd, list: fc.array(odd, { maxLength: 2 }) });
      const sent = fc.record({
        id: odd,
        price: fc.oneof(odd, fc.constant(-1.5)),
        extra: fc.oneof(odd, nested),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 4 }), async (records) => {
          const text = (await written('csv', sourceOf(JSON.stringify(records)))).toString();
          const live = spreadsheetCells(text, separator).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell));
          expect(live.filter((cell) => cell !== '-1.5')).toEqual([]);
        }),
        { numRuns: propertyRuns(75, 6000) },
      );
    },
  );

  it('never joins halves of a character from two cells', async () => {
    const cells = await csvCells(String.raw`[{"id":"\ud83d"},{"id":"\ude00"}]`);
    expect(cells.map(([id]) => id)).toEqual(['\ufffd', '\ufffd']);
  });

  it('is read back as sent, whatever the texts contain', async () => {
    const odd = fc.string({
      unit: fc.constantFrom(...Array.from('a1,"=+-@ \t\r\nä😀\u007f\u2028')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { minLength: 1 }), async (ids) => {
        const body = JSON.stringify(ids.map((id) => ({ id })));
        const text = (await written('csv', sourceOf(body))).toString();
        const guarded = ids.map((id) =>
          id.replace(/(^|[\t\r\n])(?="*[=+\-@])/g, "$1'").replace(/^(?="*[\t\r\n])/, "'"),
        );
        const rows = [...text.matchAll(/(?:^|\r\n)("(?:[^"]|"")*"|[^,"]*)(?=,)(?:,[^,\r\n]*)+/g)];
        expect(
          rows.slice(1).map(([, id = '']) => id.replace(/^"([^]*)"$/, '$1').replaceAll('""', '"')),
        ).toEqual(guarded);
      }),
    );
  });
});

const record = fc.record(
  {
    id: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(null)),
    price: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
    quantity: fc.maxSafeInteger(),
    deliveryStart: fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    firm: fc.boolean(),
  },
  { requiredKeys: ['id', 'firm'] },
);

describe('ndjson', () => {
  it('is read back as sent, row by row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1 }), async (generated) => {
        const records = JSON.parse(JSON.stringify(generated)) as typeof generated; // -0 is sent as 0
        const text = (await written('ndjson', sourceOf(JSON.stringify(records)))).toString();
        const rows = text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as (typeof records)[0]);
        rows.forEach((row, at) => {
          const { id, price = null, quantity = null, firm } = records[at]!;
          expect(row).toMatchObject({ id, price, quantity, firm });
        });
        expect(rows).toHaveLength(records.length);
      }),
    );
  });

  it('keeps every digit', async () => {
    const text = (
      await written('ndjson', sourceOf('[{"id":"a","price":1.50,"quantity":9007199254740993}]'))
    ).toString();
    expect(text).toContain('"price":1.50,');
    expect(text).toContain('"quantity":9007199254740993,');
  });
});

describe('parquet', () => {
  it('has the texts as sent, even if the table is sorted by them meanwhile', async () => {
    const early = Array.from({ length: 8300 }, (_, order) => `early ${order}`);
    const late = Array.from({ length: 100 }, (_, order) => `late ${order}`);
    // So many that equal ones no longer share a number until the table is sorted; half the rows have none.
    const texts = [...early, ...early.slice(0, 100), ...late, ...Array<null>(8600).fill(null)];
    const body = JSON.stringify(texts.map((deliveryArea) => ({ id: 'a', deliveryArea })));
    for (let sortedAt = 1; sortedAt <= 12; sortedAt += 1) {
      const source = sourceOf(body);
      const column = source.table.columns.find(({ key }) => key === 'deliveryArea') as TextColumn;
      expect(column.entries.distinct).toBe(false);
      let writes = 0;
      const pieces = await piecesOf((sink) => {
        const write = (bytes: Uint8Array) => {
          if (++writes === sortedAt) column.makeDistinct();
          return sink.write(bytes);
        };
        return writeParquet(source, { write }, unwatched());
      });
      const { rows } = await readParquet(Buffer.concat(pieces));
      expect(rows.map(({ deliveryArea }): unknown => deliveryArea ?? null)).toEqual(texts);
    }
  });

  it('is read back as sent, across several row groups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (records, group) => {
          const source = sourceOf(JSON.stringify(records));
          const pieces = await piecesOf((sink) => writeParquet(source, sink, unwatched(), group));
          const { rows } = await readParquet(Buffer.concat(pieces));
          expect(rows).toHaveLength(records.length);
          rows.forEach((row, at) => {
            const { id, price, quantity, deliveryStart, firm } = records[at]!;
            expect(row.id ?? null).toBe(id);
            // A column of whole numbers only is still a column of doubles.
            expect(row.price ?? null).toEqual(
              price === undefined || price === null ? null : Number(JSON.stringify(price)),
            );
            expect(row.quantity ?? null).toBe(quantity === undefined ? null : BigInt(quantity));
            expect(row.deliveryStart ?? null).toEqual(
              deliveryStart === undefined ? null : BigInt(Date.parse(deliveryStart)) * 1000n,
            );
            expect(row.firm).toBe(String(firm)); // not documented, so it's text
          });
        },
      ),
      { numRuns: propertyRuns(15, 1200) },
    );
  });

  it('has the same types on every day, whatever its values are', async () => {
    const typesOf = async (body: string, kind: RecordKind = 'publicOrder') => {
      const { facts } = await readParquet(await written('parquet', sourceOf(body, kind)));
      return Object.fromEntries(
        parquetSchema(facts).children.map(({ element }) => [
          element.name,
          [element.type, element.logical_type?.type, element.converted_type].filter(Boolean).join(' '),
        ]),
      );
    };
    const text = 'BYTE_ARRAY STRING UTF8';
    const time = 'INT64 TIMESTAMP TIMESTAMP_MICROS';
    const usual = await typesOf('[{"id":"a"}]');
    expect(usual).toMatchObject({
      _more: text,
      id: text,
      price: 'DOUBLE',
      quantity: 'INT64',
      deliveryStart: time,
    });
    const bodies = [
      '[]',
      '[{"id":"a","price":1,"quantity":2,"deliveryStart":"2026-03-29T00:00:00Z"}]',
      '[{"id":1,"price":"dear","quantity":1.5,"deliveryStart":"soon"}]',
      '[{"id":{"a":1},"price":1e999,"quantity":99999999999999999999,"deliveryStart":5}]',
      '[{"id":"a","deliveryStart":"2026-03-29T00:00:00.123456789Z"}]',
    ];
    for (const body of bodies) {
      expect(await typesOf(body)).toEqual(usual);
    }
    // Undocumented fields and attributes are text, whether a day's values look like numbers or not.
    for (const value of ['1', '"a"', 'true', '{"a":1}', 'null']) {
      expect(await typesOf(`[{"id":"a","firm":${value},"__proto__":${value}}]`)).toEqual(
        Object.assign(JSON.parse(`{"__proto__":"${text}"}`) as object, { ...usual, firm: text }),
      );
      const attributes = `[{"name":"area","value":${value}}]`;
      const series = `[{"type":"price","attributes":${attributes},"values":[{"value":1}]}]`;
      expect(await typesOf(series, 'timeSeries')).toMatchObject({
        startTime: time,
        value: 'DOUBLE',
        scale: 'INT64',
        'attribute.area': text,
      });
    }
    expect(await typesOf('[{"areaTo":"NO1"}]', 'hubToHubCapacity')).toMatchObject({ border: 'BOOLEAN' });
  });

  it('says where its rows come from, and whether the response was received whole', async () => {
    const origin = { ...sampleOrigin, outcome: 'unreachable', complete: false } as const;
    const { facts } = await readParquet(await written('parquet', { ...sourceOf('[{"id":"a"}]'), origin }));
    const found = facts.key_value_metadata?.find(({ key }) => key === 'market-data');
    expect(JSON.parse(found?.value ?? '')).toEqual(origin);
    expect(facts.created_by).toBe('market-data-explorer version 1.2.3');
  });
});
