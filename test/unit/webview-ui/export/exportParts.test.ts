import { expect, it } from 'vitest';
import { besideOf } from '../../../../webview-ui/export/exportParts';
import { noProvenanceReason } from '../../../../webview-ui/export/exportWords';
import { openedFile } from '../../results/openedFiles';

const beside = { provenance: true, types: ['typescript'], mocks: ['msw'] } as const;

it('nothing that says which query a file answers is saved beside it if nobody knows, and the dialog says so', () => {
  const unknown = { comparison: null, file: openedFile({ hasQuery: false }) };
  expect(besideOf(unknown, { format: 'json', beside })).toEqual({
    provenance: false,
    types: ['typescript'],
    mocks: [],
  });
  expect(noProvenanceReason(unknown)).toMatch(/^The query for this file is unknown/);
  const known = { comparison: null, file: openedFile() };
  expect(besideOf(known, { format: 'json', beside })).toEqual(beside);
  expect(noProvenanceReason(known)).toBeNull();
});
