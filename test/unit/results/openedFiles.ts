import type { OpenedFile } from '#src/protocol/openedFile';

/** A file saved whole with its provenance, with what differs. */
export const openedFile = (differing: Partial<OpenedFile> = {}): OpenedFile => ({
  kind: 'file',
  uri: 'file:///workspace/data/prices.json',
  name: 'prices.json',
  path: 'data/prices.json',
  hasQuery: true,
  savedEpochMs: Date.parse('2026-03-20T12:00:00Z'),
  isRequestTime: true,
  savedFrom: 'production',
  requestedPath: null,
  status: 200,
  chosenFrom: null,
  madeUp: null,
  seed: null,
  generator: null,
  isChanged: false,
  ...differing,
});
