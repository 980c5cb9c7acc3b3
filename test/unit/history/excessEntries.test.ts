import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excessOf } from '#src/history/excessEntries';
import { propertyRuns } from '../propertyRuns';

const counted = fc
  .array(fc.record({ isPinned: fc.boolean(), bytes: fc.nat(100) }))
  .map((all) => all.map((each, index) => ({ ...each, id: String(index) })));

it('as few of the oldest responses are removed as needed, and pinned ones last', () => {
  fc.assert(
    fc.property(counted, fc.nat(1000), fc.nat(30), (entries, mostBytes, most) => {
      const excess = excessOf(entries, mostBytes, most);
      const going = new Set([...excess.entries, ...excess.responses]);
      expect(going.size).toBe(excess.entries.length + excess.responses.length);
      const kept = entries.filter(({ id }) => !going.has(id));
      const total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(total).toBeLessThanOrEqual(mostBytes);
      // As few as needed: together with the newest of those removed, it would be too much.
      const last = entries.find(({ id }) => id === excess.responses.at(-1));
      if (last) expect(total + last.bytes).toBeGreaterThan(mostBytes);
      for (const id of excess.responses) {
        const gone = entries.find((each) => each.id === id)!;
        const index = entries.indexOf(gone);
        // Every unpinned one goes before a pinned one, and of equals the older one.
        const keptBefore = kept.filter((each) => each.bytes > 0 && (gone.isPinned ? !each.isPinned : false));
        expect(keptBefore).toEqual([]);
        const olderKept = kept.filter(
          (each) => each.bytes > 0 && each.isPinned === gone.isPinned && entries.indexOf(each) > index,
        );
        expect(olderKept).toEqual([]);
      }
      const unpinned = entries.filter(({ isPinned }) => !isPinned).length;
      expect(excess.entries.length).toBe(Math.min(unpinned, Math.max(0, entries.length - most)));
      expect(entries.filter(({ id, isPinned }) => isPinned && excess.entries.includes(id))).toEqual([]);
    }),
    { numRuns: propertyRuns(300) },
  );
});
