import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { code, documents, filesBelow, withoutBlocks } from './documents';

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

it.each([...documents])('%s links only to files and headings that exist', (file, text) => {
  const broken = linksOf(file, text).filter(
    ({ target, anchor }) =>
      !existsSync(target) ||
      (anchor !== '' && !anchorsOf(documents.get(target) ?? readFileSync(target, 'utf8')).includes(anchor)),
  );
  expect(broken.map(({ link }) => link)).toEqual([]);
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

it('every document and every heading of docs/api.md that a comment cites exists', () => {
  const sources = code
    .filter((file) => file.endsWith('.ts') && !file.startsWith('test/'))
    .map((file) => readFileSync(file, 'utf8').replace(/\n\s*\* /g, ' '));
  const cited = sources.flatMap((text) =>
    [...text.matchAll(/docs\/[\w-]+\.md/g)].map(([document]) => document),
  );
  expect(cited.filter((document) => !documents.has(document))).toEqual([]);

  const api = documents.get('docs/api.md') ?? '';
  const headings = [...api.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  const citedHeadings = sources.flatMap((text) =>
    [...text.matchAll(/docs\/api\.md, "([^"]*)"/g)].map(([, heading]) => heading),
  );
  expect(citedHeadings.length).toBeGreaterThan(15);
  expect(citedHeadings.filter((heading) => !headings.includes(heading))).toEqual([]);
});
