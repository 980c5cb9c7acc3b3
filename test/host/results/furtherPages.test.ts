import * as assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { datasetPaths, type ResultSummary } from '../support/contract';
import { command, fixture, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

const dataset = 'dayahead-prices';
const target = 'paged';
const pathOf = (...names: string[]) => join(workspaceFolder().uri.fsPath, target, ...names);
const body = fixture(dataset);
const records = (JSON.parse(body.toString()) as unknown[]).length;

describe('a first page', () => {
  const service = useMarketService();
  const clean = () => rmSync(pathOf(), { recursive: true, force: true });
  beforeEach(clean);
  after(clean);

  /** Saves a result and returns how its provenance says that it lacks pages. */
  async function lacking({ id }: ResultSummary, name: string): Promise<unknown> {
    await command('result.export', {
      ...{ result: id, format: 'json', target: `${target}/${name}`, provenance: true },
    });
    const provenance = JSON.parse(readFileSync(pathOf(`${name}.provenance.json`), 'utf8')) as {
      integrity: { kind: string }[];
    };
    return provenance.integrity.find(({ kind }) => kind === 'furtherPages');
  }
  const noted = { kind: 'furtherPages', count: 5000 - records };

  it('is a success that lacks pages, also as a saved response and from the history', async () => {
    await command('history.clear');
    const headers = { link: '</x?page=2>; rel="next"', 'x-total-count': '5000' };
    const live = await service.ask(dataset, { body, headers });
    assert.equal(live.outcome, 'success');
    assert.equal(service.asked(dataset), 1, 'a page was fetched that the API doesn’t document');
    assert.deepEqual(await lacking(live, 'live.json'), noted);
    const file = `${target}/live.json`;
    const saved = (await command('file.open', { file, show: false })) as ResultSummary;
    assert.deepEqual(await lacking(saved, 'saved.json'), noted);
    await command('results.clear');
    const [entry] = (await command('history.list')) as { id: string }[];
    const id = entry?.id ?? '';
    const kept = (await command('history.open', { id, show: false })) as ResultSummary;
    assert.deepEqual(await lacking(kept, 'kept.json'), noted);
  });

  it('makes the day of a range incomplete, and the day stays incomplete where it’s opened', async () => {
    const headers = { 'content-range': `items 0-${records - 1}/5000` };
    service.server.on(datasetPaths[dataset], [{ body, headers }]);
    const day = '2026-03-29';
    const run = {
      ...{ dataset, parameters: { deliveryarea: 'NO1' }, from: day, to: day, format: 'json', target },
      connection: service.connection.name,
    };
    const summary = (await command('range.run', run)) as { incomplete: number; problems: string[] };
    assert.equal(summary.incomplete, 1);
    assert.match(summary.problems.join('\n'), /the service has more pages/);
    const file = `${target}/${dataset}/day=${day}/part-0.json`;
    const opened = (await command('file.open', { file, show: false })) as ResultSummary;
    assert.deepEqual(await lacking(opened, 'day.json'), noted);
  });
});
