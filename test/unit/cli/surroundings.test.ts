import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { endOf, type Ended } from './builtCli';
import { useFaultyService } from './faultyService';

/** What nothing may print. */
const canary = 'canary-password-9Zk';

const service = useFaultyService({ MARKET_DATA_PASSWORD: canary });

const parameters = { deliveryarea: 'NO1', currency: 'EUR', startTime: '2026-03-28', endTime: '2026-03-28' };
const prices = { dataset: 'dayahead-prices', parameters };
const fileOf = (queries: object) => JSON.stringify({ version: 1, queries }, undefined, 2);
const sample = ['--connection', 'sandbox'];
const typed = ['run', 'dayahead-prices', ...Object.entries(parameters).map((pair) => pair.join('='))];

beforeAll(() => {
  service.cli.write('good.market.json', fileOf({ good: { ...prices, expect: { complete: true } } }));
});

/** Starts every process of a run with a script, which may change what the program sees. */
function preloaded(script: string): { NODE_OPTIONS: string } {
  service.cli.write('preload.cjs', script);
  return { NODE_OPTIONS: `--require=${JSON.stringify(join(service.cli.folder, 'preload.cjs'))}` };
}
/** The time of day is in UTC, in winter an hour earlier than in Oslo. */
const at = (time: string) => preloaded(`Date.now = () => Date.parse('${time}');`);

describe('the file', () => {
  it('runs in a folder whose package.json makes it an ES module', async () => {
    mkdirSync(join(service.cli.folder, 'module'));
    writeFileSync(join(service.cli.folder, 'module/package.json'), '{"type":"module"}');
    copyFileSync(join(service.cli.folder, 'cli.js'), join(service.cli.folder, 'module/cli.js'));
    const started = spawn(process.execPath, ['module/cli.js', 'check', 'good.market.json', ...sample], {
      cwd: service.cli.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await endOf(started)).toMatchObject({
      status: 0,
      out: expect.stringContaining('ok good') as string,
    });
  });

  it('says which Node it needs, in a syntax that an old one can read', async () => {
    const old = preloaded(
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });`,
    );
    expect(await service.cli.run(['chek'], old)).toEqual({
      status: 2,
      out: '',
      errors: 'Market Data Explorer needs Node 20 or newer. This is Node 18.20.8.\n',
    });
    const text = readFileSync(join(service.cli.folder, 'cli.js'), 'utf8');
    // Node 10 can parse a dynamic import, too, which isn't part of ES2019 yet.
    const parsed = new Linter().verify(text.replace("import('node:module')", 'load()'), {
      languageOptions: { ecmaVersion: 2019, sourceType: 'script' },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
    });
    expect(parsed.filter(({ fatal }) => fatal)).toEqual([]);
  });
});

it('an internal error is not taken for a failed check', async () => {
  const crash = preloaded(
    `if (require('node:worker_threads').isMainThread) setTimeout(() => { throw new Error('crash'); }, 300);`,
  );
  const { status, errors } = await service.cli.run(['sandbox'], crash);
  expect([status, errors.includes('crash')]).toEqual([2, true]);
});

describe.runIf(process.platform === 'linux')('a full or missing disk', () => {
  /** Its standard output is a disk that is always full. */
  const intoFull = (args: readonly string[]): Promise<Ended> =>
    endOf(
      spawn(process.execPath, ['cli.js', ...args], {
        cwd: service.cli.folder,
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      }),
    );

  it.each([
    [['--version']],
    [['--help']],
    [['verify', '--help']],
    [['sandbox', '--help']],
    [['verify', 'data']],
    [[...typed, ...sample]],
    [['sandbox']],
  ])('ends %j with 2 and a sentence', async (args) => {
    if (args[1] === 'data') {
      const days = ['--days', '2026-03-28', '--target', 'data'];
      await service.cli.run(['range', 'good.market.json', 'good', ...days, ...sample]);
    }
    const { status, errors } = await intoFull(args);
    expect([status, errors.trim().split('\n').at(-1)]).toEqual([2, "Couldn't write the output (ENOSPC)."]);
  });

  it('of temporary files is named without a path', async () => {
    expect(await service.cli.run([...typed, ...sample], { TMPDIR: '/proc/none' })).toEqual({
      status: 2,
      out: '',
      errors:
        "Couldn't write to the folder for temporary files (ENOENT): set TMPDIR to one that can be written to.\n",
    });
  });

  it('whose folders cannot be created keeps no run from ending', async () => {
    const args = ['check', 'good.market.json', ...sample, '--json', '/proc/x/y'];
    expect(await service.cli.run(args)).toEqual({
      status: 2,
      out: '',
      errors: "Couldn't write /proc/x/y (ENOENT).\n",
    });
    const { status, errors } = await service.cli.run([...typed, ...sample, '--target', '/proc/x/y.csv']);
    expect([status, errors]).toEqual([2, "96 rows.\nCouldn't write /proc/x/y.csv (ENOENT).\n"]);
    const days = ['--days', '2026-03-28', '--target', '/proc/x'];
    expect(await service.cli.run(['range', 'good.market.json', 'good', ...days, ...sample])).toEqual({
      status: 2,
      out: '',
      errors: "Couldn't write dayahead-prices (ENOENT).\n",
    });
  });
});

describe('reports', () => {
  it.each(['--junit', '--json'])(
    '%s is not followed through links in the working directory',
    async (name) => {
      mkdirSync(join(service.cli.folder, `outside${name}`));
      symlinkSync(join(service.cli.folder, `outside${name}`), join(service.cli.folder, `linked${name}`));
      const { status, errors } = await service.cli.run([
        ...['check', 'good.market.json', ...sample],
        ...[name, `linked${name}/report`],
      ]);
      expect([status, errors]).toEqual([2, `The path "linked${name}/report" contains a symbolic link.\n`]);
      expect(existsSync(join(service.cli.folder, `outside${name}/report`))).toBe(false);
      const absolute = join(service.cli.folder, `linked${name}/report`);
      expect((await service.cli.run(['check', 'good.market.json', ...sample, name, absolute])).status).toBe(
        0,
      );
      expect(existsSync(absolute)).toBe(true);
    },
  );

  it('of a range and of its verification are what the commands of the editor resolve with', async () => {
    const days = ['--days', '2026-03-28', '--target', 'reported', '--json', 'reports/range.json'];
    await service.cli.run(['range', 'good.market.json', 'good', ...days, ...sample]);
    await service.cli.run(['verify', 'reported', '--json', 'reports/verify.json']);
    const read = (name: string) =>
      JSON.parse(readFileSync(join(service.cli.folder, 'reports', name), 'utf8')) as object;
    expect(read('range.json')).toMatchObject({
      days: 1,
      fetched: 1,
      revised: [],
      problems: [],
      target: join(service.cli.folder, 'reported'),
    });
    expect(read('verify.json')).toEqual({ days: 1, good: 1, missing: [], changed: [], added: [] });
  });
});

describe('a query that cannot be run', () => {
  const check = async (queries: object, more: Readonly<Record<string, string>> = service.variables) => {
    service.cli.write('asked.market.json', fileOf(queries));
    const args = ['check', 'asked.market.json', '--junit', 'asked.xml', '--json', 'asked.json'];
    const { status, out } = await service.cli.run(args, more);
    const report = JSON.parse(readFileSync(join(service.cli.folder, 'asked.json'), 'utf8')) as object[];
    return {
      status,
      lines: out.trim().split('\n'),
      report,
      xml: readFileSync(join(service.cli.folder, 'asked.xml'), 'utf8'),
    };
  };
  const expected = { complete: true, rows: 96, columns: { value: { '>=': -500 } } };
  const nowhere = () => ({
    ...service.variables,
    MARKET_DATA_BASE_URL: 'https://127.0.0.1:9',
    MARKET_DATA_AUTH_URL: 'https://127.0.0.1:9',
  });

  it('is one error with status 2, which wins over a failed check, in JUnit as well', async () => {
    const two = { ...prices, connection: 'sandbox' };
    const failing = { ...prices, expect: { rows: 1 } };
    const { status, lines, report, xml } = await check(
      { far: { ...prices, expect: expected }, near: { ...two, ...failing, connection: 'sandbox' } },
      nowhere(),
    );
    expect(status).toBe(2);
    expect(lines[0]).toMatch(
      /^asked\.market\.json:\d+:1: error: far: query: The outcome is unreachable instead/,
    );
    expect(lines.at(-1)).toBe("1 check passed, 1 failed, 1 query couldn't be run");
    expect(lines).toHaveLength(4);
    expect(report).toMatchObject([{ file: 'asked.market.json', passed: 1, failed: 1, errors: 1 }]);
    expect(xml).toContain('failures="1" errors="1"');
    expect(xml).toContain('<error message="The outcome is unreachable instead of success.');
  });

  it.each([
    ['refused sign-in', { status: 400, json: { error: 'invalid_grant' } }, 'unauthorized'],
    ['quota', { token: 'granted' }, 'tooManyRequests'],
  ])('because of a %s is an error', async (_what, grant, outcome) => {
    service.faults.grants('/connect/token', [grant]);
    service.faults.on('/dayahead/prices/areaBlock', [{ status: 429, headers: { 'retry-after': '86400' } }]);
    const { status, lines } = await check({ far: { ...prices, expect: expected } });
    expect([status, lines.length]).toEqual([2, 2]);
    expect(lines[0]).toContain(`far: query: The outcome is ${outcome} instead of success.`);
  });

  it('because of a typo is an error that does not keep others from running', async () => {
    const misspelled = { ...prices, parameters: { ...parameters, deliveryarae: 'NO1' }, expect: expected };
    const good = { ...prices, connection: 'sandbox', expect: { rows: 96 } };
    const { status, lines } = await check({ misspelled, good });
    expect(status).toBe(2);
    expect(lines[0]).toContain('misspelled: query: Line 11: Unknown parameter "deliveryarae".');
    expect(lines.at(-1)).toBe("2 checks passed, 0 failed, 1 query couldn't be run");
  });

  it('says once when data is due that is not published yet, and that is a failed check', async () => {
    const tomorrow = { ...parameters, startTime: 'tomorrow', endTime: 'tomorrow' };
    const queries = { next: { ...prices, connection: 'sandbox', parameters: tomorrow, expect: expected } };
    const early = await check(queries, at('2026-01-14T08:00:00Z'));
    expect(early.status).toBe(1);
    expect(early.lines[0]).toMatch(
      /: error: next: outcome: The data isn't published yet \(due at about 12:55\)\.$/,
    );
    expect(early.lines.slice(1)).toEqual(['0 checks passed, 1 failed']);
  });
});

describe('a dataset and parameters in place of a file', () => {
  it('are a query, whatever the case of names', async () => {
    const spelled = typed.map((each) => each.replace('deliveryarea', 'DeliveryArea'));
    const { status, out } = await service.cli.run([...spelled, ...sample, '--format', 'csv']);
    expect(status).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(97);
    expect(out).toMatch(/^startTime,endTime,value,.*\r?\n2026-03-27T23:00:00\.000Z,/);
  });

  it('are written to a file, or to standard output like a query of a file that has a file of its own', async () => {
    expect((await service.cli.run([...typed, ...sample, '--target', 'typed.csv'])).status).toBe(0);
    const own = { ...prices, export: { format: 'csv', target: 'own.csv' } };
    service.cli.write('own.market.json', fileOf({ own }));
    const { out } = await service.cli.run(['run', 'own.market.json', 'own', ...sample, '--target', '-']);
    expect(out).toBe(readFileSync(join(service.cli.folder, 'typed.csv'), 'utf8'));
    expect(existsSync(join(service.cli.folder, 'own.csv'))).toBe(false);
  });

  it('are printed as the export of a query says: its dialect, and only its rows and columns', async () => {
    const rows = { columns: ['startTime', 'value'], ranges: [[0, 2]] };
    const own = { ...prices, export: { format: 'csv', dialect: 'excel', rows, target: 'own.csv' } };
    service.cli.write('rows.market.json', fileOf({ own }));
    const { status, out } = await service.cli.run([
      'run',
      'rows.market.json',
      'own',
      ...sample,
      '--target',
      '-',
    ]);
    expect(status).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(out).toMatch(/^\uFEFFstartTime;value\r?\n/);
  });

  it.each([
    [['deliveryarae=NO1'], 'Unknown parameter "deliveryarae". Did you mean "deliveryarea"?'],
    [['NO1'], '"NO1" must be NAME=VALUE, such as deliveryarea=NO1.'],
    [['deliveryarea=NO1', 'DELIVERYAREA=SE3'], 'deliveryarea was given twice.'],
    [['__proto__=x'], 'Unknown parameter "__proto__".'],
    [['deliveryarea=NO1', 'currency=EUR', 'startTime=yesterdya', 'endTime=today'], 'yesterdya'],
  ])('with a mistake are rejected like those of a file: %j', async (args, words) => {
    const { status, out, errors } = await service.cli.run(['run', 'dayahead-prices', ...args, ...sample]);
    expect([status, out]).toEqual([2, '']);
    expect(errors).toContain(words);
  });
});

describe('secrets and variables', () => {
  const run = [...typed, '--secrets', 'own.env'];
  const others = () => ({ ...service.variables, MARKET_DATA_PASSWORD: '' });

  it.each([
    ['that is not UTF-8', Buffer.from('MARKET_DATA_PASSWORD=canary-\xe9', 'latin1'), "own.env isn't UTF-8."],
    [
      'with a name twice',
      Buffer.from('MARKET_DATA_PASSWORD=canary\nMARKET_DATA_PASSWORD=canary'),
      'own.env, line 2: MARKET_DATA_PASSWORD is in the file twice.',
    ],
    [
      'with a name twice, in different cases',
      Buffer.from('MARKET_DATA_PASSWORD=canary\nmarket_data_password=canary'),
      'own.env, line 2: market_data_password is in the file twice.',
    ],
    [
      'with an additional return',
      Buffer.from('MARKET_DATA_PASSWORD=canary\r\r\n'),
      'MARKET_DATA_PASSWORD ends in a line break',
    ],
  ])('in a file %s are not sent', async (_what, bytes, words) => {
    service.cli.write('own.env', '');
    writeFileSync(join(service.cli.folder, 'own.env'), bytes);
    const { status, errors } = await service.cli.run(run, others());
    expect(status).toBe(2);
    expect(errors).toContain(words);
    expect(errors).not.toContain('canary');
    expect(service.faults.seen('/connect/token')).toHaveLength(0);
  });

  it('in a file win over variables of the environment whose names have another case', async () => {
    service.faults.grants('/connect/token', [{ status: 400 }]);
    service.cli.write('own.env', 'MARKET_DATA_PASSWORD=canary-own');
    await service.cli.run(run, { ...others(), Market_Data_Password: 'theirs' });
    const [asked] = service.faults.seen('/connect/token');
    expect(asked?.body).toContain('password=canary-own');
  });

  it.runIf(process.platform !== 'win32')('in a file that others can change are rejected', async () => {
    service.cli.write('own.env', '');
    chmodSync(join(service.cli.folder, 'own.env'), 0o620);
    const { status, errors } = await service.cli.run(run, others());
    expect([status, errors]).toEqual([
      2,
      'Others can change own.env, and it contains secrets. Run: chmod 600 own.env\n',
    ]);
  });

  it('that end in a line break are told', async () => {
    const { status, errors } = await service.cli.run(typed, {
      ...service.variables,
      MARKET_DATA_PASSWORD: `${canary}\n`,
    });
    expect([status, errors]).toEqual([2, 'MARKET_DATA_PASSWORD ends in a line break: set it without one.\n']);
  });

  it('in quotation marks are named as a likely reason after a refused sign-in', async () => {
    service.faults.grants('/connect/token', [{ status: 400, json: { error: 'invalid_grant' } }]);
    service.cli.write('own.env', `MARKET_DATA_PASSWORD="${canary}"\n`);
    const { status, errors } = await service.cli.run(run, others());
    expect(status).toBe(2);
    expect(errors).toContain('MARKET_DATA_PASSWORD was sent with its quotation marks.');
    expect(errors).not.toContain(canary);
  });

  it.each([[{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'set NODE_EXTRA_CA_CERTS']])(
    'that cannot be used are rejected in one sentence: %j',
    async (set, words) => {
      const { status, out, errors } = await service.cli.run([...typed, ...sample], set);
      expect([status, out, errors.split('\n').length]).toEqual([2, '', 2]);
      expect(errors).toContain(words);
    },
  );
});
