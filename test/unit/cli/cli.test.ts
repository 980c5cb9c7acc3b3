import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startLoggingProxy } from '../../host/support/loggingProxy';
import { startFaultServer, type FaultServer } from '../../host/support/faultServer';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
import { builtCli, endOf, type BuiltCli } from './builtCli';

/** Secrets that nothing may print or write. */
const canaries = { username: 'canary-user-7Qx', password: 'canary-password-9Zk' };

let cli: BuiltCli;
let service: Sandbox;
let faults: FaultServer;
/** The variables of a connection to `service`. */
let variables: Record<string, string>;

const now = Date.parse('2026-04-20T12:00:00Z');
const day = { startTime: '2026-03-28', endTime: '2026-03-28' };
const prices = {
  dataset: 'dayahead-prices',
  parameters: { deliveryarea: 'NO1,SE3', currency: 'EUR', ...day },
};
const queries = {
  good: { ...prices, expect: { complete: true, rows: 192 } },
  failing: { ...prices, expect: { complete: true, columns: { value: { '<=': -400 } } } },
  exported: { ...prices, export: { format: 'csv', target: 'out/prices.csv' } },
};
const fileOf = (contained: object, connection = 'mine') =>
  JSON.stringify({ version: 1, connection, queries: contained }, undefined, 2);

beforeAll(async () => {
  cli = await builtCli();
  service = await startSandbox({ now: () => now, signIn: canaries });
  faults = await startFaultServer();
  variables = {
    MARKET_DATA_BASE_URL: service.baseUrl,
    MARKET_DATA_AUTH_URL: service.authUrl,
    MARKET_DATA_USERNAME: canaries.username,
    MARKET_DATA_PASSWORD: canaries.password,
  };
  cli.write('all.market.json', fileOf(queries));
  cli.write('good.market.json', fileOf({ good: queries.good }));
  cli.write('unnamed.market.json', JSON.stringify({ version: 1, queries: { good: queries.good } }));
  cli.write('sample.market.json', fileOf({ good: queries.good }, 'sandbox'));
});
afterAll(async () => {
  await service.close();
  await faults.close();
  rmSync(cli.folder, { recursive: true });
});

/** The variables of a connection to `faults`. */
const faulty = () => ({
  ...variables,
  MARKET_DATA_BASE_URL: faults.origin,
  MARKET_DATA_AUTH_URL: faults.origin,
});

/** All files below a folder, by path relative to it. */
function filesIn(folder: string, below = ''): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) for (const [name, bytes] of filesIn(folder, path)) files.set(name, bytes);
    else files.set(path, readFileSync(join(folder, path)));
  }
  return files;
}

it.each([
  ['check', ['check', 'waiting.market.json']],
  ['run', ['run', 'waiting.market.json', 'good', '--target', 'waited.json']],
  [
    'range',
    ['range', 'waiting.market.json', 'good', '--target', 'waited', '--days', '2026-03-27,2026-03-28'],
  ],
])('%s writes every wait for a busy service at once, also into a log', async (_, given) => {
  const busy = await startSandbox({ now: () => now, scenario: 'throttled', signIn: canaries });
  onTestFinished(() => busy.close());
  cli.write('waiting.market.json', fileOf({ good: queries.good, again: queries.good }));
  const addresses = { MARKET_DATA_BASE_URL: busy.baseUrl, MARKET_DATA_AUTH_URL: busy.authUrl };
  const { status, errors } = await cli.run(given, { ...variables, ...addresses });
  expect(status).toBe(0);
  const waits = errors.match(/waiting \d+ s to retry/g);
  expect(waits).toHaveLength(given[0] === 'run' ? 1 : 2);
});

describe('check', () => {
  it('reports every check in the words of the Testing view, and fails the job if a check failed', async () => {
    const { status, out } = await cli.run(['check', 'all.market.json'], variables);
    expect(out).toContain('ok good: complete: The response is complete.\n');
    expect(out).toMatch(
      /^all\.market\.json:\d+:1: error: failing: columns\.value: 192 of 192 values are above -400/m,
    );
    expect(out).toMatch(/\n5 checks passed, 1 failed\n$/);
    expect(status).toBe(1);
  });

  it('ends with 0 if all passed, also for the sample service, which needs no variables', async () => {
    const { status, out } = await cli.run(['check', 'sample.market.json']);
    expect(out).toMatch(/\n3 checks passed, 0 failed\n$/);
    expect(status).toBe(0);
  });

  it('reports that nothing was checked, which would otherwise look like success', async () => {
    cli.write('unchecked.market.json', fileOf({ exported: queries.exported }));
    const { status, out, errors } = await cli.run(['check', 'unchecked.market.json'], variables);
    expect([status, out]).toEqual([0, '0 checks passed, 0 failed\n']);
    expect(errors).toContain('Nothing was checked: no query has an "expect" property.');
  });

  it('writes JUnit XML with the place of each check, and JSON with each file and the words of failures', async () => {
    const reports = ['--junit', 'checks.xml', '--json', 'checks.json'];
    const { status } = await cli.run(
      ['check', 'all.market.json', '--query', 'failing', ...reports],
      variables,
    );
    expect(status).toBe(1);
    const xml = readFileSync(join(cli.folder, 'checks.xml'), 'utf8');
    expect(xml).toMatch(/<testsuites tests="3" failures="1" errors="0" time="[\d.]+">/);
    expect(xml).toMatch(
      /<testcase name="failing: columns\.value" classname="all\.market\.json\.failing" file="all\.market\.json" line="\d+"/,
    );
    expect(xml).toContain('expected: {&quot;&lt;=&quot;:-400}');
    const line = expect.any(Number) as number;
    expect(JSON.parse(readFileSync(join(cli.folder, 'checks.json'), 'utf8'))).toEqual([
      {
        file: 'all.market.json',
        passed: 2,
        failed: 1,
        errors: 0,
        checks: [
          { query: 'failing', check: 'outcome', ok: true, expected: 'success', actual: 'success', line },
          { query: 'failing', check: 'complete', ok: true, expected: true, actual: true, line },
          {
            query: 'failing',
            check: 'columns.value',
            ok: false,
            message: expect.stringMatching(/^192 of 192 values are above -400/) as string,
            expected: { '<=': -400 },
            actual: expect.anything() as unknown,
            line,
          },
        ],
      },
    ]);
  });

  it('checks all query files of a folder and its subfolders, but not those of packages', async () => {
    mkdirSync(join(cli.folder, 'many', 'node_modules'), { recursive: true });
    mkdirSync(join(cli.folder, 'many', 'more'));
    for (const name of ['many/a', 'many/more/b', 'many/node_modules/c'])
      cli.write(`${name}.market.json`, fileOf({ [name]: queries.good }));
    const { out, status } = await cli.run(['check', 'many', '--json', 'many.json'], variables);
    expect(status).toBe(0);
    expect(out).toContain('ok many/a: complete');
    expect(out).toContain('ok many/more/b: complete');
    expect(out).not.toContain('many/node_modules/c');
    expect(JSON.parse(readFileSync(join(cli.folder, 'many.json'), 'utf8'))).toHaveLength(2);
  });

  it('signs in once for all queries, and sends a rejected password only once', async () => {
    faults.reset();
    faults.grants('/connect/token', [{ status: 400, json: { error: 'invalid_grant' } }]);
    const two = { one: queries.good, two: queries.good };
    cli.write('two.market.json', fileOf(two));
    const { status } = await cli.run(['check', 'two.market.json'], faulty());
    expect(faults.seen('/connect/token')).toHaveLength(1);
    expect(status).toBe(2);
    faults.reset();
    faults.grants('/connect/token', [{ token: 'granted-token' }]);
    await cli.run(['check', 'two.market.json'], faulty());
    expect(faults.seen('/connect/token')).toHaveLength(1);
  });
});

describe('check of several files', () => {
  it('checks each query once in the file that has it, and writes reports into new folders', async () => {
    cli.write('one.market.json', fileOf({ a: queries.good }));
    cli.write('two.market.json', fileOf({ b: queries.good }));
    const files = ['check', 'one.market.json', 'two.market.json', '--junit', 'reports/checks.xml'];
    const { status, out } = await cli.run(
      [...files, '--query', 'a', '--query', 'b', '--query', 'a'],
      variables,
    );
    expect([status, out.trim().split('\n').at(-1)]).toEqual([0, '6 checks passed, 0 failed']);
    expect(existsSync(join(cli.folder, 'reports/checks.xml'))).toBe(true);
  });

  it.each([{}, { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '..' }])(
    'prints nothing that a terminal or a CI system takes for a command, with the variables %j',
    async (ci) => {
      const name = '::set-output::##[add-mask]y##vso[task]##teamcity[x]section_start:1:a';
      const file = '::error::%,\u001b]8;;x.market.json';
      cli.write(file, fileOf({ [name]: queries.failing }));
      const { out, errors } = await cli.run(['check', file], { ...variables, ...ci });
      expect(out).toContain('# #[add-mask]y# #vso[task]# #teamcity[x]section_start :1:a');
      const lines = (out + errors).split('\n');
      // eslint-disable-next-line no-control-regex -- It's about such characters.
      for (const line of lines) expect(line).not.toMatch(/##\w*\[|section_start:|[\u0000-\u001f]/);
      const commands = lines.filter((line) => /^\s*::/.test(line));
      if (!('GITHUB_ACTIONS' in ci)) expect(commands).toEqual([]);
      else {
        expect(commands).toHaveLength(1);
        expect(commands[0]).toMatch(
          /^::error file=[^:,]*%3A%3Aerror%3A%3A%25%2C ]8;;x\.market\.json,line=\d+:: ?:/,
        );
      }
    },
  );
});

describe('run', () => {
  it("writes the query's own export inside the working directory, and replaces a file only if told to", async () => {
    const args = ['run', 'all.market.json', 'exported'];
    expect(await cli.run(args, variables)).toMatchObject({ status: 0, out: '' });
    expect(readFileSync(join(cli.folder, 'out/prices.csv'), 'utf8').split('\n').length).toBeGreaterThan(192);
    const again = await cli.run(args, variables);
    expect(again.errors).toContain('out/prices.csv already exists. Pass --overwrite to replace it.');
    expect(again.status).toBe(2);
    expect((await cli.run([...args, '--overwrite'], variables)).status).toBe(0);
  });

  it("never follows a link inside the working directory, which a file's own target could name", async () => {
    const elsewhere = join(cli.folder, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(cli.folder, 'linked'));
    const query = { ...prices, export: { format: 'csv', target: 'linked/prices.csv' } };
    cli.write('linked.market.json', fileOf({ query }));
    const { status, errors } = await cli.run(['run', 'linked.market.json', 'query'], variables);
    expect(errors).toContain('contains a symbolic link');
    expect(status).toBe(2);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('replaces a private file by a private one, through a link, too, which remains one', async () => {
    const file = join(cli.folder, cli.write('private.csv', 'earlier'));
    symlinkSync('private.csv', join(cli.folder, 'latest.csv'));
    const query = { ...prices, export: { format: 'csv', target: 'latest.csv', overwrite: true } };
    cli.write('latest.market.json', fileOf({ query }));
    for (const args of [
      ['good.market.json', 'good', '--target', 'private.csv', '--overwrite'],
      ['good.market.json', 'good', '--target', 'latest.csv', '--overwrite'],
      ['latest.market.json', 'query'],
    ]) {
      writeFileSync(file, 'earlier');
      const { status, errors } = await cli.run(['run', ...args], variables);
      expect([status, errors]).toEqual([0, `192 rows.\nWrote ${file}.\n`]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(192);
      expect(lstatSync(join(cli.folder, 'latest.csv')).isSymbolicLink()).toBe(true);
    }
  });

  it("doesn't follow a query's own target through a link to a file outside the working directory", async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'theirs.csv'), 'theirs');
    symlinkSync(join(outside, 'theirs.csv'), join(cli.folder, 'theirs.csv'));
    const query = { ...prices, export: { format: 'csv', target: 'theirs.csv', overwrite: true } };
    cli.write('theirs.market.json', fileOf({ query }));
    const { status, errors } = await cli.run(['run', 'theirs.market.json', 'query'], variables);
    expect(errors).toMatch(/theirs\.csv" isn't a safe path inside the working directory\.\n$/);
    expect(status).toBe(2);
    expect(readFileSync(join(outside, 'theirs.csv'), 'utf8')).toBe('theirs');
  });

  it.each(['-', '/dev/stdout'])('prints if the target is %s', async (target) => {
    const args = ['run', 'good.market.json', 'good', '--target', target, '--format', 'csv'];
    const { status, out } = await cli.run(args, variables);
    expect(out).toMatch(/^startTime,endTime,value,/);
    expect(status).toBe(0);
  });

  it('sends exactly the area that was typed, and warns once of each that nobody knows', async () => {
    const dated = ['startTime=2026-03-28', 'endTime=2026-03-28', 'currency=EUR'];
    const typed = (area: string) =>
      cli.run(['run', 'dayahead-prices', `deliveryarea=${area}`, ...dated], variables);
    const group = await typed('no');
    expect(group.out).toMatch(/"value":"NO"/);
    expect(group.errors).not.toContain('Not a known');
    const unknown = await typed('XX9,NO1,XX9,YY');
    expect(unknown.errors).toMatch(/^dayahead-prices: Not a known delivery area: XX9, YY\.\n/);
    const query = {
      ...prices,
      parameters: { ...prices.parameters, deliveryarea: 'XX9' },
      expect: { rows: 0 },
    };
    cli.write('unknown.market.json', fileOf({ one: query, other: query }));
    const days = ['--days', '2026-03-28', '--target', 'unknown'];
    for (const args of [
      ['check', 'unknown.market.json', '--quiet'],
      ['run', 'unknown.market.json', 'one'],
      ['range', 'unknown.market.json', 'one', ...days],
    ]) {
      const { errors } = await cli.run(args, variables);
      expect(errors.match(/.*Not a known.*/g)).toEqual(['one: Not a known delivery area: XX9.']);
    }
  });

  it('refuses a pipe before anything is asked, and leaves nothing beside it', async () => {
    const folder = join(cli.folder, 'pipes');
    mkdirSync(folder);
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    const args = ['run', 'good.market.json', 'good', '--target', 'pipes/pipe.csv', '--overwrite'];
    expect(await cli.run(args, variables)).toEqual({
      status: 2,
      out: '',
      errors: `${join(folder, 'pipe.csv')} isn't a plain file.\n`,
    });
    expect(readdirSync(folder)).toEqual(['pipe.csv']);
  });

  it('takes the format of a target from its suffix', async () => {
    const args = ['run', 'good.market.json', 'good', '--target', 'prices.parquet'];
    expect((await cli.run(args, variables)).status).toBe(0);
    expect(readFileSync(join(cli.folder, 'prices.parquet')).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('exports in the resolution and layout that a query has', async () => {
    const daily = {
      ...prices,
      export: { format: 'csv', target: 'base.csv', resolution: 'base', layout: 'wide' },
    };
    cli.write('daily.market.json', fileOf({ daily }));
    expect(await cli.run(['run', 'daily.market.json', 'daily'], variables)).toMatchObject({ status: 0 });
    const lines = readFileSync(join(cli.folder, 'base.csv'), 'utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('startTime,endTime,NO1,SE3');
    expect(lines[1]).toMatch(/^[\d-]+T\d\d:00:00.000Z,[\d-]+T\d\d:00:00.000Z(,-?[\d.]+){2}$/);
  });

  it('ends with 0 if there is no data, with an empty table or no JSON', async () => {
    const later = {
      ...prices,
      parameters: { ...prices.parameters, startTime: '2026-06-01', endTime: '2026-06-01' },
    };
    cli.write('later.market.json', fileOf({ later }));
    const given = ['run', 'later.market.json', 'later'];
    const json = await cli.run([...given, '--target', 'later.json'], variables);
    expect(json.errors).toContain('The response contains no data, so no JSON file was written.');
    expect(existsSync(join(cli.folder, 'later.json'))).toBe(false);
    const table = await cli.run([...given, '--target', 'later.csv'], variables);
    expect(readFileSync(join(cli.folder, 'later.csv'), 'utf8')).toMatch(/^startTime,endTime,value,.*\r?\n$/);
    expect([json.status, table.status]).toEqual([0, 0]);
  });
});

describe('a response without end', () => {
  it('ends where results have no more memory, with its rows as incomplete', async () => {
    const record = JSON.stringify({
      type: 'Price',
      values: [{ startTime: '2026-03-09T23:00:00Z', value: 1 }],
    });
    function* body() {
      yield Buffer.from(`[${record}`);
      const more = Buffer.from(`,${record}`.repeat(1000));
      for (;;) yield more;
    }
    faults.reset();
    faults.grants('/connect/token', [{ token: 'granted-token' }]);
    faults.on('/dayahead/prices/areaBlock', [{ body: body() }]);
    const expected = { outcome: 'success', rows: { '>=': 10_000 } };
    cli.write('endless.market.json', fileOf({ endless: { ...queries.good, expect: expected } }));
    const { status, out } = await cli.run(['check', 'endless.market.json'], {
      ...faulty(),
      MARKET_DATA_MAX_RESULT_MEGABYTES: '16',
    });
    expect(status).not.toBe(0);
    expect(out).toContain('needs more memory than "MARKET_DATA_MAX_RESULT_MEGABYTES" allows');
    expect(out).toContain('1 check passed, 1 failed');
  });

  it.each(['15', '16385', '1e3', '-1'])('has no limit of %s megabytes', async (limit) => {
    const { status, errors } = await cli.run(['check', 'sample.market.json'], {
      MARKET_DATA_MAX_RESULT_MEGABYTES: limit,
    });
    expect(status).toBe(2);
    expect(errors).toBe('MARKET_DATA_MAX_RESULT_MEGABYTES must be a whole number from 16 to 16384.\n');
  });
});

describe('range', () => {
  const range = (target: string, ...more: string[]) => [
    ...['range', 'good.market.json', 'good', '--target', target],
    ...(more.includes('--days') ? [] : ['--from', '2026-03-20', '--to', '2026-03-31']),
    ...more,
  ];

  it('fetches days without data, of which verify says that there are no files', async () => {
    const args = ['range', 'good.market.json', 'good', '--target', 'without', '--days', '2026-06-01'];
    expect((await cli.run(args, variables)).status).toBe(0);
    expect(await cli.run(['verify', 'without'])).toMatchObject({
      status: 0,
      out: 'The folder contains no files of delivery days.\n',
    });
  });

  it('fetches days into a folder that verify accepts and a second run leaves alone', async () => {
    const { status, out } = await cli.run(range('data'), variables);
    expect(out).toBe('12 delivery days: 12 fetched.\n');
    expect(status).toBe(0);
    const files = filesIn(join(cli.folder, 'data'));
    expect([...files.keys()].filter((name) => name.endsWith('part-0.parquet'))).toHaveLength(12);
    expect((await cli.run(range('data'), variables)).out).toBe('12 delivery days: 12 already saved.\n');
    expect(await cli.run(['verify', 'data'])).toMatchObject({ status: 0 });
    const [first = ''] = [...files.keys()].filter((name) => name.includes('day='));
    writeFileSync(join(cli.folder, 'data', first), 'changed');
    const changed = await cli.run(['verify', 'data/dayahead-prices']);
    expect(changed.status).toBe(1);
    expect(changed.out).toContain('Changed (1)');
  });

  it('ends with 2 if the sign-in is rejected, and says so', async () => {
    const wrong = { ...variables, MARKET_DATA_PASSWORD: 'wrong' };
    const { status, out, errors } = await cli.run(range('refused'), wrong);
    expect([status, out]).toEqual([2, '12 delivery days: 12 failed.\n']);
    expect(errors).toContain('Sign-in required.');
  });

  it('leaves a folder that a later run completes with the same files, even if the process is killed at any moment', async () => {
    await cli.run(range('undisturbed'), variables);
    const daysIn = (target: string) =>
      [...filesIn(join(cli.folder, target))].filter(([name]) => name.includes('day='));
    // Other files come and go while a process runs.
    const countIn = (target: string) =>
      existsSync(join(cli.folder, target))
        ? readdirSync(join(cli.folder, target), { recursive: true }).filter((name) =>
            /day=.*\.parquet$/.test(String(name)),
          ).length
        : 0;
    for (let kill = 0; kill < 6; kill += 1) {
      const before = countIn('killed');
      const child = cli.start(range('killed'), variables);
      const ended = endOf(child);
      while (countIn('killed') === before && child.exitCode === null) await wait(1);
      await wait(3 * kill);
      child.kill('SIGKILL');
      await ended;
    }
    expect(daysIn('killed').length).toBeGreaterThan(2);
    const last = await cli.run(range('killed'), variables);
    expect(last.status).toBe(0);
    expect(last.out).not.toMatch(/published|another run/);
    expect(daysIn('killed')).toEqual(daysIn('undisturbed'));
    const beside = readdirSync(join(cli.folder, 'killed')).filter((name) => /\.(jsonl|partial)$/.test(name));
    expect(beside).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)('ends soon after %s, with everything that was fetched in place', async (signal, status) => {
    const target = `ended-${signal}`;
    const long = ['--from', '2025-01-01', '--to', '2026-03-31'];
    const child = cli.start(['range', 'good.market.json', 'good', '--target', target, ...long], variables);
    const ended = endOf(child);
    const manifest = join(cli.folder, target, '_dayahead-prices.manifest.json');
    while (!existsSync(join(cli.folder, target, 'dayahead-prices', 'day=2025-01-02'))) await wait(20);
    child.kill(signal);
    expect((await ended).status).toBe(status);
    const { days } = JSON.parse(readFileSync(manifest, 'utf8')) as { days: Record<string, object> };
    const files = [...filesIn(join(cli.folder, target)).keys()];
    for (const folder of ['dayahead-prices', '_dayahead-prices.responses']) {
      const ofDays = files.filter((name) => name.startsWith(join(folder, 'day=')));
      expect(ofDays).toHaveLength(Object.keys(days).length);
    }
    expect(readdirSync(join(cli.folder, target)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('says which days another run is fetching, in words of their own, and ends with 1', async () => {
    const target = 'shared';
    await cli.run(range(target, '--days', '2026-03-20'), variables);
    const manifest = readFileSync(join(cli.folder, target, '_dayahead-prices.manifest.json'), 'utf8');
    const head = { ...(JSON.parse(manifest) as object), days: {} };
    const notes = [head, { wants: ['2026-03-21'] }, { takes: ['2026-03-21'] }];
    const file = join(cli.folder, target, '_dayahead-prices.run-0123456789abcdef.jsonl');
    writeFileSync(file, notes.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { status, out, errors } = await cli.run(range(target, '--json', 'shared.json'), variables);
    expect(out).toBe('12 delivery days: 10 fetched, 1 already saved, 1 being fetched by another run.\n');
    expect(errors).toContain('Another run is fetching some of these delivery days (1).');
    expect(status).toBe(1);
    const summary: unknown = JSON.parse(readFileSync(join(cli.folder, 'shared.json'), 'utf8'));
    expect(summary).toMatchObject({ days: 12, fetched: 10, kept: 1, taken: 1, pending: 0 });
    // A clock was ahead, or the folder was restored.
    const ahead = new Date(Date.now() + 3_600_000);
    utimesSync(file, ahead, ahead);
    expect(await cli.run(range(target), variables)).toMatchObject({
      status: 0,
      out: '12 delivery days: 1 fetched, 11 already saved.\n',
    });
  });
});

describe('secrets', () => {
  it('are nowhere in the output, in files, or in the process list', async () => {
    const target = 'secret';
    const secrets = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
    cli.write('.secrets', secrets.join(''));
    const days = ['--from', '2026-03-01', '--to', '2026-03-20'];
    const given = ['--secrets', '.secrets', '--target', target, ...days];
    const child = cli.start(['range', 'good.market.json', 'good', ...given]);
    const ended = endOf(child);
    await wait(300);
    if (process.platform === 'linux') {
      const line =
        readFileSync(`/proc/${child.pid}/cmdline`, 'latin1') +
        readFileSync(`/proc/${child.pid}/environ`, 'latin1');
      expect(line).not.toMatch(/canary/);
    }
    const { status, out, errors } = await ended;
    expect(status).toBe(0);
    expect(out + errors).not.toMatch(/canary/);
    for (const bytes of filesIn(join(cli.folder, target)).values())
      expect(bytes.includes('canary')).toBe(false);
  });

  it('in a file that others can read are rejected', async () => {
    if (process.platform === 'win32') return;
    cli.write('open', 'MARKET_DATA_PASSWORD=canary');
    chmodSync(join(cli.folder, 'open'), 0o644);
    const { status, errors } = await cli.run(['check', 'good.market.json', '--secrets', 'open'], variables);
    expect(errors).toBe('Others can read open, and it contains secrets. Run: chmod 600 open\n');
    expect(status).toBe(2);
  });

  it("go through a proxy only in a tunnel, which the proxy can't read", async () => {
    const proxy = await startLoggingProxy();
    const far = {
      ...variables,
      MARKET_DATA_BASE_URL: 'https://data.example.invalid',
      MARKET_DATA_AUTH_URL: 'https://sso.example.invalid',
      HTTPS_PROXY: proxy.address,
      HTTP_PROXY: proxy.address,
    };
    const account = { HTTPS_PROXY: proxy.address.replace('//', '//anna:canary@'), DEBUG: '*' };
    const logged = await cli.run(['run', 'good.market.json', 'good'], { ...far, ...account });
    expect(logged.errors).toContain('HTTP 502');
    expect(logged.errors).not.toContain('canary');
    const { status: without, errors } = await cli.run(['run', 'good.market.json', 'good'], far);
    // The host doesn't exist. The proxy's response isn't taken for the service's.
    expect(errors).toContain("The proxy didn't connect to the service (HTTP 502).");
    expect(without).toBe(2);
    expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT sso.example.invalid:443']));
    await cli.run(['run', 'good.market.json', 'good'], { ...far, NO_PROXY: 'sso.example.invalid' });
    expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT sso.example.invalid:443']));
    // A proxy on another machine could neither reach this one nor should it see the password.
    const { status } = await cli.run(['run', 'good.market.json', 'good'], {
      ...variables,
      HTTP_PROXY: proxy.address,
    });
    expect(status).toBe(0);
    expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT sso.example.invalid:443']));
    await proxy.close();
  });

  it('stay unsent if the address of the proxy is invalid, and the message names its variable', async () => {
    const { status, errors } = await cli.run(['run', 'good.market.json', 'good'], {
      ...variables,
      HTTPS_PROXY: 'http://',
    });
    expect(errors).toContain("HTTPS_PROXY isn't an address. Example: http://proxy.example:3128.");
    expect(status).toBe(2);
  });

  it('of the sample service are sent although the proxy of the environment has another kind', async () => {
    const { status } = await cli.run(['run', 'good.market.json', 'good', '--connection', 'sandbox'], {
      ALL_PROXY: 'socks5://proxy.example:1080',
    });
    expect(status).toBe(0);
  });

  it.each([
    ['a byte order mark', '\uFEFFMARKET_DATA_PASSWORD=x', ''],
    ['words of a shell', 'export MARKET_DATA_PASSWORD=canary', 'words, line 1: a line must be NAME=value.'],
  ])('may come from a file with %s', async (_what, text, words) => {
    cli.write('words', text);
    const given = ['run', 'good.market.json', 'good', '--secrets', 'words'];
    const { errors } = await cli.run(given, { ...variables, MARKET_DATA_PASSWORD: '' });
    expect(errors).toContain(words);
    expect(errors).not.toContain('needs MARKET_DATA_PASSWORD');
    expect(errors).not.toContain('canary');
  });
});

describe('the command line', () => {
  it.each([
    [
      ['check', 'good.market.json'],
      'Connection "mine" needs MARKET_DATA_BASE_URL, MARKET_DATA_AUTH_URL, MARKET_DATA_USERNAME, MARKET_DATA_PASSWORD',
    ],
    [
      ['check', 'unnamed.market.json'],
      'The connection needs MARKET_DATA_BASE_URL, MARKET_DATA_AUTH_URL, MARKET_DATA_USERNAME, MARKET_DATA_PASSWORD',
    ],
    [['chek', 'good.market.json'], 'Unknown verb: chek. Did you mean check?'],
    [['check', 'good.market.json', '--jnit', 'x'], 'Unknown option: --jnit. Did you mean --junit?'],
    [['check', 'nowhere'], 'File not found: nowhere'],
    [['check', 'good.market.json', '--junit'], '--junit needs a value: --junit FILE'],
    [
      ['run', 'good.market.json', 'goood'],
      'Query "goood" not found in good.market.json. Available queries: good.',
    ],
    [['range', 'good.market.json', 'good', '--target', 'x'], 'Specify the first delivery day: --from DAY.'],
    [
      ['range', 'good.market.json', 'good', '--target', 'x', '--from', 'today-7'],
      '"today-7" isn\'t a delivery day.',
    ],
    [['range', 'good.market.json', 'good', '--target', 'x', '--days', '2026-02-30'], '--days must be a list'],
    [
      ['range', 'good.market.json', 'good', '--target', 'x', '--days', '2026-01-01', '--from', '2026-02-01'],
      'Delivery day 2026-01-01 in --days is outside --from and --to.',
    ],
    [['run', '.', 'good'], "isn't a file."],
    [['check', ''], 'One of the arguments is empty.'],
    [['check', '--', '--help'], 'File not found: --help'],
    [
      ['run', 'good.market.json', 'good', '--target', 'x.txt'],
      '--target must end in .json for the format json.',
    ],
    [['verify', 'out'], 'out contains no range of delivery days.'],
  ])("says in one sentence why it can't run: %j", async (args, words) => {
    const { status, out, errors } = await cli.run(args);
    expect([status, out]).toEqual([2, '']);
    expect(errors).toContain(words);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  it('explains each verb with an example', async () => {
    expect((await cli.run(['--help'])).out).toMatch(/^Usage: node cli\.js VERB/);
    for (const verb of ['check', 'run', 'range', 'verify', 'sandbox']) {
      const { status, out } = await cli.run([verb, '--help']);
      expect(out).toContain(`Usage: node cli.js ${verb}`);
      expect(out).toContain('--help');
      expect(status).toBe(0);
    }
  });

  it('leaves nothing in the folder for temporary files', () => {
    for (const name of readdirSync(cli.temporary)) {
      const path = join(cli.temporary, name);
      // A run that was killed may have left its folder, which the next one removed.
      expect(statSync(path).isDirectory() ? readdirSync(path) : []).toEqual([]);
    }
  });
});
