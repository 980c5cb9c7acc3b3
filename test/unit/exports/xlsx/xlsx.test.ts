import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Origin } from '#src/protocol/exportOrder';
import { sheetName } from '#src/exports/xlsx/parts';
import { stylesXml, textStyleOf } from '#src/exports/xlsx/styles';
import { writeXlsx } from '#src/exports/xlsx/xlsx';
import type { RecordKind } from '#src/market/records/recordKinds';
import { datasets } from '#src/market/datasets/datasets';
import { formedTable } from '#src/table/forms/formedTable';
import { atOnce } from '../../table/atOnce';
import { propertyRuns } from '../../propertyRuns';
import { everythingOf, sampleOrigin, sourceOf, unwatched, written } from '../sampleSource';
import { readWorkbook } from './readWorkbook';

const workbookOf = async (body: string, kind?: RecordKind) =>
  readWorkbook(await written('xlsx', sourceOf(body, kind)));

/** The cells of the column with the header. */
async function columnOf(header: string, body: string, kind?: RecordKind) {
  const { header: headers, rows } = await workbookOf(body, kind);
  const place = headers.indexOf(header);
  expect(place, header).toBeGreaterThanOrEqual(0);
  return rows.map((row) => row[place] ?? null);
}

/** Texts as sent that a number shows exactly: at most 15 digits before and after the point. */
const plainNumber = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: '' }))
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));

describe('numbers in an Excel workbook', () => {
  it('are numbers that show the decimals sent, whatever the others of the column have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plainNumber, { minLength: 1, maxLength: 30 }), async (texts) => {
        const body = `[${texts.map((text) => `{"id":"a","price":${text}}`).join(',')}]`;
        const cells = await columnOf('Price', body);
        expect(cells.map((cell) => [cell?.type, cell?.value, cell?.text])).toEqual(
          texts.map((text) => ['number', Number(text), text]),
        );
      }),
      { numRuns: propertyRuns(10, 800) },
    );
  });

  it.each([
    ['12.10', '12.10'],
    ['0.0000001', '0.0000001'],
    ['1e3', '1000'],
    ['-1.5E-7', '-0.00000015'],
    ['45.230000000000004', '45.230000000000004'],
    ['999999999999999', '999999999999999'],
    ['0.000', '0.000'],
  ])('%s is the number %s', async (sent, text) => {
    const [cell] = await columnOf('Price', `[{"id":"a","price":${sent}}]`);
    expect([cell?.type, cell?.text]).toEqual(['number', text]);
  });

  it('with more decimals than Excel has formats for are shown in its own way', async () => {
    const [cell] = await columnOf('Price', '[{"id":"a","price":1.5e-40}]');
    expect([cell?.type, cell?.value, cell?.format]).toEqual(['number', 1.5e-40, 'General']);
  });

  it.each([
    '9007199254740993',
    '12345678901234567890',
    '-1234567890123456', // Excel would show ...450
    '0.3333333333333333333333333333',
    '1e999',
    '1e300',
    '-0.0', // Excel has no negative zero
    '-0',
  ])('that lose digits are texts: %s', async (sent) => {
    const [cell] = await columnOf('Price', `[{"id":"a","price":${sent}}]`);
    expect([cell?.type, cell?.value]).toEqual(['string', sent]);
  });

  it('that are something else are texts, even in a column of booleans', async () => {
    const prices = ['"=1+1"', 'true', '{"a":[1.50]}'];
    const body = `[${prices.map((price) => `{"id":"a","price":${price}}`).join(',')}]`;
    expect((await columnOf('Price', body)).map((cell) => [cell?.type, cell?.value])).toEqual([
      ['string', '=1+1'],
      ['string', 'true'],
      ['string', '{"a":[1.50]}'],
    ]);
    const booleans = '[{"areaFrom":"a","border":true},{"border":"=1"},{"border":null},{"border":false}]';
    expect(
      (await columnOf('Border', booleans, 'hubToHubCapacity')).map((cell) => cell?.value ?? null),
    ).toEqual([true, '=1', null, false]);
  });
});

describe('times in an Excel workbook', () => {
  const startsOf = (...times: (string | null)[]) =>
    columnOf('Delivery start (UTC)', JSON.stringify(times.map((deliveryStart) => ({ deliveryStart }))));

  it('are dates in UTC, the same instants as sent', async () => {
    const instant = fc.date({
      min: new Date('1900-03-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(instant, { minLength: 1, maxLength: 20 }), async (instants) => {
        const cells = await startsOf(...instants.map((each) => each.toISOString()));
        expect(cells.map((cell) => [cell?.type, cell?.value])).toEqual(
          instants.map((each) => ['date', each]),
        );
      }),
      { numRuns: propertyRuns(10, 800) },
    );
  });

  it('have seconds and milliseconds only in columns with a time that needs them', async () => {
    const formatOf = async (...times: string[]) => (await startsOf(...times))[0]?.format;
    expect(await formatOf('2026-03-29T00:15:00Z')).toBe('yyyy-mm-dd hh:mm');
    expect(await formatOf('2026-03-29T00:15:00Z', '2026-03-29T02:15:01+02:00')).toBe('yyyy-mm-dd hh:mm:ss');
    expect(await formatOf('2026-03-29T00:15:00Z', '2026-03-29T00:15:00.120Z')).toBe(
      'yyyy-mm-dd hh:mm:ss.000',
    );
  });

  it('that Excel has no date for are texts in UTC, and finer times end with the millisecond', async () => {
    const cells = await startsOf(
      '1900-02-28T23:59:00Z',
      'soon',
      '2026-03-29T02:00:00.1239999+02:00',
      null,
      '0001-01-01T00:00:00Z',
    );
    expect(cells.map((cell) => cell?.value ?? null)).toEqual([
      '1900-02-28T23:59:00.000Z',
      'soon',
      new Date('2026-03-29T00:00:00.123Z'),
      null,
      '0001-01-01T00:00:00.000Z',
    ]);
  });
});

describe('epochs in an Excel workbook', () => {
  const created = 1_774_742_400_123;
  const series = (...times: unknown[]) =>
    JSON.stringify(times.map((createdTime) => ({ createdTime, values: [{ value: 1 }] })));

  it('are dates in UTC', async () => {
    const [first, second] = await columnOf('Created (UTC)', series(created, created + 1), 'timeSeries');
    expect([first?.type, first?.value, first?.format]).toEqual([
      'date',
      new Date(created),
      'yyyy-mm-dd hh:mm:ss.000',
    ]);
    expect(second?.value).toEqual(new Date(created + 1));
  });

  it('that are no plausible times are the numbers sent', async () => {
    const body = series(0, created / 1000, '1774742400123', null);
    const cells = await columnOf('Created (UTC)', body, 'timeSeries');
    expect(cells.map((cell) => [cell?.type, cell?.text])).toEqual([
      ['number', '0'],
      ['number', '1774742400.123'],
      ['string', '1774742400123'],
      [undefined, undefined],
    ]);
  });

  it('of orders are dates beside the times', async () => {
    const body = JSON.stringify([{ id: 'a', createdTimeEpoch: created, updatedTimeEpoch: created }]);
    const { header, rows } = await workbookOf(body);
    for (const title of ['Created (epoch) (UTC)', 'Updated (epoch) (UTC)']) {
      expect(rows[0]?.[header.indexOf(title)]?.value).toEqual(new Date(created));
    }
  });
});

describe('texts in an Excel workbook', () => {
  const textsOf = (...texts: string[]) => columnOf('Order', JSON.stringify(texts.map((id) => ({ id }))));
  /** So many that a workbook no longer writes each text once. */
  const filler = Array.from({ length: 9000 }, (_, place) => `id ${place}`);

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "'quoted",
    '007',
    'TRUE',
    '2026-03-29',
    ' both ends ',
    '\ttab\nline',
    'a\r\nb',
    '<&>"\'',
    ']]>',
    '\u0000\u0007\u001b',
    '\ufffe\uffff',
    '_x0007_',
    '_x005F_',
    'snake_case_x',
    'ÅØÆ 😀',
    '',
  ])('are the texts as sent, and never formulas or anything else: %j', async (text) => {
    const [cell] = await textsOf(text);
    expect([cell?.type, cell?.value, cell?.format]).toEqual(['string', text, '@']);
  });

  it('are the texts as sent if they hardly repeat, and if they often do', async () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', '_x0041_', '_', ' ', '=', '<&>"', '\r', '\n', '\t', '\u0001', 'é😀'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(letters, { maxLength: 20 }), async (texts) => {
        for (const ids of [texts, [...filler, ...texts, ...texts]]) {
          const cells = await textsOf(...ids);
          expect(cells.map((cell) => cell?.value)).toEqual(ids);
        }
      }),
      { numRuns: propertyRuns(3) },
    );
  });

  it('have the style of texts only if Excel then shows them', async () => {
    for (const others of [[], filler]) {
      const cells = (await textsOf(...others, 'x'.repeat(255), 'x'.repeat(256))).slice(others.length);
      expect(cells.map((cell) => [cell?.type, cell?.format])).toEqual([
        ['string', '@'],
        ['string', 'General'],
      ]);
    }
  });

  it('stay texts when a person edits them, as "=1+1" must, however long they are', () => {
    const [, formats = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(stylesXml) ?? [];
    const formatOf = (length: number) => formats.match(/<xf [^>]*>/g)?.[textStyleOf(length)];
    expect(formatOf(255)).toContain(' numFmtId="49"');
    expect(formatOf(256)).toContain(' numFmtId="0"');
    expect(formatOf(256)).toContain(' quotePrefix="1"');
  });

  it('are cut if they are longer than a cell may be, and say so', async () => {
    const whole = 'x'.repeat(32_767);
    const long = `${'😀'.repeat(30_000)}end`;
    for (const others of [[], filler]) {
      const cells = (await textsOf(...others, whole, long, `${whole}y`)).slice(others.length);
      const [fits, cut, plain] = cells.map((cell) => String(cell?.value));
      expect(fits).toBe(whole);
      expect(cut?.length).toBeLessThanOrEqual(32_767);
      expect(cut?.isWellFormed()).toBe(true);
      expect(cut).toMatch(
        /^(😀)+… \(truncated: the text has 60,003 characters, and a cell has room for 32,767\)$/u,
      );
      expect(plain).toMatch(/^x+… \(truncated: the text has 32,768 characters/);
    }
  });
});

describe('an Excel workbook', () => {
  const body = JSON.stringify([
    { id: 'a', price: 1.5, priceUnit: 'EUR/MWh', deliveryStart: '2026-03-29T00:00:00Z' },
    { id: 'b', priceUnit: 'EUR/MWh' },
  ]);

  it('has a header in bold that stays in view, with units and the time zone, and a filter over all rows', async () => {
    const { header, headerCells, freezePane, filter, widths } = await workbookOf(body);
    expect(header).toEqual(expect.arrayContaining(['Order', 'Price (EUR/MWh)', 'Delivery start (UTC)']));
    expect(headerCells.every((cell) => cell?.isBold)).toBe(true);
    expect(freezePane).toEqual({ rows: 1 });
    expect(filter).toBe('A1:Y3');
    expect(widths).toHaveLength(header.length);
    expect(Math.min(...widths.map(Number))).toBeGreaterThanOrEqual(9);
    expect(Math.max(...widths.map(Number))).toBeLessThanOrEqual(60);
  });

  it('has empty cells for what is missing, even in rows without any value', async () => {
    const source = sourceOf('[{"id":"a","price":1},{"id":"b"},{"id":"c","price":0,"quantity":2}]');
    const columns = source.columns.filter(({ key }) => key === 'price' || key === 'quantity');
    const { rows } = await readWorkbook(await written('xlsx', { ...source, columns }));
    expect(rows.map((row) => row.map((cell) => cell?.value ?? null))).toEqual([
      [1, null],
      [null, null],
      [0, 2],
    ]);
  });

  it('has the attributes of series as columns', async () => {
    const attributes = '[{"name":"area","value":"NO1"}]';
    const series = `[{"type":"price","unit":"EUR/MWh","attributes":${attributes},"values":[{"value":1.10}]}]`;
    const { header, rows } = await workbookOf(series, 'timeSeries');
    expect(rows[0]?.[header.indexOf('Value (EUR/MWh)')]?.text).toBe('1.10');
    expect(rows[0]?.[header.indexOf('Area')]?.value).toBe('NO1');
  });

  it('without rows still has the header', async () => {
    const { header, rows } = await workbookOf('[]');
    expect([header.length, rows]).toEqual([25, []]);
  });

  it('says in its properties where the rows come from, and whether the response was received whole', async () => {
    const origin = {
      ...sampleOrigin,
      requestedAt: '2026-03-20T11:00:00Z',
      connection: 'my "own" & <only>',
      parameters: { deliveryarea: 'NO1,'.repeat(100) },
      outcome: 'unreachable',
      complete: false,
    } satisfies Origin;
    const { properties } = await readWorkbook(await written('xlsx', { ...sourceOf(body), origin }));
    expect(properties).toMatchObject({
      title: 'Intraday orders (delayed)',
      creator: 'Market Data Explorer 1.2.3',
      created: new Date(origin.requestedAt),
      custom: {
        dataset: 'intraday-orders',
        'parameters.deliveryarea': `${'NO1,'.repeat(63)}NO…`,
        connection: 'my "own" & <only>',
        requestedAt: origin.requestedAt,
        outcome: 'unreachable',
        complete: false,
        extensionVersion: '1.2.3',
      },
    });
    expect(properties).not.toHaveProperty('lastModifiedBy');
  });

  it('says what was compared', async () => {
    const asked = { dataset: 'intraday-orders', parameters: { deliveryarea: 'NO2' }, connection: 'one' };
    const origin: Origin = { ...sampleOrigin, compared: [asked, { ...asked, connection: 'two' }] };
    const { properties } = await readWorkbook(await written('xlsx', { ...sourceOf(body), origin }));
    expect(properties?.custom).toMatchObject({
      'compared.0.parameters.deliveryarea': 'NO2',
      'compared.0.connection': 'one',
      'compared.1.connection': 'two',
    });
  });

  it('of equal tables has equal bytes', async () => {
    expect(await written('xlsx', sourceOf(body))).toEqual(await written('xlsx', sourceOf(body)));
  });

  it('with more rows than a sheet has room for is rejected before anything is written', async () => {
    const source = { ...sourceOf(body), rows: new Uint32Array(1_048_576) };
    const write = () => Promise.reject(new Error('Something was written.'));
    await expect(writeXlsx(source, { write }, unwatched())).rejects.toThrow(
      'limited to 1,048,575 rows, but this export has 1,048,576. Export as Parquet or CSV,',
    );
  });

  it('that the disk has no room for is given up, and its rows are no longer read', async () => {
    const source = { ...sourceOf(body), rows: new Uint32Array(300_000) };
    let rows = 0;
    const given = { ...unwatched(), onProgress: (count: number) => (rows = count) };
    const write = () => Promise.reject(new Error('No space left.'));
    await expect(writeXlsx(source, { write }, given)).rejects.toThrow('No space left.');
    // Reading would have gone on in this time.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(rows).toBeLessThan(300_000);
  });
});

describe('the name of the sheet', () => {
  it.each([
    ["Prices [NO1]: 'day' / hour? *", "Prices  NO1  'day'   hour"],
    ["'quoted'", 'quoted'],
    ['History', 'Data'],
    ['///', 'Data'],
    [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
  ])('of %j is one that Excel accepts', (title, name) => {
    expect(sheetName(title)).toBe(name);
  });

  it('tells the datasets apart', () => {
    const names = datasets.map(({ title }) => sheetName(title()));
    expect(names.every((name) => name.length > 0 && name.length <= 31)).toBe(true);
  });
});

it('a workbook with one column per series has the numbers as sent, side by side', async () => {
  const series = (area: string, value: string) =>
    `{"attributes":[{"name":"deliveryArea","value":"${area}"}],"unit":"EUR/MWh","values":[{"startTime":"2026-03-28T00:00:00Z","endTime":"2026-03-28T01:00:00Z","value":${value}}]}`;
  const { table } = sourceOf(`[${series('NO1', '12.10')},${series('SE3', '-0.5')}]`, 'timeSeries');
  const wide = atOnce(formedTable(table, { layout: 'wide' }, Infinity));
  const { header, rows } = await readWorkbook(await written('xlsx', everythingOf(wide)));
  const cells = rows.map((row) => row.map((cell) => cell?.text ?? null));
  expect(header.slice(2).map((title) => title.split(' ')[0])).toEqual(['NO1', 'SE3']);
  expect(cells.map((row) => row.slice(2))).toEqual([['12.10', '-0.5']]);
});
