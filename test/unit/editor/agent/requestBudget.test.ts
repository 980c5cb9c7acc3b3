import { expect, test } from 'vitest';
import { RequestBudget } from '../../../../src/editor/agent/requestBudget';

const refusal = () => new Error('used up');
const { signal } = new AbortController();
const isSample = (name: string) => name === 'sandbox';

test('requests on one connection run one after the other, and do not delay those on another', async () => {
  const budget = new RequestBudget(() => 10, isSample);
  const order: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = budget.spend(
    'a',
    signal,
    async () => {
      await held;
      order.push('first');
      return { requests: 1 };
    },
    refusal,
  );
  const second = budget.spend(
    'a',
    signal,
    () => {
      order.push('second');
      return Promise.resolve({ requests: 1 });
    },
    refusal,
  );
  await budget.spend(
    'b',
    signal,
    () => {
      order.push('other');
      return Promise.resolve({ requests: 1 });
    },
    refusal,
  );
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});

test('repeated attempts count, the sample service never does, and a rejected request is not sent', async () => {
  const budget = new RequestBudget(() => 3, isSample);
  let sent = 0;
  const send = (requests: number) => () => {
    sent += 1;
    return Promise.resolve({ requests });
  };
  await budget.spend('sandbox', signal, send(5), refusal);
  expect(budget.left).toBe(3);
  await budget.spend('a', signal, send(3), refusal);
  expect(budget.left).toBe(0);
  await expect(budget.spend('a', signal, send(1), refusal)).rejects.toThrow('used up');
  expect(sent).toBe(2);
});

test('a request that failed counts, and does not block the next one', async () => {
  const budget = new RequestBudget(() => 2, isSample);
  await expect(budget.spend('a', signal, () => Promise.reject(new Error('broken')), refusal)).rejects.toThrow(
    'broken',
  );
  await budget.spend('a', signal, () => Promise.resolve({ requests: 1 }), refusal);
  expect(budget.left).toBe(0);
});

test('a call that was canceled while it waited sends nothing', async () => {
  const budget = new RequestBudget(() => 2, isSample);
  const aborted = AbortSignal.abort(new Error('cancelled'));
  await expect(budget.spend('a', aborted, () => Promise.resolve({ requests: 1 }), refusal)).rejects.toThrow(
    'cancelled',
  );
  expect(budget.left).toBe(2);
});

test('a call that is canceled while it waits ends at once, and the next one still waits for the first', async () => {
  const budget = new RequestBudget(() => 10, isSample);
  const order: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const send = (name: string, until?: Promise<void>) => async () => {
    await until;
    order.push(name);
    return { requests: 1 };
  };
  const cancellation = new AbortController();
  const first = budget.spend('a', signal, send('first', held), refusal);
  const second = budget.spend('a', cancellation.signal, send('second'), refusal);
  const third = budget.spend('a', signal, send('third'), refusal);
  cancellation.abort(new Error('cancelled'));
  await expect(second).rejects.toThrow('cancelled');
  expect(order).toEqual([]);
  release();
  await Promise.all([first, third]);
  expect(order).toEqual(['first', 'third']);
  expect(budget.left).toBe(8);
});
