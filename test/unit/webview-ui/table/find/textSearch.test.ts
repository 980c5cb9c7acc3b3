import { describe, expect, it } from 'vitest';
import type { FindAnswer, CellPosition } from '#src/protocol/tableTypes';
import { createTextSearch } from '#view/table/find/textSearch';

/** A search in 10 rows of 3 columns whose answers a test gives, and what a person sees of it. */
function searching() {
  const asked: {
    text: string;
    start: CellPosition;
    answer(match: CellPosition | null): Promise<void>;
    fail(why: string): Promise<void>;
  }[] = [];
  const seen = { places: [] as CellPosition[], said: '', nothing: 0 };
  const rows = { order: 'as they came', count: 10 };
  const settled = () => new Promise<void>((done) => setImmediate(done));
  const search = createTextSearch({
    ask: (text, start) =>
      new Promise<FindAnswer>((resolve, reject) => {
        asked.push({
          text,
          start,
          answer: (match) => (resolve({ match }), settled()),
          fail: (why) => (reject(new Error(why)), settled()),
        });
      }),
    active: () => seen.places.at(-1) ?? { row: 4, column: 1 },
    size: () => ({ rows: rows.count, columns: 3 }),
    about: () => rows.order,
    onFound: (place) => void seen.places.push(place),
    onNone: () => void (seen.nothing += 1),
    onSay: (sentence) => void (seen.said = sentence),
  });
  return { asked, seen, rows, search };
}

describe('finding a text in the table', () => {
  it('begins at the active cell, continues after the match, and wraps around the end', async () => {
    const { asked, seen, search } = searching();
    search('NO1', false);
    await asked[0]?.answer({ row: 7, column: 2 });
    search('NO1', false);
    await asked[1]?.answer(null);
    await asked[2]?.answer({ row: 1, column: 0 });
    expect(asked.map(({ start }) => start)).toEqual([
      { row: 4, column: 1 },
      { row: 7, column: 3 },
      { row: 0, column: 0 },
    ]);
    expect(seen.places.at(-1)).toEqual({ row: 1, column: 0 });
    expect(seen.said).toBe('Search wrapped around to the beginning.');
  });

  it('continues after the match, however quickly Enter is pressed again', async () => {
    const { asked, seen, search } = searching();
    search('NO1', false);
    await asked[0]?.answer({ row: 5, column: 0 });
    search('NO1', false);
    search('NO1', false);
    expect(asked.slice(1).map(({ start }) => start)).toEqual([
      { row: 5, column: 1 },
      { row: 5, column: 1 },
    ]);
    await asked[2]?.answer({ row: 6, column: 0 });
    expect(seen.places).toEqual([
      { row: 5, column: 0 },
      { row: 6, column: 0 },
    ]);
  });

  it('goes backwards from the match, and wraps around to the last cell', async () => {
    const { asked, seen, search } = searching();
    search('NO1', true);
    await asked[0]?.answer({ row: 2, column: 1 });
    expect(seen.said).toBe('Searching…');
    search('NO1', true);
    await asked[1]?.answer(null);
    await asked[2]?.answer({ row: 9, column: 0 });
    expect(asked.map(({ start }) => start)).toEqual([
      { row: 4, column: 1 },
      { row: 2, column: 0 },
      { row: 9, column: 2 },
    ]);
    expect(seen.said).toBe('Search wrapped around to the end.');
  });

  it('says why it failed, unless another search has begun', async () => {
    const { asked, seen, search } = searching();
    search('old', false);
    search('new', false);
    await asked[0]?.fail('Canceled.');
    expect(seen.said).toBe('Searching…');
    await asked[1]?.fail('Out of memory.');
    expect(seen).toEqual({ places: [], said: 'Out of memory.', nothing: 0 });
  });

  it('asks nothing of a table without rows', () => {
    const { asked, seen, rows, search } = searching();
    rows.count = 0;
    search('NO1', false);
    expect([asked, seen.said]).toEqual([[], '']);
  });

  it('begins at the active cell again, once the rows are sorted differently', async () => {
    const { asked, rows, search } = searching();
    search('NO1', false);
    await asked[0]?.answer({ row: 5, column: 0 });
    rows.order = 'by value';
    search('NO1', false);
    expect(asked[1]?.start).toEqual({ row: 5, column: 0 });
  });

  it.each<[string, CellPosition | null]>([
    ['finds something', { row: 9, column: 0 }],
    ['finds nothing', null],
  ])('leaves the person where a newer search led when the older one %s', async (_, late) => {
    const { asked, seen, search } = searching();
    search('old', false);
    search('new', false);
    await asked[1]?.answer({ row: 5, column: 1 });
    const said = seen.said;
    await asked[0]?.answer(late);
    expect(seen).toEqual({ places: [{ row: 5, column: 1 }], said, nothing: 0 });
    expect(asked.map(({ text }) => text)).toEqual(['old', 'new']);
  });

  it('says once that no cell contains the text, and stops saying that the search is running', async () => {
    const { asked, seen, search } = searching();
    search('NO1', false);
    await asked[0]?.answer(null);
    await asked[1]?.answer(null);
    expect(seen).toEqual({ places: [], said: '', nothing: 1 });
  });

  it('also ends when the search has wrapped around', async () => {
    const { asked, seen, search } = searching();
    search('old', false);
    await asked[0]?.answer(null);
    search('new', false);
    await asked[1]?.answer({ row: 0, column: 0 });
    expect(seen).toEqual({ places: [], said: 'Searching…', nothing: 0 });
  });

  it.each<[string, CellPosition | null]>([
    ['the match has moved', { row: 7, column: 2 }],
    ['there may be a match by now', null],
  ])('leads nowhere if the rows were sorted meanwhile: %s', async (_, match) => {
    const { asked, seen, rows, search } = searching();
    search('NO1', false);
    rows.order = 'by value';
    await asked[0]?.answer(match);
    expect(seen.places).toEqual([]);
    expect(seen.said).toMatch(/Search again/);
    search('NO1', false);
    // Nothing was found yet, so the search includes the cell where the person is.
    expect(asked.slice(1).map(({ start }) => start)).toEqual([{ row: 4, column: 1 }]);
    await asked[1]?.answer({ row: 4, column: 1 });
    expect(seen.places).toEqual([{ row: 4, column: 1 }]);
  });
});
