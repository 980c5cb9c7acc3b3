import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { datasets } from '../../src/market/datasets/datasets';
import { recordShapes } from '../../src/market/records/recordKinds';

/** All files below a folder, with slashes on every system. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
    join(folder, file).replaceAll('\\', '/'),
  );

const code = ['src', 'webview-ui', 'test'].flatMap(filesBelow);
const api = readFileSync('docs/api.md', 'utf8');

const sources = code
  .filter((file) => file.endsWith('.ts') && !file.startsWith('test/'))
  .map((file) => [file, readFileSync(file, 'utf8').replace(/\n\s*\* /g, ' ')] as const);

/** Every document for people, by its path; not the skill, which `test/unit/skill` checks. */
const documents = new Map(
  [
    ...readdirSync('.'),
    ...readdirSync('docs').map((file) => `docs/${file}`),
    ...code.filter((file) => !file.includes('/fixtures/')),
  ]
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
);

const withoutBlocks = (text: string) => text.replace(/^ *```[^]*?^ *```/gm, '');

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The targets of a document's links and pictures that lead to other files of the project. */
function linksOf(file: string, text: string): { link: string; target: string; anchor: string }[] {
  const links = withoutBlocks(text).matchAll(/\]\((?!https?:)([^)\s]*)\)/g);
  return [...links].map(([, link = '']) => {
    const [path = '', anchor = ''] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path)).replaceAll('\\', '/');
    return { link, target, anchor };
  });
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  contributes: {
    commands: { command: string; title: string }[];
    configuration: { properties: object };
    views: Record<string, { id: string }[]>;
  };
};
const { commands, configuration, views } = manifest.contributes;
const publicNames = new Set([
  ...commands.map(({ command }) => command),
  ...Object.keys(configuration.properties),
  ...Object.values(views).flatMap((each) => each.map(({ id }) => id)),
]);
const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const titles = commands.map(({ title }) => nls[title.replaceAll('%', '')]);

describe.each([...documents])('%s', (file, text) => {
  it('links only to files and headings that exist', () => {
    const broken = linksOf(file, text).filter(
      ({ target, anchor }) =>
        !existsSync(target) ||
        (anchor !== '' && !anchorsOf(documents.get(target) ?? readFileSync(target, 'utf8')).includes(anchor)),
    );
    expect(broken.map(({ link }) => link)).toEqual([]);
  });

  it('names only scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)];
    const missing = named.map(([, script, usual]) => script ?? usual ?? '');
    expect(missing.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const files = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs)|[a-z]\w+\.ts)`/g)];
    const folders = [
      ...text.matchAll(/`((?:src|webview-ui|test|docs|scripts|l10n|language|media)\/[\w./-]+)`/g),
    ];
    expect([
      ...files.filter(
        ([, name = '']) => !existsSync(name) && !code.some((there) => `/${there}`.endsWith(`/${name}`)),
      ),
      ...folders.filter(([, name = '']) => !existsSync(name)),
    ]).toEqual([]);
  });

  it('names only settings, commands, and views that exist', () => {
    const named = [...text.matchAll(/\bmarketData(?:\.\w+)+/g)].map(([name]) => name);
    expect(named.filter((name) => !publicNames.has(name))).toEqual([]);
    const shown = [...text.matchAll(/\*\*Market Data: ([^*]+)\*\*/g)].map(([, title]) => title);
    expect(shown.filter((title) => !titles.includes(title))).toEqual([]);
  });
});

// GitHub itself links to the ones beside the README, such as the changelog.
it('every document in a folder can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const file of reached) {
    for (const { target } of linksOf(file, documents.get(file) ?? '')) reached.add(target);
  }
  const inFolders = [...documents.keys()].filter((file) => file.includes('/'));
  expect(inFolders.filter((file) => !reached.has(file))).toEqual([]);
});

it('every picture is shown in a document', () => {
  const shown = new Set(
    [...documents].flatMap(([file, text]) => linksOf(file, text)).map(({ target }) => target),
  );
  expect(filesBelow('docs/pictures').filter((file) => !shown.has(file))).toEqual([]);
});

it('docs/architecture.md is short enough to be read in one sitting', () => {
  expect(documents.get('docs/architecture.md')?.split(/\s+/).length).toBeLessThanOrEqual(2_500);
});

it('docs/api.md lists every dataset with its path and its parameters', () => {
  const listed = [...api.matchAll(/^\| `([\w-]+)` +\| `(\/.*?)` +\| (.*?) +\| .*\|$/gm)].map(
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

it('docs/api.md says which parameters are required', () => {
  const required = datasets.flatMap(({ parameters }) => parameters.filter(({ required }) => required));
  const said = [...api.matchAll(/^\| `[\w-]+` +\| .*$/gm)]
    .flatMap(([row]) => [...row.matchAll(/((?:`\w+`(?:, )?)+) \((?:both )?required\)/g)])
    .flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(said).toEqual(required.map(({ name }) => name));
});

it('docs/api.md lists every field of every record', () => {
  const missing = Object.values(recordShapes)
    .flatMap(({ known }) => known)
    .filter((name) => !api.includes(`\`${name.replace(/Epoch$/, '')}\``));
  expect(missing).toEqual([]);
});

it('every heading of docs/api.md that a comment cites exists', () => {
  const headings = [...api.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  const cited = sources.flatMap(([file, text]) =>
    [...text.matchAll(/docs\/api\.md, "([^"]*)"/g)].map(([, heading]) => ({ file, heading })),
  );
  expect(cited.length).toBeGreaterThan(15);
  expect(cited.filter(({ heading }) => !headings.includes(heading ?? ''))).toEqual([]);
});

it('every document that a comment cites exists', () => {
  const cited = sources.flatMap(([file, text]) =>
    [...text.matchAll(/docs\/[\w-]+\.md/g)].map(([document]) => ({ file, document })),
  );
  expect(cited.filter(({ document }) => !documents.has(document))).toEqual([]);
});
