import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localPlace, type Place } from '#src/disk/place';
import { manifestIn } from '#src/engine/range/rangeNotes';
import { manifestName, runNotesName } from '#src/range/folderFiles';
import { manifestText } from '#src/range/manifest';

it('notes that another run removes between being found and being read are those of a run that is over', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'notes-')), 'dayahead-prices');
  mkdirSync(path);
  const folder = localPlace(path);
  const notes = folder.beside(runNotesName(folder.name, '0123456789abcdef')).localPath!;
  writeFileSync(notes, '');
  const manifest = {
    version: 2,
    dataset: folder.name,
    parameters: { deliveryarea: 'NO1' },
    format: 'ndjson',
    connection: 'mine',
    addresses: 'a'.repeat(64),
    columns: ['startTime'],
    days: {},
  } as const;
  writeFileSync(
    folder.beside(manifestName(folder.name)).localPath!,
    manifestText({ ...manifest, columns: [...manifest.columns] }),
  );
  const vanishing = (place: Place): Place => ({
    ...place,
    read: () => {
      rmSync(notes, { force: true });
      return place.read();
    },
  });
  const found = await manifestIn({ ...folder, beside: (name) => vanishing(folder.beside(name)) });
  expect(found).toMatchObject({ dataset: 'dayahead-prices', days: {} });
});
