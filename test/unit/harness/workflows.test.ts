import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = '.github/workflows';

// A tag can be moved to other code later; a commit can't.
it.each(readdirSync(folder))('%s names every action by its commit', (file) => {
  const used = [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\buses:\s*(.*)/g)];
  const actions = used.map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40}\b/.test(action))).toEqual([]);
});

describe('a release', () => {
  const workflow = readFileSync(`${folder}/release.yml`, 'utf8');
  const texts = workflow.slice(workflow.indexOf('\njobs:\n')).split(/^ {2}(?=\w+:$)/m);
  const jobs = new Map(texts.slice(1).map((text) => [text.split(':')[0], text]));
  const job = (name: string) => jobs.get(name) ?? '';
  /** The rights of a job to write. */
  const rights = (text: string) => [...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => right);

  it('goes from job to job: tested, built, attested, published after approval', () => {
    const order = [...jobs].map(([name, text]) => [name, /needs: (.*)/.exec(text)?.[1]]);
    expect(order).toEqual([
      ['test', undefined],
      ['build', 'test'],
      ['attest', 'build'],
      ['publish', 'attest'],
    ]);
    const approved = [...jobs.keys()].filter((name = '') => job(name).includes('environment: publish'));
    expect(approved).toEqual(['publish']);
  });

  it('gives the code of packages no rights, and those with rights only theirs', () => {
    expect(workflow).toContain('\npermissions:\n  contents: read\n');
    expect([...jobs].map(([name, text]) => [name, rights(text)])).toEqual([
      ['test', []],
      ['build', []],
      ['attest', ['id-token', 'attestations']],
      ['publish', ['contents', 'id-token']],
    ]);
    expect(job('build')).toContain('npm ci --ignore-scripts');
    // No token is left in the files of a checkout, where the code of packages could read it.
    const times = (words: string) => workflow.split(words).length;
    expect(times('persist-credentials: false')).toBe(times('actions/checkout@'));
  });

  it('is attested and published as it was built, by nothing but what its own lock file names', () => {
    expect(job('attest')).not.toMatch(/checkout|\brun:/);
    expect(job('publish')).toContain('sparse-checkout: .github/publish,');
    const commands = [...job('publish').matchAll(/\brun: (.*)/g)].map(([, command = '']) => command);
    const programs = commands.flatMap(
      (command) => command.match(/\b(?:gh \w+|npm|npx|vsce|ovsx) [\w-]+/g) ?? [],
    );
    expect(programs).toEqual([
      'npm ci',
      'gh attestation verify',
      'vsce publish',
      'ovsx publish',
      'gh release create',
    ]);
    expect(job('publish')).toMatch(/run: npm ci --ignore-scripts\n +working-directory: \.github\/publish\n/);
    const read = (name: string) => JSON.parse(readFileSync(`.github/publish/${name}`, 'utf8')) as unknown;
    const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies)).toEqual(['@vscode/vsce', 'ovsx']);
    const { packages } = read('package-lock.json') as {
      packages: Record<string, { version?: string; integrity?: string }>;
    };
    for (const [name, version] of Object.entries(dependencies)) {
      expect(packages[`node_modules/${name}`]?.version).toBe(version);
    }
    const unchecked = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
    expect(unchecked).toEqual([]);
  });
});
