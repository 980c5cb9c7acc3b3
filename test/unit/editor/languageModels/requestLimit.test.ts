import { expect, test } from 'vitest';
import { RequestLimit } from '#src/editor/languageModels/requestLimit';

const budgetOf = (limit: number) => new RequestLimit(() => limit);
const { signal } = new AbortController();

test("requests on one connection run one after the other, and don't delay those on another", async () => {
  const budget = budgetOf(10);
  const order: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = budget.spend('a', signal, async () => {
    await held;
    order.push('first');
    return 1;
  });
  const second = budget.spend('a', signal, () => {
    order.push('second');
    return Promise.resolve(1);
  });
  await budget.spend('b', signal, () => {
    order.push('other');
    return Promise.resolve(1);
  });
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});

/** Sends one request after the other, as many as it may. */
const sending = (requests: number, sent: string[], name: string) => (count: () => void) => {
  for (let request = 0; request < requests; request += 1) {
    count();
    sent.push(name);
  }
  return Promise.resolve(requests);
};

test('every request counts before it is sent, and those of the sample service never do', async () => {
  const budget = budgetOf(3);
  const sent: string[] = [];
  await budget.spend('sandbox', signal, sending(5, sent, 'sandbox'));
  expect(budget.left).toBe(3);
  await budget.spend('a', signal, sending(2, sent, 'a'));
  expect(budget.left).toBe(1);
  const isUsedUp = 'have used all requests allowed';
  await expect(budget.spend('a', signal, async (count) => sending(5, sent, 'a')(count))).rejects.toThrow(
    isUsedUp,
  );
  expect(budget.left).toBe(0);
  await expect(budget.spend('b', signal, sending(1, sent, 'b'))).rejects.toThrow(isUsedUp);
  expect(sent.filter((name) => name !== 'sandbox')).toEqual(['a', 'a', 'a']);
});

test("a request that failed counts, and doesn't block the next one", async () => {
  const budget = budgetOf(2);
  const broken = (count: () => void) => {
    count();
    return Promise.reject(new Error('broken'));
  };
  await expect(budget.spend('a', signal, broken)).rejects.toThrow('broken');
  await budget.spend('a', signal, sending(1, [], 'a'));
  expect(budget.left).toBe(0);
});

test('a call that is canceled while it waits ends at once, and the next one still waits for the first', async () => {
  const budget = budgetOf(10);
  const order: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const send = (name: string, until?: Promise<void>) => async (count: () => void) => {
    await until;
    count();
    order.push(name);
    return 1;
  };
  const cancellation = new AbortController();
  const first = budget.spend('a', signal, send('first', held));
  const second = budget.spend('a', cancellation.signal, send('second'));
  const third = budget.spend('a', signal, send('third'));
  cancellation.abort(new Error('cancelled'));
  await expect(second).rejects.toThrow('cancelled');
  expect(order).toEqual([]);
  release();
  await Promise.all([first, third]);
  expect(order).toEqual(['first', 'third']);
  expect(budget.left).toBe(8);
});
