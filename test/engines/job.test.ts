import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, describe, expect, it } from 'vitest';
import { hostBundles } from '../../.bundles.mjs';
import { jobText } from '../../src/exports/job/job';
import { datasets, findDataset } from '../../src/market/datasets/datasets';
import { manifestName, readManifest } from '../../src/range/manifest';
import { WorkerLink } from '../../src/results/store/workerLink';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/startSandbox';
import { datasetPaths } from '../host/support/contract';
import { startFaultServer, type Answer, type FaultServer } from '../host/support/faultServer';
import { connectionTo, signInVariables, writeEditorRange, type Asked, type Service } from './editorRange';
import { hasSpark, python, type PythonPlace, type PythonRun } from './pythonRuns';

const root = mkdtempSync(join(tmpdir(), 'jobs-'));
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

let made = 0;
/** Gives each test its own folder. */
const newFolder = () => {
  made += 1;
  const folder = join(root, String(made));
  mkdirSync(folder);
  return folder;
};

async function sandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const service = await startSandbox(options);
  open.push(service);
  return service;
}

/** A service that responds as scripted, to day-ahead prices unless another path is given. */
async function scripted(
  answers: readonly Answer[],
  path: string = datasetPaths['dayahead-prices'],
): Promise<Service & { server: FaultServer }> {
  const server = await startFaultServer();
  open.push(server);
  server.grants('/identity/connect/token', [{ token: 'granted' }]);
  server.on(`/api${path}`, answers);
  const signIn = { username: 'canary-user', password: 'canary-password' };
  return { server, baseUrl: `${server.origin}/api`, authUrl: `${server.origin}/identity`, signIn };
}

/** Saves the job as a person would, and resolves with its path. */
function saveJob(folder: string, asked: Asked, service: Service): string {
  const { parameters = {}, from, to, windowMinutes } = asked;
  const dataset = findDataset(asked.dataset)!;
  const window = windowMinutes === undefined ? {} : { windowMinutes };
  const path = join(folder, 'job.py');
  writeFileSync(
    path,
    jobText({ dataset, parameters, from, to, connection: connectionTo(service), ...window }),
  );
  return path;
}

const runJob = (
  folder: string,
  service: Service,
  args: readonly string[],
  place: Partial<PythonPlace> = {},
): Promise<PythonRun> =>
  python([join(folder, 'job.py'), ...args], {
    cwd: folder,
    ...place,
    variables: place.variables ?? signInVariables(service),
  });

interface Report {
  readonly days: number;
  readonly fetched: number;
  readonly kept: number;
  readonly empty: number;
  readonly pending: number;
  readonly failed: number;
  readonly rows: number;
  readonly problems: readonly string[];
}
const reportOf = ({ out }: PythonRun) => JSON.parse(out) as Report;

/** Rejects unless two range folders have the same days, rows, types, and manifest. */
async function expectSame(one: string, other: string): Promise<void> {
  const compare = join(import.meta.dirname, 'compare_ranges.py');
  const { code, out, err } = await python([compare, one, other], { cwd: root });
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual([]);
}

const parametersOf: Readonly<Record<string, Record<string, string>>> = {
  'dayahead-prices': { deliveryarea: 'NO1,SE3', currency: 'EUR' },
  'uk-auction-prices': { deliveryarea: 'UK' },
  'uk-flows': { deliveryarea: 'UK' },
  'intraday-scheduled-flow': { deliveryarea: 'NO1,SE3' },
  'intraday-orders': { deliveryarea: 'NO1' },
  'hub-to-hub-capacities': { daFrom: 'NO1' },
};

const askedOf = (dataset: string): Asked => ({
  dataset,
  parameters: parametersOf[dataset] ?? {},
  // Clocks go forward on the second of these days.
  from: '2026-03-28',
  to: dataset === 'intraday-orders' ? '2026-03-29' : '2026-03-30',
  ...(dataset === 'intraday-orders' ? { windowMinutes: 360 } : {}),
});
const prices = askedOf('dayahead-prices');

/** Values that a service could send, although no field should have them. */
const oddValues = [
  ...[
    '1',
    '-0',
    '0',
    '0.0',
    '-0.0',
    '5.0',
    '0.1',
    '12.10',
    '1.5',
    '1e3',
    '1E+2',
    '1e-7',
    '1e400',
    '-1e400',
    '1e-400',
  ],
  ...[
    '9007199254740991',
    '9007199254740993',
    '-9007199254740993',
    '9007199254740992.0',
    '123456789012345678901234567890',
  ],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '-9223372036854775809',
    '1.7976931348623157e308',
  ],
  ...[
    '"n/a"',
    '"12"',
    '""',
    '" "',
    'true',
    'false',
    'null',
    '[1, 2.50]',
    '{"a": 1.0, "b":[null]}',
    '[]',
    '{}',
  ],
  ...['"\\ud83d\\ude00 \\" \\\\ \\u0007 \\/"', '"\\ud83d"', '"\u2028å"'],
  ...['"2026-03-28T12:00:00.1234567Z"', '"2026-03-28T12:00:00.1234560Z"', '"2026-03-28T12:00:00.000999Z"'],
  ...[
    '"2026-03-28t12:00:00z"',
    '"2026-03-28 12:00:00Z"',
    '"2026-03-28T12:00:00"',
    '"2026-03-28T12:00Z"',
    '"2026-03-28"',
  ],
  ...[
    '"2026-03-28T14:00:00+02:00"',
    '"2026-03-28T08:30:00-03:30"',
    '"2026-03-28T12:00:00+0200"',
    '"2026-03-28T12:00:00,5Z"',
  ],
  ...[
    '"2026-03-28T24:00:00Z"',
    '"2026-03-28T23:59:60Z"',
    '"2026-02-30T12:00:00Z"',
    '"2026-03-28T12:00:00+25:00"',
  ],
  ...[
    '"0001-01-01T00:00:00Z"',
    '"0000-01-01T00:00:00Z"',
    '"9999-12-31T23:59:59.999999Z"',
    '"1969-12-31T23:59:59.5Z"',
    '"soon"',
  ],
];
const odd = (record: (value: string, at: number) => string) => oddValues.map(record).join(',');
const oddSeries = (values: string) =>
  `[{"type":"price","scale":2.0,"createdTime":"late","unit":5,"resolution":null,"_unfit":"own","extra":{"b":[]},"attributes":[{"name":"deliveryArea","value":"NO1"},{"role":"x y","name":null,"value":7},{"name":"twice","value":1},{"name":"twice","value":"b"},{"name":"none","value":null},{"name":"","role":"r","value":true},5],"values":[${values}]},{"type":"empty","startTime":"2026-03-28T00:00:00Z","attributes":[],"values":[]},{"type":"none","unit":null}]`;

/** A response for each kind of record, in which every field has every odd value. */
const oddBodies: Readonly<Record<string, string>> = {
  'dayahead-prices': oddSeries(
    odd(
      (value, at) =>
        `{"startTime":"2026-03-28T10:00:00Z","endTime":${value},"value":${value},"more":${value}},{"startTime":${value},"value":${at}}`,
    ),
  ),
  'dayahead-curves': `{"type":"priceCurve","createdTime":1.5,"attributes":[{"name":"status","value":"O"}],"values":[${odd(
    (value) =>
      `{"startTime":"2026-03-28T10:00:00Z","endTime":${value},"minVolume":${value},"volumeNetFlows":${value},"sellCurves":[{"price":${value},"volume":1,"hint":${value}}],"buyCurves":[{"price":2,"volume":${value}},null]}`,
  )},{"startTime":"soon","sellCurves":[],"buyCurves":null}]}`,
  'intraday-orders': `[${odd(
    (value, at) =>
      `{"id":${value},"revisionNumber":${value},"deliveryStart":${value},"price":${value},"quantity":${value},"side":${value},"updatedTime":"2026-03-28T10:00:00.${at}Z","createdTimeEpoch":${value},"note":${value}}`,
  )}]`,
  'hub-to-hub-capacities': `[${odd(
    (value) =>
      `{"areaFrom":${value},"areaTo":"NO2","deliveryStart":"2026-03-28T10:00:00Z","deliveryEnd":${value},"inCapacity":${value},"outCapacity":${value},"border":${value},"internal":${value}}`,
  )}]`,
};
const week: Asked = { ...prices, from: '2026-10-20', to: '2026-10-27' };
const days = ['20', '21', '22', '23', '24', '25', '26', '27'].map((day) => `2026-10-${day}`);

describe('a job', () => {
  it.each(datasets.map(({ id }) => id))(
    'fetches %s into the same files, rows, and types as the editor',
    async (id) => {
      const [folder, service] = [newFolder(), await sandbox()];
      const there = await writeEditorRange(join(folder, 'editor'), askedOf(id), service);
      saveJob(folder, askedOf(id), service);
      const ended = await runJob(folder, service, ['job']);
      expect(ended.code, ended.err).toBe(0);
      const { days: all, fetched } = reportOf(ended);
      expect(fetched).toBe(all);
      await expectSame(there, join(folder, 'job', id));
    },
  );

  it.each(['dayahead-prices', 'dayahead-curves', 'intraday-orders', 'hub-to-hub-capacities'] as const)(
    'writes odd values of %s as the editor does: null in their own column, and as sent in the last one',
    async (id) => {
      const [folder, service] = [
        newFolder(),
        await scripted([{ body: oddBodies[id] ?? '' }], datasetPaths[id]),
      ];
      // Each hour of capacities is a separate request, and all of them get the same response.
      const asked = {
        ...askedOf(id),
        to: '2026-03-28',
        ...(id === 'intraday-orders' ? { windowMinutes: 1440 } : {}),
      };
      const there = await writeEditorRange(join(folder, 'editor'), asked, service);
      saveJob(folder, asked, service);
      const ended = await runJob(folder, service, ['job']);
      expect(ended.code, ended.err).toBe(0);
      expect(reportOf(ended).rows).toBeGreaterThan(20);
      await expectSame(there, join(folder, 'job', id));
    },
  );

  it('that is killed leaves only complete files, and fetches the remaining days when it is started again', async () => {
    const [folder, service] = [newFolder(), await sandbox({ latencyMs: 300 })];
    saveJob(folder, week, service);
    const killed = await runJob(folder, service, ['job'], {
      started: (child) =>
        child.stderr?.on('data', (text: Buffer | string) => {
          if (/2026-10-22|2026-10-23/.test(String(text))) child.kill('SIGKILL');
        }),
    });
    expect(killed.code).toBe(-1);
    const there = join(folder, 'job', 'dayahead-prices');
    const noted = Object.keys(
      readManifest(readFileSync(join(folder, 'job', manifestName('dayahead-prices')), 'utf8'), '').days,
    );
    expect(noted.length).toBeGreaterThan(1);
    expect(noted.length).toBeLessThan(days.length);
    const timeOf = (day: string) => statSync(join(there, `day=${day}`, 'part-0.parquet')).mtimeMs;
    const times = noted.map(timeOf);
    const again = await runJob(folder, service, ['job']);
    expect(again.code, again.err).toBe(0);
    expect(reportOf(again)).toMatchObject({
      days: 8,
      kept: noted.length,
      fetched: 8 - noted.length,
      failed: 0,
    });
    expect(noted.map(timeOf)).toEqual(times);
    const names = readdirSync(there, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes('partial'))).toEqual([]);
    await expectSame(await writeEditorRange(join(folder, 'editor'), week, service), there);
  });

  it('fetches a day again if its file is missing or has another size', async () => {
    const [folder, service] = [newFolder(), await sandbox()];
    saveJob(folder, prices, service);
    expect((await runJob(folder, service, ['job'])).code).toBe(0);
    const part = (day: string) => join(folder, 'job', 'dayahead-prices', `day=${day}`, 'part-0.parquet');
    rmSync(part('2026-03-28'));
    writeFileSync(part('2026-03-29'), 'not whole');
    expect(reportOf(await runJob(folder, service, ['job']))).toMatchObject({ kept: 1, fetched: 2 });
  });

  it('waits as long as a busy service requests, and then fetches everything', async () => {
    const [folder, service] = [newFolder(), await sandbox({ scenario: 'throttled' })];
    saveJob(folder, prices, service);
    const ended = await runJob(folder, service, ['job']);
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err).toContain('The service is busy. Waiting for');
    expect(reportOf(ended)).toMatchObject({ days: 3, fetched: 3, failed: 0 });
  });

  it('waits for a service that is unavailable for a while', async () => {
    const away = { status: 503, headers: { 'retry-after': '0' }, json: 'back soon' };
    const [folder, service] = [newFolder(), await scripted([away, { json: [] }])];
    saveJob(folder, { ...prices, to: '2026-03-28' }, service);
    const ended = await runJob(folder, service, ['job']);
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err).toContain('The service is busy. Waiting for 1 s.');
  });

  it.each<[string, Answer]>([
    ['without a token', { json: { error: 'invalid_grant', error_description: 'The password is wrong.' } }],
    ['with status 400', { status: 400, json: { error_description: 'The password is wrong.' } }],
  ])('sends a password that was rejected only once: %s', async (_, refusal) => {
    const [folder, service] = [newFolder(), await scripted([])];
    service.server.grants('/identity/connect/token', [refusal]);
    saveJob(folder, week, service);
    const ended = await runJob(folder, service, ['job']);
    expect(ended.code).toBe(1);
    const { failed, problems } = reportOf(ended);
    expect(failed).toBe(8);
    expect(problems.join('\n')).toMatch(/The sign-in failed: .*The password is wrong\./);
    expect(service.server.seen('/identity/connect/token').length).toBe(1);
  });

  it.each<[string, Answer, RegExp]>([
    [
      'an error',
      { json: { type: 'about:blank', title: 'No data for you.' } },
      /other than data\. .*No data for you\./,
    ],
    [
      'an error as a record',
      { json: [{ type: 'error', message: 'Not you.' }] },
      /other than data\. .*Not you\./,
    ],
    ['part of the data', { status: 206, json: [{ values: [] }] }, /only part of the response \(HTTP 206\)/],
  ])('never writes a file for %s', async (_, answer, words) => {
    const [folder, service] = [newFolder(), await scripted([answer])];
    const path = saveJob(folder, { ...prices, to: '2026-03-28' }, service);
    // Without the pauses before a request is sent again.
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('PAUSES_SECONDS = (2, 10)', 'PAUSES_SECONDS = ()'),
    );
    const ended = await runJob(folder, service, ['job']);
    expect(ended.code).toBe(1);
    expect(reportOf(ended)).toMatchObject({ failed: 1, rows: 0, problems: [expect.stringMatching(words)] });
  });

  it('says what to install if Python has no data of time zones', async () => {
    const [folder, service] = [newFolder(), await scripted([])];
    saveJob(folder, prices, service);
    const withoutPackage = `import runpy, sys
sys.modules["tzdata"] = None
sys.argv = ["job.py", "job"]
runpy.run_path("job.py", run_name="__main__")`;
    const variables = { ...signInVariables(service), PYTHONTZPATH: '' };
    const ended = await python(['-c', withoutPackage], { cwd: folder, variables });
    expect([ended.code, ended.err]).toEqual([
      1,
      'Python has no data for the time zone Europe/Oslo. Install it with: pip install tzdata\n',
    ]);
  });

  it('stops sending requests if a service asks it to wait for hours', async () => {
    const busy = { status: 429, headers: { 'retry-after': '7200' }, json: 'busy' };
    const [folder, service] = [newFolder(), await scripted([busy])];
    saveJob(folder, week, service);
    const ended = await runJob(folder, service, ['job']);
    expect(ended.code).toBe(1);
    expect(reportOf(ended)).toMatchObject({ days: 8, fetched: 0, failed: 8 });
    // Two requests were already in progress.
    expect(service.server.seen('/api/dayahead/prices/areaBlock').length).toBeLessThanOrEqual(2);
  });

  it('sends at most two requests at once, or one at a time if it is one of several tasks', async () => {
    let [open, most] = [0, 0];
    const server = createServer((request, response) => {
      if (request.method === 'POST') {
        response.end('{"access_token":"granted"}');
        return;
      }
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end('[]');
      }, 100);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const origin = `http://127.0.0.1:${address.port}`;
    const signIn = { username: 'a', password: 'b' };
    const service = { baseUrl: `${origin}/api`, authUrl: `${origin}/identity`, signIn };
    const folder = newFolder();
    saveJob(folder, week, service);
    expect(reportOf(await runJob(folder, service, ['job'])).empty).toBe(8);
    expect(most).toBe(2);
    most = 0;
    expect((await runJob(folder, service, ['job', '--task'])).code).toBe(0);
    expect(most).toBe(1);
    server.closeAllConnections();
    server.close();
  });

  it('gets a new token when its token is no longer valid', async () => {
    const [folder, service] = [newFolder(), await sandbox({ tokenLifetimeSeconds: 1, latencyMs: 400 })];
    saveJob(folder, week, service);
    const ended = await runJob(folder, service, ['job']);
    expect(ended.code, ended.err).toBe(0);
    const lost = await scripted([{ status: 401, json: 'Who?' }, { json: [] }]);
    saveJob(folder, { ...prices, to: '2026-03-28' }, lost);
    const after = await runJob(folder, lost, ['other']);
    expect(after.code, after.err).toBe(0);
    expect(lost.server.seen('/identity/connect/token').length).toBe(2);
  });

  it('reports a failure in the words of the service, and ends with status 1', async () => {
    const [folder, service] = [newFolder(), await scripted([{ status: 400, json: 'No such area.' }])];
    saveJob(folder, prices, service);
    const ended = await runJob(folder, service, ['job']);
    expect(ended.code).toBe(1);
    const { failed, problems } = reportOf(ended);
    expect(failed).toBe(3);
    expect(problems[0]).toMatch(/^2026-03-\d\d: No data was received: HTTP 400\. "No such area\."$/);
  });

  it('reads secrets from a file, names those that are missing, and never writes any', async () => {
    const [folder, service] = [newFolder(), await scripted([{ json: [] }])];
    saveJob(folder, { ...prices, to: '2026-03-28' }, service);
    const without = await runJob(folder, service, ['job'], { variables: {} });
    expect(without.code).toBe(1);
    expect(without.err).toContain('MARKET_DATA_USERNAME');
    const secrets = join(root, `secrets${made}`);
    writeFileSync(
      secrets,
      '# of the cluster\nMARKET_DATA_USERNAME=canary-user\r\nMARKET_DATA_PASSWORD=a=b # c\n',
    );
    const ended = await runJob(folder, service, ['job', '--secrets', secrets], { variables: {} });
    expect(ended.code, ended.err).toBe(0);
    const [token] = service.server.seen('/identity/connect/token');
    const form = new URLSearchParams(token?.body);
    expect([form.get('username'), form.get('password')]).toEqual(['canary-user', 'a=b # c']);
    const written = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    for (const text of [...written, ended.out, ended.err]) expect(text).not.toMatch(/canary|a=b/);
  });

  it('rejects the folder of another query, an invalid day, and an address that would expose the password', async () => {
    const [folder, service] = [newFolder(), await sandbox()];
    saveJob(folder, prices, service);
    expect((await runJob(folder, service, ['job'])).code).toBe(0);
    saveJob(folder, { ...prices, parameters: { deliveryarea: 'SE3' } }, service);
    const other = await runJob(folder, service, ['job']);
    expect([other.code, other.err]).toEqual([
      1,
      expect.stringContaining('already contains another query (parameters)'),
    ]);
    const noDay = await runJob(folder, service, ['new', '--days', '2026-02-30']);
    expect([noDay.code, noDay.err]).toEqual([1, expect.stringContaining('2026-02-30 is not a delivery day')]);
    const turned = await runJob(folder, service, ['new', '--from', '2026-04-02', '--to', '2026-04-01']);
    expect([turned.code, turned.err]).toEqual([1, expect.stringContaining('2026-04-02, is after the last')]);
    const variables = { ...signInVariables(service), MARKET_DATA_BASE_URL: 'http://example.com/api' };
    const plain = await runJob(folder, service, ['new'], { variables });
    expect([plain.code, plain.err]).toEqual([1, expect.stringContaining('MARKET_DATA_BASE_URL must be')]);
  });

  it('requests a day only once if it is named twice', async () => {
    const [folder, service] = [newFolder(), await sandbox()];
    saveJob(folder, prices, service);
    const { code, out, err } = await runJob(folder, service, ['job', '--days', '2026-03-29,2026-03-29']);
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ days: 1, fetched: 1, failed: 0 });
  });

  it.each(['', '[]', '{"days": {"2026-03-28": 1}}', '{"days": []}', '{"version": 1}'])(
    'explains in plain words why a manifest is invalid: %s',
    async (text) => {
      const [folder, service] = [newFolder(), await sandbox()];
      saveJob(folder, prices, service);
      mkdirSync(join(folder, 'job', 'dayahead-prices'), { recursive: true });
      writeFileSync(join(folder, 'job', manifestName('dayahead-prices')), text);
      const { code, err } = await runJob(folder, service, ['job']);
      expect([code, err.trim()]).toEqual([
        1,
        expect.stringMatching(
          /^\/[^\n]*_dayahead-prices\.manifest\.json is not a manifest of a range\. Choose another folder[^\n]*$/,
        ),
      ]);
    },
  );

  it('that runs in several parts at once loses no day of the manifest, even if one part is killed', async () => {
    const [folder, service] = [newFolder(), await sandbox({ latencyMs: 200 })];
    saveJob(folder, week, service);
    const task = (part: readonly string[], place: Partial<PythonPlace> = {}) =>
      runJob(folder, service, ['job', '--task', '--days', part.join(',')], place);
    const [first, second] = await Promise.all([
      task(days.slice(0, 4)),
      task(days.slice(4), {
        started: (child) =>
          child.stderr?.on('data', (text: Buffer | string) => {
            if (String(text).includes(days[5] ?? '')) child.kill('SIGKILL');
          }),
      }),
    ]);
    expect([first.code, second.code]).toEqual([0, -1]);
    const early = await runJob(folder, service, ['job', '--finish']);
    expect(early.code).toBe(1);
    const { kept, failed } = reportOf(early);
    expect(kept + failed).toBe(8);
    expect(kept).toBeGreaterThanOrEqual(5);
    expect((await task(days.slice(4))).code).toBe(0);
    const whole = await runJob(folder, service, ['job', '--finish']);
    expect(whole.code, whole.err).toBe(0);
    expect(reportOf(whole)).toMatchObject({ days: 8, kept: 8, failed: 0 });
    await expectSame(
      await writeEditorRange(join(folder, 'editor'), week, service),
      join(folder, 'job', 'dayahead-prices'),
    );
  });

  it('writes files that the editor opens like its own', async () => {
    const [folder, service] = [newFolder(), await sandbox()];
    const { entryPoints, ...bundles } = hostBundles(false);
    const { worker, parquet } = entryPoints;
    await build({ ...bundles, entryPoints: { worker, parquet }, outdir: folder, sourcemap: false });
    saveJob(folder, prices, service);
    const { rows } = reportOf(await runJob(folder, service, ['job']));
    const part = (day: string) => join(folder, 'job', 'dayahead-prices', `day=${day}`, 'part-0.parquet');
    const three = ['2026-03-28', '2026-03-29', '2026-03-30'];
    const link = new WorkerLink(join(folder, 'worker.js'));
    open.push({ close: () => Promise.resolve(link.dispose()).then(() => undefined) });
    const opened = await link.derive(
      'opened',
      'range',
      {
        as: 'opened',
        record: 'timeSeries',
        format: 'parquet',
        days: three.map((day) => ({ day, paths: [part(day)] })),
        columns: [],
        maxTableBytes: 1e9,
      },
      () => undefined,
    );
    expect('state' in opened && opened.state.rows).toBe(rows);
  });

  it.each([['Dask', 'dask_job.py'], ...(hasSpark ? [['Spark', 'spark_job.py']] : [])])(
    'runs as tasks of %s, each with some of the days, and writes the same files',
    async (_, script) => {
      const [folder, service] = [newFolder(), await sandbox()];
      const path = saveJob(folder, week, service);
      const place = { cwd: folder, variables: signInVariables(service) };
      const ended = await python(
        [join(import.meta.dirname, script), path, join(folder, 'job'), ...days],
        place,
      );
      expect(ended.code, ended.err).toBe(0);
      const reports = JSON.parse(ended.out.trim().split('\n').at(-1) ?? '') as Report[];
      expect(reports.map(({ days: all, fetched, kept }) => [all, fetched, kept])).toEqual([
        [4, 4, 0],
        [4, 4, 0],
        [8, 0, 8],
      ]);
      const there = await writeEditorRange(join(folder, 'editor'), week, service);
      await expectSame(there, join(folder, 'job', 'dayahead-prices'));
    },
  );
});
