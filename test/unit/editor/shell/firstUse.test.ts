import { expect, it, vi } from 'vitest';
import { FirstUse } from '#src/editor/shell/firstUse';

it('something that two commands use at the same time is loaded once', async () => {
  const make = vi.fn(() => Promise.resolve({}));
  const thing = new FirstUse(make);
  expect(make).not.toHaveBeenCalled();
  const [one, other] = await Promise.all([thing.get(), thing.get()]);
  expect(one).toBe(other);
  expect(make).toHaveBeenCalledOnce();
});

it('a failure to load is reported to the caller, and the next use loads again', async () => {
  const make = vi.fn<() => Promise<string>>();
  make.mockRejectedValueOnce(new Error('The file cannot be read.')).mockResolvedValueOnce('loaded');
  const thing = new FirstUse(make);
  await expect(thing.get()).rejects.toThrow('The file cannot be read.');
  await expect(thing.get()).resolves.toBe('loaded');
});

it('something still loading when the window closes is disposed of once loaded, and nothing is loaded only to be disposed of', async () => {
  const make = vi.fn(() => Promise.resolve('loaded'));
  const thing = new FirstUse(make);
  const disposed: string[] = [];
  await thing.ifMade((made) => disposed.push(made));
  expect(make).not.toHaveBeenCalled();
  void thing.get();
  await thing.ifMade((made) => disposed.push(made));
  expect(disposed).toEqual(['loaded']);
});
