import { describe, expect, it } from 'vitest';
import type { FindCountAnswer } from '#src/protocol/tableTypes';
import { createMatchCount } from '#view/controls/matchCount';

const place = { row: 0, column: 0 };
const settled = () => new Promise((done) => setImmediate(done));

/** A count whose answers a test gives, and what a person reads next to the field. */
function counting() {
  const asked: {
    text: string;
    answer(found: FindCountAnswer): Promise<unknown>;
    fail(): Promise<unknown>;
  }[] = [];
  const seen = { text: '', isFinal: true };
  const count = createMatchCount({
    ask: (text) =>
      new Promise((resolve, reject) => {
        asked.push({
          text,
          answer: (found) => (resolve(found), settled()),
          fail: () => (reject(new Error('Given up for the next one.')), settled()),
        });
      }),
    onSay: (text, isFinal) => void Object.assign(seen, { text, isFinal }),
  });
  return { asked, seen, count };
}

const of = (number: number | null, total: number, isComplete = true): FindCountAnswer => ({
  number,
  total,
  isComplete,
});

describe('the number of a match in the find field', () => {
  it('grows until all rows are counted, and is final then', async () => {
    const { asked, seen, count } = counting();
    count.show('NO1', place);
    await asked[0]?.answer(of(null, 40, false));
    expect(seen).toEqual({ text: '? of 40+', isFinal: false });
    await asked[1]?.answer(of(3, 1280));
    expect(seen).toEqual({ text: '3 of 1,280', isFinal: true });
    expect(asked).toHaveLength(2);
  });

  it('has no final total as soon as more rows arrive, until they are counted, too', async () => {
    const { asked, seen, count } = counting();
    count.show('NO1', place);
    await asked[0]?.answer(of(3, 128));
    count.outdate();
    expect(seen).toEqual({ text: '3 of 128+', isFinal: false });
    count.show('NO1', place);
    await asked[1]?.answer(of(3, 160));
    expect(seen.text).toBe('3 of 160');
  });

  it("isn't counted while rows arrive, which leaves the thread to them", async () => {
    const { asked, seen, count } = counting();
    count.show('NO1', place);
    await asked[0]?.answer(of(3, 40, false));
    count.outdate();
    await asked[1]?.answer(of(3, 50, false));
    expect(seen.text).toBe('3 of 40+');
    expect(asked).toHaveLength(2);
  });

  it('is the number of the latest match, whichever count arrives last', async () => {
    const { asked, seen, count } = counting();
    count.show('old', place);
    count.show('new', place);
    await asked[1]?.answer(of(2, 2));
    await asked[0]?.answer(of(9, 9));
    expect(seen.text).toBe('2 of 2');
  });

  it("disappears with the match, or if the matches can't be counted", async () => {
    const { asked, seen, count } = counting();
    count.show('NO1', place);
    await asked[0]?.answer(of(1, 2));
    count.clear();
    expect(seen.text).toBe('');
    count.show('NO1', place);
    await asked[1]?.answer(of(1, 2, false));
    await asked[2]?.fail();
    expect(seen.text).toBe('');
  });

  it('says at once and for good that there are no matches, or that there is nothing to count', () => {
    const { seen, count } = counting();
    Object.assign(seen, { text: '?', isFinal: false });
    count.outdate();
    expect(seen).toEqual({ text: '?', isFinal: false });
    count.clear();
    expect(seen).toEqual({ text: '', isFinal: true });
    count.showNone();
    expect(seen).toEqual({ text: 'No matches', isFinal: true });
  });

  it.each(['clear', 'outdate'] as const)('ignores a count from before the last %s', async (end) => {
    const { asked, seen, count } = counting();
    count.show('old', place);
    count[end]();
    count.show('new', place);
    await asked[0]?.answer(of(9, 9));
    expect(seen.text).toBe('');
    await asked[1]?.answer(of(2, 2));
    expect(seen.text).toBe('2 of 2');
  });

  it('remains when the count of an earlier match is given up', async () => {
    const { asked, seen, count } = counting();
    count.show('old', place);
    count.show('new', place);
    await asked[1]?.answer(of(2, 2));
    await asked[0]?.fail();
    expect(seen.text).toBe('2 of 2');
  });
});
