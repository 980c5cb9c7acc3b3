import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { memoryInSequence } from '../../../../src/editor/shell/memory';

/**
 * As the editor's: a write holds at once, is sent with the state of all keys one turn later, and comes
 * back as an echo, in place of all keys, another turn later.
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

/** Of writes that are waited for, whoever waits hears. */
const unheard = () => {
  throw new Error('heard twice');
};

it('without it, an echo of VS Code takes a later write back', async () => {
  const memento = echoing();
  const first = memento.update('width', 1);
  await turn(); // sent, not yet back
  const second = memento.update('width', 2);
  await Promise.all([first, second]);
  expect(memento.get('width')).toBe(1);
});

it('keeps the last of several quick writes, and writes of other keys, through every echo', async () => {
  const memento = echoing();
  const memory = memoryInSequence(memento, unheard);
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

it('says which write failed, shows what is kept, and goes on', async () => {
  const memento = echoing();
  let isFull = true;
  const memory = memoryInSequence(
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

it('says of each of several quick writes that it failed, not only of the first', async () => {
  const memory = memoryInSequence(
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

it('has the log told of what nobody waits for', async () => {
  const heard = vi.fn();
  const full = new Error('The disk is full.');
  const memory = memoryInSequence({ get: () => undefined, update: () => Promise.reject(full) }, heard);
  memory.keep('width', 1);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(full));
});
