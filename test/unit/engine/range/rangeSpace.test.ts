import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { localPlace } from '#src/disk/place';
import { refuseFullDisk } from '#src/engine/range/rangeSpace';
import { doubleOf } from '../../doubleOf';

vi.mock('node:fs/promises', { spy: true });
afterEach(() => vi.mocked(statfs).mockReset());

const folder = localPlace(tmpdir());
const megabyte = 1e6;
const isFree = (bytes: number) =>
  vi
    .mocked(statfs)
    .mockResolvedValue(doubleOf<Awaited<ReturnType<typeof statfs>>>({ bavail: bytes / 1000, bsize: 1000 }));

it('a range of small days fits on a disk that is almost full', async () => {
  isFree(20 * megabyte);
  await expect(refuseFullDisk(folder, 122, 3100)).resolves.toBeUndefined();
});

it('a range without a day yet is tried, because nobody knows how large its days are', async () => {
  isFree(0);
  await expect(refuseFullDisk(folder, 122, undefined)).resolves.toBeUndefined();
});

it('a range of large days is refused while there is time, and the message says how much is needed', async () => {
  isFree(20 * megabyte);
  await expect(refuseFullDisk(folder, 30, 12 * megabyte)).rejects.toThrow(
    'The disk has 20 MB left, but the remaining days need about 360 MB. Free up some space or fetch fewer days.',
  );
});
