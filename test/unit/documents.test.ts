import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { datasets } from '../../src/market/datasets/datasets';
import { recordShapes } from '../../src/market/records/recordKinds';

const document = readFileSync('docs/api.md', 'utf8');
const headings = [...document.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);

const sources = ['src', 'webview-ui']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(file, 'utf8').replace(/\n\s*\* /g, ' ')] as const);

it('docs/api.md lists every dataset with its path and its parameters', () => {
  const listed = [...document.matchAll(/^\| `([\w-]+)` +\| `(\/.*?)` +\| (.*?) +\| .*\|$/gm)].map(
    ([, id, path, parameters]) => [id, path, [...(parameters ?? '').matchAll(/`(\w+)`/g)].map((m) => m[1])],
  );
  const twin = (id: string, names: readonly string[]) => (id === 'dayahead-prices-alternate' ? [] : names);
  expect(listed).toEqual(
    datasets.map(({ id, path, parameters }) => [
      id,
      path,
      twin(
        id,
        parameters.map(({ name }) => name),
      ),
    ]),
  );
});

it('docs/api.md lists every field of every record', () => {
  const missing = Object.values(recordShapes)
    .flatMap(({ known }) => known)
    .filter((name) => !document.includes(`\`${name.replace(/Epoch$/, '')}\``));
  expect(missing).toEqual([]);
});

it('every heading of docs/api.md that a comment cites exists', () => {
  const cited = sources.flatMap(([file, text]) =>
    [...text.matchAll(/docs\/api\.md, "([^"]*)"/g)].map(([, heading]) => ({ file, heading })),
  );
  expect(cited.length).toBeGreaterThan(15);
  expect(cited.filter(({ heading }) => !headings.includes(heading ?? ''))).toEqual([]);
});

it.each(['docs/architecture.md', 'docs/code-tour.md', 'docs/api.md', 'CONTRIBUTING.md', 'README.md'])(
  'every file that %s names exists',
  (name) => {
    const files = ['src', 'webview-ui', 'test', 'scripts']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
      )
      .map((file) => `/${file.replaceAll('\\', '/')}`);
    const named = [
      ...readFileSync(name, 'utf8').matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs)|[a-z]\w+\.ts)`/g),
    ].map(([, file]) => file ?? '');
    expect(named.filter((file) => !files.some((there) => there.endsWith(`/${file}`)))).toEqual([]);
  },
);
