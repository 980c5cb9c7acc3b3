import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetReadObjects, parquetSchema, parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../../src/exports/formats';
import type { ExportSource } from '../../../src/exports/exportSource';
import { writeParquet } from '../../../src/exports/parquet/parquet';
import { writeTable } from '../../../src/exports/writers';
import { BodyReader } from '../../../src/table/body/bodyReader';
import { propertyRuns } from '../propertyRuns';

const sourceOf = (body: string): ExportSource => {
  const reader = new BodyReader('publicOrder', 1e9);
  reader.push(Buffer.from(body));
  reader.end(true);
  return {
    table: reader.table,
    body: async function* () {
      yield await Promise.resolve(Buffer.from(body));
    },
  };
};

const collect = async (
  write: (sink: { write(bytes: Uint8Array): Promise<void> }) => Promise<void>,
): Promise<Buffer> => {
  const parts: Buffer[] = [];
  await write({
    write: (bytes) => {
      parts.push(Buffer.from(bytes)); // a copy: the writer may use its buffer again
      return Promise.resolve();
    },
  });
  return Buffer.concat(parts);
};

const options = () => ({ onProgress: () => undefined, signal: new AbortController().signal });
const written = (format: ExportFormat, source: ExportSource) =>
  collect((sink) => writeTable(format, source, sink, options()));

/** Columns `id`, `price`, `quantity`, `deliveryStart` and the first further one of each CSV line. */
const csvCells = async (body: string) => {
  const [header, ...lines] = (await written('csv', sourceOf(body))).toString().trimEnd().split('\r\n');
  const keys = header!.split(',');
  const at = ['id', 'price', 'quantity', 'deliveryStart'].map((key) => keys.indexOf(key));
  return lines.map((line) => at.map((place) => line.split(',')[place]));
};

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
      ['""', '12.10', '12345678901234567890', '2026-03-29T01:00:00Z'],
      ['', '-0.3', '-5', ''],
    ]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['say "x"', '"say ""x"""'],
    ['plain', 'plain'],
  ])('protects the text %j from being read as a formula', async (text, cell) => {
    expect((await csvCells(JSON.stringify([{ id: text }])))[0]?.[0]).toBe(cell);
  });

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
        const guarded = ids.map((id) => (/^[=+\-@\t\r\n]/.test(id) ? `'${id}` : id));
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

const readParquet = async (file: Buffer) => {
  const buffer = new Uint8Array(file).buffer;
  const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)) };
  return {
    rows: await parquetReadObjects({ file: buffer, compressors }),
    schema: parquetSchema(parquetMetadata(buffer)).children.map(({ element }) => element),
  };
};

describe('parquet', () => {
  it('is read back as sent, across several row groups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (records, group) => {
          const source = sourceOf(JSON.stringify(records));
          const { rows } = await readParquet(
            await collect((sink) => writeParquet(source, sink, options(), group)),
          );
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
              deliveryStart === undefined ? null : new Date(deliveryStart),
            );
            expect(row.firm).toBe(firm);
          });
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });

  it('chooses column types by their contents', async () => {
    const types = async (body: string, name: string) => {
      const { schema } = await readParquet(await written('parquet', sourceOf(body)));
      const found = schema.find((element) => element.name === name);
      return [found?.type, found?.converted_type, found?.logical_type?.type];
    };
    expect(await types('[{"id":"a","quantity":9007199254740993}]', 'quantity')).toEqual([
      'INT64',
      undefined,
      undefined,
    ]);
    expect(await types('[{"id":"a","quantity":99999999999999999999}]', 'quantity')).toEqual([
      'BYTE_ARRAY',
      'UTF8',
      'STRING',
    ]);
    expect(await types('[{"id":"a","price":"dear"}]', 'price')).toEqual(['BYTE_ARRAY', 'UTF8', 'STRING']);
    expect(await types('[{"id":"a","deliveryStart":"2026-03-29T00:00:00Z"}]', 'deliveryStart')).toEqual([
      'INT64',
      'TIMESTAMP_MILLIS',
      'TIMESTAMP',
    ]);
    expect(await types('[{"id":"a","__proto__":1}]', '__proto__')).toEqual(['DOUBLE', undefined, undefined]);
  });

  it('keeps every digit of integers beyond 2^53', async () => {
    const body = '[{"id":"a","quantity":9007199254740993},{"id":"b","quantity":-1}]';
    const { rows } = await readParquet(await written('parquet', sourceOf(body)));
    expect(rows.map((row): unknown => row.quantity)).toEqual([9007199254740993n, -1n]);
  });
});

it.each<ExportFormat>(['csv', 'ndjson', 'parquet'])('%s stops when it is cancelled', async (format) => {
  const controller = new AbortController();
  controller.abort(new Error('Cancelled.'));
  const sink = { write: () => Promise.resolve() };
  const run = writeTable(format, sourceOf('[{"id":"a"}]'), sink, {
    onProgress: () => undefined,
    signal: controller.signal,
  });
  await expect(run).rejects.toThrow('Cancelled.');
});
