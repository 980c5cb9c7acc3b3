import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Column, PageAnswer } from '#src/protocol/tableTypes';
import type { CopyFormat } from '#view/table/copy/copyFormats';
import { copyFormats } from '#view/table/copy/copyFormats';
import { copyCell, copyText, type CopiedTable } from '#view/table/copy/copyRows';
import { createGridPages } from '#view/table/grid/gridPages';

const columns: Column[] = [
  { key: 'startTime', title: 'Start', type: 'time' },
  { key: 'value', title: 'Value', type: 'number', unit: 'EUR/MWh' },
  { key: 'attribute.area', title: 'area', type: 'text' },
];
const start = Date.UTC(2026, 0, 1);
const rows: Cell[][] = [
  [start, '12.10', '=1+1'],
  [null, '-3', 'a|b\tc\n"d"'],
  [start, '12345678901234567890', null],
];

/** A table whose host has these rows. With `alone`, texts in its pages are cut after three characters, and not in that. */
function tableOf(
  all: readonly Cell[][],
  chosen = columns,
  alone: Pick<PageAnswer, 'rows' | 'longest'> | null = null,
): CopiedTable {
  const pages = createGridPages((from, to) => {
    const origins = all.map((_, row) => row).slice(from, to);
    const page = { total: all.length, rows: all.slice(from, to), origins, ...(alone && { longest: 3 }) };
    return Promise.resolve(alone && to - from === 1 ? { ...alone, total: all.length, origins } : page);
  });
  return {
    pages,
    columns: () => chosen,
    zone: () => 'Europe/Oslo',
    about: () => 'the same',
    folded: () => [],
  };
}

async function copied(form: CopyFormat, all = rows, chosen = columns): Promise<string> {
  const selected = { rows: [[0, all.length]] as const, left: 0, right: chosen.length - 1, areRows: false };
  const answer = await copyText(tableOf(all, chosen), selected, form);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.text;
}

describe('cells that are copied', () => {
  it('are a table for a spreadsheet: one cell each, nothing that it would run', async () => {
    expect(await copied(copyFormats.tsv)).toBe(
      [
        'Start\tValue (EUR/MWh)\tarea',
        "2026-01-01 01:00\t12.10\t'=1+1",
        '\t-3\ta|b c "d"',
        '2026-01-01 01:00\t12345678901234567890\t',
      ].join('\n'),
    );
  });

  it('are code for pandas with the digits that were sent, for few rows', async () => {
    expect(await copied(copyFormats.pandas)).toBe(
      `import pandas as pd

rows = [
    (pd.Timestamp("2026-01-01T00:00:00.000Z"), 12.10, "=1+1",),
    (None, -3, "a|b\\tc\\n\\u0022d\\u0022",),
    (pd.Timestamp("2026-01-01T00:00:00.000Z"), 12345678901234567890, None,),
]
columns = ["startTime", "value", "attribute.area"]
types = {"startTime": "datetime64[us, UTC]", "value": "float64"}
df = pd.DataFrame(rows, columns=columns, dtype="object").astype(types)
`,
    );
    const many = Array.from({ length: 201 }, () => rows[0]!);
    await expect(copied(copyFormats.pandas, many)).rejects.toThrow(/limit is 200 rows.* export/);
    await copied(copyFormats.pandas, many.slice(1));
  });

  it('are code for pandas with the area, even if it is not selected, or is above the table', async () => {
    const selected = { rows: [[0, 1]] as const, left: 1, right: 1, areRows: false };
    const codeOf = async (table: CopiedTable) => {
      const answer = await copyText(table, selected, copyFormats.pandas);
      return 'text' in answer ? answer.text : answer.problem;
    };
    const beside = await codeOf(tableOf(rows));
    expect(beside).toContain('    (12.10, "=1+1",),\n]\ncolumns = ["value", "attribute.area"]\n');
    const area = { key: 'attribute.deliveryArea', title: 'Area', type: 'text', constant: 'NO1' } as const;
    const unit = { key: 'unit', title: 'Unit', type: 'text', constant: 'EUR/MWh' } as const;
    const above = await codeOf({ ...tableOf(rows, columns.slice(0, 2)), folded: () => [area, unit] });
    expect(above).toContain('    (12.10, "NO1",),\n]\ncolumns = ["value", "attribute.deliveryArea"]\n');
    // Ten lines besides the data: the rows and their brackets.
    expect(above.split('\n').length - 3).toBeLessThanOrEqual(10);
    expect(await copyText(tableOf(rows), selected, copyFormats.tsv)).toMatchObject({
      text: 'Value (EUR/MWh)\n12.10',
    });
  });

  it('are a Markdown table that no cell breaks out of', async () => {
    expect(await copied(copyFormats.markdown)).toBe(
      [
        '| Start | Value (EUR/MWh) | area |',
        '| --- | ---: | --- |',
        '| 2026-01-01 01:00 | 12.10 | =1+1 |',
        '|  | -3 | a\\|b c "d" |',
        '| 2026-01-01 01:00 | 12345678901234567890 |  |',
        '',
      ].join('\n'),
    );
  });

  it('are JSON with the digits that were sent', async () => {
    const text = await copied(copyFormats.json);
    expect(text).toContain('"value": 12.10');
    expect(text).toContain('"value": 12345678901234567890');
    expect(JSON.parse(text)).toHaveLength(3);
    expect(JSON.parse(text)).toMatchObject([
      { startTime: '2026-01-01T00:00:00.000Z', value: 12.1, 'attribute.area': '=1+1' },
      { startTime: null, 'attribute.area': 'a|b\tc\n"d"' },
      { 'attribute.area': null },
    ]);
  });

  it('are valid JSON, and as many fields between tabs as columns, whatever the service sent', async () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom(null, true, '1e5', '01', 'NaN', '-0'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async (cells) => {
        const chosen = columns.slice(1);
        const parsed: unknown = JSON.parse(await copied(copyFormats.json, cells, chosen));
        expect(parsed).toHaveLength(cells.length);
        const lines = (await copied(copyFormats.tsv, cells, chosen)).split('\n');
        expect(lines).toHaveLength(cells.length + 1);
        for (const line of lines) expect(line.split('\t')).toHaveLength(2);
      }),
    );
  });

  it('are the rows of all blocks below one header, counted as rows', async () => {
    const many = Array.from({ length: 900 }, (_, row) => [null, String(row), 'x']);
    const rowBlocks = [
      [2, 4],
      [399, 401],
      [899, 900],
    ] as const;
    const selected = { rows: rowBlocks, left: 0, right: 2, areRows: true };
    const answer = await copyText(tableOf(many), selected, copyFormats.tsv);
    expect(answer).toEqual({
      what: '5 rows',
      text: 'Start\tValue (EUR/MWh)\tarea\n\t2\tx\n\t3\tx\n\t399\tx\n\t400\tx\n\t899\tx',
    });
  });

  it('are rejected if there are too many, with how many rows would fit', async () => {
    const many = Array.from({ length: 200 }, () => [null, '1', 'x'.repeat(10_000)]);
    await expect(copied(copyFormats.tsv, many)).rejects.toThrow(/1,000,000 characters.* 99 rows/);
    const area = (text: string) => copied(copyFormats.tsv, [[text]], columns.slice(2));
    const most = 1_000_001 - (await area('x')).length;
    expect(await area('x'.repeat(most))).toHaveLength(1_000_000);
    await expect(area('x'.repeat(most + 1))).rejects.toThrow(/1,000,000 characters/);
  });

  it('are rejected if the text of a single cell is too long', async () => {
    const cell = (text: string) => copyCell(tableOf([[null, text, null]]), { row: 0, column: 1 });
    expect(await cell('1')).toEqual({ text: '1', what: '1 cell' });
    expect(await cell('x'.repeat(1_000_001))).toEqual({
      problem: expect.stringMatching(/^Cell too large to copy: the limit is 1,000,000 characters/) as string,
    });
  });
});

describe('a cell that the table shows shortened', () => {
  const asked = { rows: [[0, 2]] as const, left: 1, right: 2, areRows: false };
  const shown: Cell[][] = [
    [start, '1', 'aaa…'],
    [start, '2', 'b'],
  ];
  const table = (text: string, longest?: number) =>
    tableOf(shown, columns, { rows: [[start, '1', text]], ...(longest !== undefined && { longest }) });

  it('is copied in full, alone or with others', async () => {
    const whole = 'a'.repeat(300_000);
    expect(await copyCell(table(whole), { row: 0, column: 2 })).toEqual({ text: whole, what: '1 cell' });
    const copied = await copyText(table(whole), asked, copyFormats.tsv);
    expect(copied).toMatchObject({ text: `Value (EUR/MWh)\tarea\n1\t${whole}\n2\tb` });
  });

  it('is not copied in part if it is too long, while its neighbors are copied', async () => {
    const cut = table(`${'a'.repeat(900_000)}…`, 900_000);
    expect(await copyCell(cut, { row: 0, column: 2 })).toEqual({
      problem: 'Cell too large to copy: the limit is 1,000,000 characters. Export the result instead.',
    });
    expect(await copyCell(cut, { row: 0, column: 1 })).toEqual({ text: '1', what: '1 cell' });
    expect(await copyText(cut, asked, copyFormats.tsv)).toHaveProperty('problem');
  });
});

describe('rows that change while they are copied', () => {
  const all = { rows: [[0, 450]] as const, left: 0, right: 0, areRows: true };
  const page = (from: number, to: number, total: number, longest?: number): PageAnswer => ({
    total,
    rows: Array.from({ length: to - from }, (_, at) => [`row ${from + at}`]),
    origins: [],
    ...(longest !== undefined && { longest }),
  });
  const shown = { columns: () => columns.slice(2), zone: () => 'UTC', folded: () => [] };
  const changed = 'The rows changed while they were being copied. Copy them again.';

  it('are noticed by how many there were when a page was read: the state that says so comes later', async () => {
    let total = 450;
    const pages = createGridPages((from, to) => Promise.resolve(page(from, to, (total += 1))));
    const sorted = { pages, ...shown, about: String };
    await expect(copyText(sorted, all, copyFormats.tsv)).rejects.toThrow(changed);
    const inOwnOrder = { ...sorted, about: () => 'the same' };
    expect(await copyText(inOwnOrder, all, copyFormats.tsv)).toMatchObject({ what: '450 rows' });
  });

  it.each(['forgotten', 'asked for in another order'])(
    'are not left blank after a row that is read by itself, when its page is %s meanwhile',
    async (meanwhile) => {
      let order = 'own';
      const pages = createGridPages(async (from, to) => {
        if (to - from > 1) return page(from, to, 450, 5);
        await Promise.resolve();
        if (meanwhile !== 'forgotten') order = 'another';
        pages.forget();
        return page(from, to, 450);
      });
      const table = { pages, ...shown, about: () => order };
      const copying = copyText(table, { ...all, rows: [[8, 14]] }, copyFormats.tsv);
      if (meanwhile !== 'forgotten') return expect(copying).rejects.toThrow(changed);
      expect(await copying).toMatchObject({
        text: expect.stringMatching(/^[^,]*(\nrow \d+){6}$/) as string,
      });
    },
  );

  it('are named as the reason where the host cancels what was asked about them', async () => {
    let order = 'own';
    const pages = createGridPages((from, to) => {
      if (to - from > 1) return Promise.resolve(page(from, to, 450, 3));
      order = 'another';
      return Promise.reject(new Error('Cancelled.'));
    });
    const table = { pages, ...shown, about: () => order };
    await expect(copyText(table, all, copyFormats.tsv)).rejects.toThrow(changed);
  });
});
