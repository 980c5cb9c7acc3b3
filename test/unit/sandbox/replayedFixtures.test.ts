import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Dataset, Parameter } from '#src/market/datasets/dataset';
import { datasets } from '#src/market/datasets/datasets';
import { provenanceSuffix } from '#src/request/provenance';
import { targetOf } from '#src/request/requestTarget';
import { readFixtures } from '#src/sandbox/replayedFixtures';
import { scenarios, suitsFixtures } from '#src/sandbox/scenario';
import type { SandboxOptions } from '#src/sandbox/startSandbox';
import { randomSignIn, sampleSignIn } from '#src/sandbox/tokens';
import { propertyRuns } from '../propertyRuns';
import { bodyOf, clientFor, connectionTo, memoryVault, requestTo } from '../service/localService';
import { ask, askToken, parse, visit, type Visit } from './sampleRequests';
import { webPath, webQueryParameters } from '../anyText';

const bodies = join(import.meta.dirname, '..', '..', 'fixtures');
const bodyFor = (dataset: string) => readFileSync(join(bodies, `${dataset}.json`));

const newFolder = () => mkdtempSync(join(tmpdir(), 'fixtures-'));

/** Saves a response as the extension does, with only the parts of the provenance that matter. */
function save(folder: string, name: string, provenance: object, body: string | Buffer | null = '[]'): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  if (body !== null) writeFileSync(file, body);
  writeFileSync(file + provenanceSuffix, JSON.stringify({ version: 1, ...provenance }));
}

const prices = (deliveryarea: string, more: object = {}) => ({
  dataset: 'dayahead-prices',
  parameters: { deliveryarea },
  ...more,
});

/** Values that are written in more than one way. */
function sample({ kind, several, choices }: Parameter): string {
  if (kind === 'instant' || kind === 'powerHour') return '2026-03-28T23:00:00Z';
  if (kind === 'date') return '2026-03-29';
  if (kind === 'text') return `IFA 'x' & y=z+1 %41 ä`;
  return several ? 'NO1,50Hz,DE-LU' : (choices?.[0]?.value ?? 'NO1');
}
const parametersOf = (dataset: Dataset) =>
  Object.fromEntries(dataset.parameters.map((each) => [each.name, sample(each)]));

async function replay(folder: string, options: SandboxOptions = {}): Promise<Visit> {
  const there = await visit(Date.now(), 'normal', {
    fixtures: await readFixtures(folder),
    signIn: randomSignIn(),
    ...options,
  });
  onTestFinished(() => there.sandbox.close());
  return there;
}

/** A folder with the fixture of every dataset. */
function folderOfAll(): string {
  const folder = newFolder();
  for (const dataset of datasets) {
    const provenance = { dataset: dataset.id, parameters: parametersOf(dataset), outcome: 'success' };
    save(folder, `${dataset.id}.json`, provenance, bodyFor(dataset.id));
  }
  return folder;
}

describe('a saved response is replayed byte for byte', () => {
  test.each(datasets)('to our own client, for any venue and token path: $id', async (dataset) => {
    const { sandbox } = await replay(folderOfAll());
    const { client } = clientFor(memoryVault({ credentials: { ...sandbox.signIn, headers: {} } }));
    const connection = connectionTo(`${sandbox.baseUrl}/v1`, sandbox.authUrl, {
      venue: 'else where',
      tokenPath: '/oauth2/v1/token',
    });
    const target = targetOf({ dataset, parameters: parametersOf(dataset) }, connection);
    const { body, encoding } = bodyOf(await client.ask(requestTo(connection, { target })));
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    expect(encoding).toBe('gzip');
    expect(gunzipSync(Buffer.concat(chunks)).equals(bodyFor(dataset.id))).toBe(true);
  });

  test('however the query is written', async () => {
    const folder = newFolder();
    const asked = {
      deliveryarea: 'NO1,SE3,50Hz',
      currency: 'EUR',
      startTime: '2026-03-28T23:00:00Z',
      endTime: '2026-03-29T22:00:00Z',
    };
    save(folder, 'a.json', { dataset: 'dayahead-prices', parameters: asked }, '[1.10]');
    const at = await replay(folder);
    const notation = fc.constantFrom('Z', '.000Z', '.000000+00:00');
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(Object.entries(asked), { minLength: 4 }),
        fc.shuffledSubarray(asked.deliveryarea.split(','), { minLength: 3 }),
        notation,
        async (pairs, areas, end) => {
          const query = Object.fromEntries(
            pairs.map(([name, value]) => [
              name,
              name === 'deliveryarea' ? areas.join() : value.replace(/Z$/, end),
            ]),
          );
          const reply = await at.get('dayahead-prices', query);
          expect([reply.status, reply.bytes.toString()]).toEqual([200, '[1.10]']);
        },
      ),
      { numRuns: propertyRuns(8, 400) },
    );
  });

  test('as the file is now: a fixture can be edited while the service runs', async () => {
    const folder = newFolder();
    save(folder, 'a.json', prices('NO1'), '[ 12.10 ]');
    const at = await replay(folder);
    writeFileSync(join(folder, 'a.json'), '[ 12.20 ]');
    const { headers, bytes } = await at.get('dayahead-prices', { deliveryarea: 'NO1' });
    expect(bytes.toString()).toBe('[ 12.20 ]');
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  test('from folders in the folder, by the address if the provenance has nothing else', async () => {
    const folder = newFolder();
    save(
      folder,
      'flows/uk.json',
      {
        dataset: null,
        parameters: null,
        outcome: null,
        path: '/uk/v2/some%20venue/flows/areaPrice?deliveryarea=GB',
      },
      '[7]',
    );
    const at = await replay(folder);
    expect((await at.get('uk-flows', { deliveryarea: 'GB' })).bytes.toString()).toBe('[7]');
    expect((await at.get('uk-flows')).status).toBe(404);
  });

  test('to the query that the editor opens it with, even if a person wrote it in words', async () => {
    const folder = newFolder();
    const parameters = { startTime: 'today', endTime: 'today' };
    save(folder, 'a.json', {
      dataset: 'dayahead-turnover',
      parameters,
      requestedAt: '2026-03-20T12:00:00Z',
    });
    const at = await replay(folder);
    const sent = { startTime: '2026-03-20T00:00:00Z', endTime: '2026-03-21T00:00:00Z' };
    expect((await at.get('dayahead-turnover', sent)).status).toBe(200);
  });

  test('with status 204 for no data, with or without a file', async () => {
    const folder = newFolder();
    save(folder, 'a.json', prices('NO1', { outcome: 'noData' }), '[]');
    save(folder, 'b.json', prices('NO2', { outcome: 'noData' }), null);
    const at = await replay(folder);
    for (const deliveryarea of ['NO1', 'NO2']) {
      const { status, bytes } = await at.get('dayahead-prices', { deliveryarea });
      expect([status, bytes.length]).toEqual([204, 0]);
    }
  });
});

describe('anything else is an error that says what was requested and what is saved', () => {
  test('another query, with the queries of its dataset first', async () => {
    const at = await replay(folderOfAll());
    const reply = await at.get('uk-flows', { deliveryarea: 'NO1' });
    expect(reply.status).toBe(404);
    const words = parse(reply) as string;
    expect(words).toMatch(
      /^No saved response to GET \/api\/uk\/v2\/venue\/flows\/areaPrice\?deliveryarea=NO1\. Available: GET \/uk\/v2\/\{venue\}\/flows/,
    );
    const others = datasets.length - 5;
    expect(words).toMatch(new RegExp(`\\(uk-flows\\.json\\), GET .*, and ${others} more\\.$`));
  });

  test('but not without the token: nobody else learns what is saved', async () => {
    const at = await replay(folderOfAll());
    for (const path of ['/dayahead/prices/areaBlock', '/nothing']) {
      const reply = await ask(at.sandbox.baseUrl + path);
      expect(reply.status).toBe(401);
      expect(parse(reply)).not.toMatch(/\.json/);
    }
  });
});

describe("no request reaches a file that wasn't listed", () => {
  test('whatever its address says', async () => {
    const folder = newFolder();
    save(folder, 'in/a.json', prices('NO1'), '["served"]');
    save(folder, 'in/.hidden/b.json', prices('NO2'), '["canary"]');
    writeFileSync(join(folder, 'in', 'c.json'), '["canary"]');
    writeFileSync(join(folder, 'secret.json'), '["canary"]');
    const at = await replay(join(folder, 'in'));
    const headers = { authorization: `Bearer ${at.token}` };
    const piece = fc.constantFrom(
      ...['..', '.', '%2e%2e', '%2f', '\\', '', 'a.json', 'c.json', 'secret.json', '.hidden', 'b.json'],
      ...['in', 'api', folder, 'a.json.provenance.json', '?', '&', 'file:', '%00'],
    );
    const odd = fc.oneof(piece, webPath, webQueryParameters);
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { maxLength: 8 }), async (pieces) => {
        const path = `/${pieces.join('/')}`.replace(/[^\x21-\x7e]/g, '');
        const reply = await ask(`http://127.0.0.1:${at.sandbox.port}`, { headers, path });
        expect(reply.status).toBe(404);
        expect(reply.bytes.toString()).not.toContain('canary');
      }),
      { numRuns: propertyRuns(30, 2000) },
    );
    expect((await at.get('dayahead-prices', { deliveryarea: 'NO2' })).status).toBe(404);
  });

  test('even if the file, or a folder above it, was replaced by a symbolic link', async () => {
    const folder = newFolder();
    save(folder, 'in/a.json', prices('NO1'), '["served"]');
    save(folder, 'in/sub/b.json', prices('NO2'), '["served"]');
    save(folder, 'out/b.json', prices('NO2'), '["canary"]');
    const at = await replay(join(folder, 'in'));
    rmSync(join(folder, 'in', 'a.json'));
    symlinkSync(join(folder, 'out', 'b.json'), join(folder, 'in', 'a.json'));
    renameSync(join(folder, 'in', 'sub'), join(folder, 'before'));
    symlinkSync(join(folder, 'out'), join(folder, 'in', 'sub'), 'junction');
    for (const deliveryarea of ['NO1', 'NO2']) {
      const reply = await at.get('dayahead-prices', { deliveryarea });
      expect([reply.status, parse(reply)]).toEqual([500, expect.stringMatching(/can't be read/)]);
    }
  });

  test.skipIf(process.platform === 'win32')('or waits for a pipe that replaced it', async () => {
    const folder = newFolder();
    save(folder, 'a.json', prices('NO1'));
    const at = await replay(folder);
    rmSync(join(folder, 'a.json'));
    execFileSync('mkfifo', [join(folder, 'a.json')]);
    expect((await at.get('dayahead-prices', { deliveryarea: 'NO1' })).status).toBe(500);
  });

  test("and a file that is gone is an error, which doesn't end the service", async () => {
    const folder = newFolder();
    save(folder, 'a.json', prices('NO1'));
    const at = await replay(folder);
    rmSync(join(folder, 'a.json'));
    expect((await at.get('dayahead-prices', { deliveryarea: 'NO1' })).status).toBe(500);
    save(folder, 'a.json', prices('NO1'));
    expect((await at.get('dayahead-prices', { deliveryarea: 'NO1' })).status).toBe(200);
  });
});

describe("a folder that can't be replayed is rejected with a reason", () => {
  test.each([
    ['a link to a file', 'a.json', 'file'],
    ['a link to a folder', 'sub', 'junction'],
  ] as const)('%s', async (_, name, kind) => {
    const folder = newFolder();
    save(folder, 'in/b.json', prices('NO1'));
    save(folder, 'out/a.json', prices('NO2'));
    symlinkSync(join(folder, 'out', kind === 'file' ? 'a.json' : ''), join(folder, 'in', name), kind);
    await expect(readFixtures(join(folder, 'in'))).rejects.toThrow(
      new RegExp(`^${name} in .* is a symbolic link\\.$`),
    );
  });

  test.each<[string, (folder: string) => void, RegExp]>([
    ['an empty folder', () => undefined, /^No saved response in .*prices\.json\.provenance\.json/],
    [
      'a file without a provenance',
      (folder) => writeFileSync(join(folder, 'a.json'), '[]'),
      /^No saved response/,
    ],
    [
      'a provenance without a file',
      (folder) => save(folder, 'a.json', prices('NO1'), null),
      /a\.json: only its/,
    ],
    [
      'part of a response',
      (folder) => save(folder, 'a.json', prices('NO1', { outcome: 'unexpectedResponse' })),
      /a\.json: its outcome is unexpectedResponse\./,
    ],
    [
      'no query',
      (folder) => save(folder, 'a.json', { dataset: 'dayahead-prices' }),
      /a\.json: .* no query\./,
    ],
    ['an unknown dataset', (folder) => save(folder, 'a.json', { dataset: 'x', parameters: {} }), /no query/],
    [
      'another version',
      (folder) => save(folder, 'a.json', prices('NO1', { version: 2 })),
      /not of version 1/,
    ],
    [
      'provenance that is too large',
      (folder) => save(folder, 'a.json', prices('NO1', { more: 'x'.repeat(1024 ** 2) })),
      /a\.json: its provenance is larger than 1 MB/,
    ],
  ])('%s', async (_, fill, words) => {
    const folder = newFolder();
    fill(folder);
    await expect(readFixtures(folder)).rejects.toThrow(words);
  });

  test("a folder that doesn't exist, or a file", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'a.json'), '[]');
    await expect(readFixtures(join(folder, 'none'))).rejects.toThrow(/^Folder not found: .*none\.$/);
    await expect(readFixtures(join(folder, 'a.json'))).rejects.toThrow(/^Folder not found/);
  });

  test("but one bad file doesn't stop the others, and is named", async () => {
    const folder = newFolder();
    save(folder, 'a.json', prices('NO1'));
    save(folder, 'b\u202e.json', prices('NO2', { outcome: 'timeout' }));
    const { byQuery, leftOut } = await readFixtures(folder);
    expect(byQuery.size).toBe(1);
    expect(leftOut).toEqual(['b .json: its outcome is timeout']);
  });
});

test('JSON without a provenance is named', async () => {
  const folder = newFolder();
  save(folder, 'in/a.json', prices('NO1'));
  for (const name of ['in/b.json', 'notes.txt']) writeFileSync(join(folder, name), '[]');
  const { saved, leftOut } = await readFixtures(folder);
  expect(saved).toBe(1);
  expect(leftOut).toEqual(['in/b.json: no provenance is beside it']);
  for (let index = 0; index < 10; index += 1) writeFileSync(join(folder, `${index}.json`), '[]');
  const many = (await readFixtures(folder)).leftOut;
  expect(many).toHaveLength(6);
  expect(many.at(-1)).toBe('6 more JSON files without provenance');
});

test.each([
  ['a.json', 'b.json'],
  ['b.json', 'a.json'],
])('of two responses to the same query, the newer one is served: %s, not %s', async (newer, older) => {
  const folder = newFolder();
  const areas = { [newer]: 'NO1,NO2', [older]: 'NO2,NO1' };
  const at = { [newer]: '2026-03-29T13:00:00.5+02:00', [older]: '2026-03-29T11:00:00Z' };
  for (const name of [newer, older])
    save(folder, name, prices(areas[name]!, { requestedAt: at[name] }), JSON.stringify(name));
  const visited = await replay(folder);
  expect(parse(await visited.get('dayahead-prices', { deliveryarea: 'NO1,NO2' }))).toBe(newer);
  const { leftOut } = await readFixtures(folder);
  expect(leftOut).toEqual([`${older}: ${newer} is served for the same query`]);
});

test('of two responses requested at the same time, or at an unknown time, the first by name is served', async () => {
  const folder = newFolder();
  for (const [name, requestedAt] of [
    ['b.json', undefined],
    ['a.json', undefined],
    ['c.json', 'soon'],
  ] as const)
    save(folder, name, prices('NO1', { requestedAt }));
  const { byQuery } = await readFixtures(folder);
  expect([...byQuery.values()].map(({ name }) => name)).toEqual(['a.json']);
});

test('random credentials are different each time, and no others are accepted', async () => {
  const signIn = randomSignIn();
  expect(signIn.password).toMatch(/^[\da-f]{32}$/);
  expect(Object.values(randomSignIn())).not.toEqual(Object.values(signIn));
  const { sandbox } = await replay(folderOfAll(), { signIn });
  const status = async (form: object) =>
    (await askToken(sandbox, { grant_type: 'password', ...form })).status;
  expect(await status(signIn)).toBe(200);
  for (const wrong of [sampleSignIn, { ...signIn, password: '' }]) expect(await status(wrong)).toBe(400);
});

describe('the faults of a scenario are the same with saved responses', () => {
  const large = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => index));
  const visited = async (scenario: SandboxOptions['scenario']) => {
    const folder = newFolder();
    save(folder, 'a.json', prices('NO1'), large);
    const at = await replay(folder, { scenario: scenario! });
    return (headers = {}) => at.get('dayahead-prices', { deliveryarea: 'NO1' }, headers);
  };

  test.each([
    ['throttled', 429],
    ['unauthorized', 401],
    ['unexpected-error', 500],
    ['empty', 204],
  ] as const)('%s: status %i', async (scenario, status) => {
    expect((await (await visited(scenario))()).status).toBe(status);
  });

  test("except that those that change made-up data don't apply", () => {
    const unfit = scenarios.filter(({ name }) => !suitsFixtures(name)).map(({ name }) => name);
    expect(unfit).toEqual(['clock-change', 'gap', 'large']);
    expect(suitsFixtures('large:5')).toBe(false);
  });
});
