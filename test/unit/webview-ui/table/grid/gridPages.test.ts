import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PageAnswer } from '#src/protocol/tableTypes';
import { createGridPages, rowsPerPage } from '#view/table/grid/gridPages';

describe('pages of rows', () => {
  const answer = (from: number, total = 1000): PageAnswer => ({
    total,
    rows: Array.from({ length: Math.max(0, Math.min(rowsPerPage, total - from)) }, (_, i) => [from + i]),
    origins: [],
  });

  it('are requested once and found by row', async () => {
    const asked: number[] = [];
    const pages = createGridPages((from) => {
      asked.push(from);
      return Promise.resolve(answer(from));
    });
    await Promise.all([pages.load(190, 210), pages.load(195, 205)]);
    expect(asked).toEqual([0, 200]);
    expect(pages.row(201)).toEqual([201]);
    expect(pages.total()).toBe(1000);
    expect(pages.row(999)).toBeUndefined();
  });

  it('say in which texts are cut, and get a row by itself', async () => {
    const asked: [number, number][] = [];
    const texts = [['abc…'], ['abc'], ['ab…']];
    const pages = createGridPages((from, to) => {
      asked.push([from, to]);
      return Promise.resolve({ total: 3, rows: texts.slice(from, to), origins: [], longest: 3 });
    });
    await pages.load(0, 3);
    expect(pages.page(2)).toMatchObject({ rows: texts, longest: 3 });
    expect(pages.page(500)).toBeUndefined();
    await pages.alone(0);
    expect(asked).toEqual([
      [0, rowsPerPage],
      [0, 1],
    ]);
  });

  it('drop the answer to a canceled question, and are requested again', async () => {
    const answers: ((page: PageAnswer) => void)[] = [];
    const pages = createGridPages(() => new Promise((resolve) => answers.push(resolve)));
    const loading = pages.load(0, 10);
    pages.forget();
    answers[0]?.(answer(0, 5));
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(pages.row(0)).toBeUndefined();
    answers[1]?.(answer(0, 7));
    await loading;
    expect(pages.total()).toBe(7);
  });

  it('report nothing for a canceled question, for which the host stops sorting', async () => {
    let refuse: ((error: Error) => void) | undefined;
    const pages = createGridPages((from) =>
      refuse === undefined ? new Promise((_, reject) => (refuse = reject)) : Promise.resolve(answer(from)),
    );
    const loading = pages.load(0, 10);
    pages.forget();
    refuse?.(new Error('Cancelled.'));
    await loading;
    expect(pages.row(0)).toEqual([0]);
  });

  it('are shown while more rows arrive, and requested again if they grew', async () => {
    const asked: number[] = [];
    let there = 250;
    const pages = createGridPages((from) => {
      asked.push(from);
      const now = there;
      return new Promise((resolve) => setTimeout(() => resolve(answer(from, now))));
    });
    const loading = pages.load(0, 210);
    there = 300;
    pages.grow(300); // before the first answer came
    await loading;
    expect(pages.total()).toBe(300);
    expect(pages.row(0)).toEqual([0]);
    expect(pages.row(299)).toEqual([299]);
    there = 500;
    pages.grow(500);
    expect(pages.total()).toBe(500);
    expect(pages.row(0)).toEqual([0]);
    await pages.load(0, 500);
    expect(pages.row(499)).toEqual([499]);
    expect(asked.filter((from) => from === 0)).toHaveLength(1);
  });

  it('in another order are shown as before until the new ones arrive', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answers: ((page: PageAnswer) => void)[] = [];
    let renewed = 0;
    const pages = createGridPages(
      () => new Promise((resolve) => answers.push(resolve)),
      () => (renewed += 1),
    );
    const loading = pages.load(0, 10);
    pages.renew(); // rows came while the first ones are being sorted
    pages.renew();
    answers[0]?.(answer(0, 5));
    await loading;
    expect(pages.row(4)).toEqual([4]);
    vi.runAllTimers();
    expect(renewed).toBe(1);
    const again = pages.load(0, 10);
    answers[1]?.(answer(0, 9));
    await again;
    expect([pages.total(), answers.length]).toEqual([9, 2]);
  });

  it('are requested again after an error', async () => {
    let asked = 0;
    const pages = createGridPages((from) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('Busy.')) : Promise.resolve(answer(from));
    });
    await expect(pages.load(0, 1)).rejects.toThrow('Busy.');
    await pages.load(0, 1);
    expect(pages.row(0)).toEqual([0]);
  });
});
