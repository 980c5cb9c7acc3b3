import { beforeEach, expect, it, vi } from 'vitest';
import { editFileQuery } from '#src/editor/queryFiles/save/editFileQuery';

/** The file as it is now, and what someone else makes of it while the person is prompted. */
const disk = vi.hoisted(() => ({ text: '', meanwhile: '' }));

vi.mock('#src/editor/export/exportTarget', () => ({ refuseUntrusted: () => undefined }));
vi.mock('#src/editor/queryFiles/queryFileUri', () => ({
  queryFileUri: (file: unknown) => file,
}));
vi.mock('#src/editor/query/parameterPrompts', () => ({
  promptForParameters: () => {
    disk.text = disk.meanwhile;
    return Promise.resolve({ startTime: 'today', endTime: 'today' });
  },
}));
vi.mock('#src/editor/queryFiles/changeFile', () => ({
  newestText: () => Promise.resolve(disk.text),
  changeFile: (_: unknown, change: (text: string) => string) => {
    disk.text = change(disk.text);
    return Promise.resolve();
  },
}));

const fileOf = (query: Record<string, unknown>, others: Record<string, unknown> = {}) =>
  JSON.stringify({ version: 1, queries: { a: query, ...others } });
const days = (day: string) => ({ startTime: day, endTime: day });
const turnover = { dataset: 'dayahead-turnover', parameters: days('2026-03-20') };

const edit = () => editFileQuery({ file: 'a.market.json', query: 'a' });

beforeEach(() => {
  disk.text = fileOf(turnover);
});

it('what a person enters is written, and what others changed elsewhere in the file meanwhile stays', async () => {
  disk.meanwhile = fileOf({ ...turnover, description: 'Mine.' }, { b: turnover });
  await edit();
  const changed = { ...turnover, description: 'Mine.', parameters: days('today') };
  expect(JSON.parse(disk.text)).toEqual(JSON.parse(fileOf(changed, { b: turnover })));
});

it.each([
  ['got another dataset', fileOf({ ...turnover, dataset: 'intraday-orders' })],
  ['got other parameters', fileOf({ ...turnover, parameters: days('2026-03-21') })],
  ['was renamed', fileOf(turnover).replace('"a"', '"b"')],
  ['went with its file', ''],
])("a query that %s while a person was prompted isn't overwritten", async (_, meanwhile) => {
  disk.meanwhile = meanwhile;
  await expect(edit()).rejects.toThrow('"a" was changed while you were editing it. Edit the query again.');
  expect(disk.text).toBe(meanwhile);
});
