import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { storedInSequence } from '#src/editor/shell/storedValues';

/**
 * Behaves like the editor's: a write takes effect immediately, is sent with the state of all keys one turn
 * later, and comes back another turn later as an echo that replaces all keys.
 */
function echoing() {
  let values: Record<string, unknown> = {};
  let sent: Promise<void> | undefined;
  const stored: Record<string, unknown>[] = [];
  const send = async () => {
    await turn();
    sent = undefined;
    const state = { ...values };
    stored.push(state);
    await turn();
    values = state;
  };
  return {
    stored,
    get: (key: string) => values[key],
    update(key: string, value: unknown) {
      values = { ...values, [key]: value };
      return (sent ??= send());
    },
  };
}

/** Failures of writes that are waited for are reported to the caller instead. */
const unheard = () => {
  throw new Error('heard twice');
};

it('the last of several quick writes, and writes of other keys, are kept through every echo', async () => {
  const memento = echoing();
  const memory = storedInSequence(memento, unheard);
  const writes: Promise<void>[] = [];
  for (let width = 1; width <= 20; width += 1) {
    writes.push(memory.update('width', width), memory.update(`key ${width % 3}`, width));
    expect(memory.get('width')).toBe(width);
    await turn();
  }
  await Promise.all(writes);
  expect(memento.stored.at(-1)).toEqual({ width: 20, 'key 0': 18, 'key 1': 19, 'key 2': 20 });
  expect(memory.get('width')).toBe(20);
});

it('a failed write is reported, what is stored is returned, and later writes work', async () => {
  const memento = echoing();
  let isFull = true;
  const memory = storedInSequence(
    {
      get: (key: string) => memento.get(key),
      update: (key: string, value: unknown) =>
        isFull ? Promise.reject(new Error('The disk is full.')) : memento.update(key, value),
    },
    unheard,
  );
  await expect(memory.update('width', 1)).rejects.toThrow('full');
  expect(memory.get('width')).toBeUndefined();
  isFull = false;
  await memory.update('width', 2);
  expect(memory.get('width')).toBe(2);
});

it('each of several quick writes is reported as failed, not only the first', async () => {
  const memory = storedInSequence(
    {
      get: () => undefined,
      update: () => Promise.reject(new Error('The disk is full.')),
    },
    unheard,
  );
  const writes = [memory.update('width', 1), memory.update('width', 2), memory.update('height', 3)];
  const ended = await Promise.allSettled(writes);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(memory.get('width')).toBeUndefined();
});

it('failed writes that nobody waits for are reported to the log', async () => {
  const heard = vi.fn();
  const full = new Error('The disk is full.');
  const memory = storedInSequence({ get: () => undefined, update: () => Promise.reject(full) }, heard);
  memory.keep('width', 1);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(full));
});
