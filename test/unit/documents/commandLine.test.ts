import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '#src/cli/exitCodes';
import { readArguments } from '#src/cli/readArguments';
import { verbs } from '#src/cli/verbs';
import { environment } from '#src/request/environment';
import { dayOf, dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
import { workflowScript } from '../../harness/ciWorkflow.mjs';
import { builtCli, endOf, type BuiltCli, type Ended } from '../cli/builtCli';
import { documents, inlineCode } from './documents';

const page = documents.get('docs/command-line.md') ?? '';

/** The first code block below a heading. */
const blockBelow = (heading: string): string =>
  /```\w*\n([^]*?)```/.exec(page.split(`\n## ${heading}\n`)[1] ?? '')?.[1] ?? '';

describe('the page of the command line', () => {
  it('lists every verb, status, and variable', () => {
    const rows = [...page.matchAll(/^\| `?([\w<>]+)`? +\|/gm)].map(([, name = '']) => name);
    const { header, ...named } = environment;
    const expected = [
      ...Object.keys(verbs),
      ...Object.values(exitCodes).map(String),
      ...Object.values(named),
      header('') + '<NAME>',
    ];
    expect(rows.filter((name) => !['verb', 'status', 'variable'].includes(name)).sort()).toEqual(
      expected.sort(),
    );
  });

  it('shows only command lines that the verbs accept', async () => {
    const lines = [...documents.values()].flatMap((text) => [
      ...text.matchAll(/(?:\bnode \S*\bcli\.js"?|npm run cli --) (\w+)(.*)/g),
    ]);
    expect(lines.length).toBeGreaterThan(8);
    for (const [line, name = '', rest = ''] of lines) {
      const words = (rest.match(/"[^"]*"|[^\s)|`]+(?=[\s)|`]|$)/g) ?? []).map((word) =>
        word.replaceAll('"', ''),
      );
      const verb = await verbs[name]?.load();
      expect(verb, line).toBeDefined();
      if (verb) expect(() => readArguments(words, verb.options), line).not.toThrow();
    }
  });

  it('names only options that a verb has', async () => {
    const loaded = await Promise.all(Object.values(verbs).map(({ load }) => load()));
    const known = loaded.flatMap(({ options }) => Object.keys(options));
    const named = inlineCode(page).flatMap((inline) => inline.match(/(?<=--)[a-z][\w-]+/g) ?? []);
    expect(named.filter((name) => ![...known, 'help'].includes(name))).toEqual([]);
  });
});

const hasShell = (['bash', 'git'] as const).every(
  (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
);

describe.runIf(hasShell && process.platform !== 'win32')('the recipes, exactly as documented', () => {
  let cli: BuiltCli;
  /** A service at a time when tomorrow's prices are published, and one at which they aren't. */
  let service: Sandbox;
  let early: Sandbox;
  let folder: string;

  beforeAll(async () => {
    cli = await builtCli();
    const today = dayPeriod(dayOf(Date.now(), marketZone), marketZone).start;
    const at = (hour: number) => () => today + hour * 3_600_000;
    service = await startSandbox({ now: at(20) });
    early = await startSandbox({ now: at(1) });
  });
  afterAll(async () => {
    await Promise.all([service.close(), early.close()]);
    rmSync(cli.folder, { recursive: true });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recipe-'));
    write('prices.market.json', blockBelow('Try It'));
  });

  function write(name: string, text: string, mode = 0o600): void {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  }

  const copyCli = (name: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(cli.folder, 'cli.js'), join(folder, name));
  };

  const variablesOf = ({ baseUrl, authUrl, signIn }: Sandbox) => ({
    [environment.baseUrl]: baseUrl,
    [environment.authUrl]: authUrl,
    [environment.username]: signIn.username,
    [environment.password]: signIn.password,
  });

  /** Runs a program in the folder, which can find Node, and nothing of this process's environment. */
  const start = (
    program: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Ended> => {
    const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
    const env = { PATH: path, TMPDIR: tmpdir(), HOME: folder, ...variables };
    return endOf(spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  };

  it('Check in CI: passes once the prices are published, and fails before that with file and line', async () => {
    // Instead of GitHub's own program: what it downloads is the file of this test.
    const gh = `#!/bin/sh
case "$*" in
"release download v"*" --repo market-data-explorer/market-data-explorer --pattern cli.js --dir $RUNNER_TEMP") cp "$CLI" "$RUNNER_TEMP/cli.js";;
"attestation verify $RUNNER_TEMP/cli.js --repo market-data-explorer/market-data-explorer") test -f "$RUNNER_TEMP/cli.js";;
*) exit 9;;
esac\n`;
    write('bin/gh', gh, 0o755);
    mkdirSync(join(folder, 'temporary'));
    const [, repository = ''] = /REPOSITORY: (.*)/.exec(blockBelow('Check in CI')) ?? [];
    const script = workflowScript('Check in CI');
    const job = (connected: Sandbox, more: Readonly<Record<string, string>> = {}) =>
      start('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
        ...variablesOf(connected),
        REPOSITORY: repository,
        RUNNER_TEMP: join(folder, 'temporary'),
        CLI: join(cli.folder, 'cli.js'),
        ...more,
      });
    expect(await job(service)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^ok north: .*\n3 checks passed, 0 failed\n$/s) as string,
    });
    write(
      'clock.cjs',
      `Date.now = () => ${dayPeriod(dayOf(Date.now(), marketZone), marketZone).start + 20 * 3_600_000};`,
    );
    const red = await job(early, { NODE_OPTIONS: `--require=${join(folder, 'clock.cjs')}` });
    expect(red.status).toBe(1);
    const [, shown = ''] = /such as `([^`]*: error: [^`]*)`/.exec(page) ?? [];
    expect(red.out.split('\n')).toContain(shown);
    expect(readFileSync(join(folder, 'checks.xml'), 'utf8')).toContain('failures="3"');
  });

  it('Fetch Every Night: the line of the crontab fetches the available days, and the next night only the other days', async () => {
    copyCli('prices/cli.js');
    write('prices/prices.market.json', blockBelow('Try It'));
    const secrets = Object.entries(variablesOf(service)).map(([name, value]) => `${name}=${value}\n`);
    write('prices/secrets.env', secrets.join(''));
    const [, command = ''] = /^(?:[\d*]+ ){5}(.*)\n$/.exec(blockBelow('Fetch Every Night')) ?? [];
    // A percent sign would end the command.
    expect(command).toMatch(/^cd [^%]+$/);
    // Otherwise there would be more days to fetch with each day on which the test runs.
    const shorter = command.replace('--from 2026-01-01', '--from today-30d');
    expect(shorter).not.toBe(command);
    const first = await start('/bin/sh', ['-c', shorter]);
    expect([first.status, first.errors]).toEqual([0, '']);
    expect(first.out).toMatch(/^3[12] delivery days: 3[12] fetched/);
    const next = await start('/bin/sh', ['-c', shorter]);
    expect(next.out).not.toContain('fetched');
    expect(next.status).toBe(0);
  });

  it('Before Each Commit: the hook rejects a file with a problem, and nothing else', async () => {
    copyCli('tools/cli.js');
    const git = (...args: string[]) =>
      start('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
    await git('init', '--quiet');
    write('.git/hooks/pre-commit', blockBelow('Before Each Commit'), 0o755);
    write('other.txt', 'nothing to check');
    await git('add', 'other.txt');
    expect(await git('commit', '--quiet', '-m', 'other')).toMatchObject({ status: 0 });

    const file = 'queries/préis [1].market.json';
    write(file, blockBelow('Try It').replace('deliveryarea', 'deliveryarae'));
    await git('add', 'queries');
    const refused = await git('commit', '--quiet', '-m', 'misspelled');
    expect(refused.status).toBe(1);
    expect(refused.out + refused.errors).toContain('deliveryarae');

    write(file, '{');
    await git('add', 'queries');
    expect((await git('commit', '--quiet', '-m', 'broken')).status).toBe(1);

    // Its check fails, and so only its data is unexpected.
    write(file, blockBelow('Try It').replace('-500', '4000'));
    await git('add', 'queries');
    expect(await git('commit', '--quiet', '-m', 'good')).toMatchObject({ status: 0 });
    expect((await git('log', '--format=%s')).out).toBe('good\nother\n');

    // What counts is what would be committed, not what is in the folder.
    write(file, blockBelow('Try It').replace('deliveryarea', 'deliveryarae'));
    await git('add', 'queries');
    write(file, blockBelow('Try It'));
    expect((await git('commit', '--quiet', '-m', 'staged')).status).toBe(1);
    await git('add', 'queries');
    write(file, '{');
    expect(await git('commit', '--quiet', '-m', 'fixed')).toMatchObject({ status: 0 });

    write('tools/cli.js', 'throw new ReferenceError();');
    write(file, blockBelow('Try It'));
    await git('add', 'queries');
    expect((await git('commit', '--quiet', '-m', 'unchecked')).status).toBe(1);
    rmSync(join(folder, 'tools/cli.js'));
    expect((await git('commit', '--quiet', '-m', 'unchecked')).status).toBe(1);
  });

  it('Try It: the examples run one after the other in an empty folder', async () => {
    copyCli('cli.js');
    const [lines = ''] = /(?:^node cli\.js .*\n)+/m.exec(page.split('\n## Try It\n')[1] ?? '') ?? [];
    expect(lines.split('\n').length).toBeGreaterThan(3);
    // The built-in service has the time of this machine, at which tomorrow's prices may not be published.
    const ended = await start('bash', ['-c', lines.replace(/^node cli\.js check .*/, '$& || test $? -eq 1')]);
    expect(ended.out).toContain('31 delivery days: 31 fetched.');
    expect(ended.out).toContain('The files of all 31 delivery days are unchanged.');
    expect(ended.status).toBe(0);
  });
});
