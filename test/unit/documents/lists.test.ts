import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { copyLanguages, typeTargets } from '#src/protocol/codeTargets';
import { exportFormats, formatLabels } from '#src/protocol/formats';
import { views } from '#src/protocol/messages';
import { csvNotations } from '#src/text/csvDialects';
import { skillFiles } from '../skill/skillFiles';
import { code, documents, manifest } from './documents';

const sentences = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const documentAt = (file: string): string => documents.get(file) ?? '';

const numerals =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');

describe('whatever says how many there are says how many the code has', () => {
  const texts = [
    ...[...documents, ...skillFiles].map(([file, text]) => ({ file, text })),
    ...Object.entries(sentences).map(([key, text]) => ({ file: `package.nls.json: ${key}`, text })),
  ];
  const versioned = datasets.filter(({ path }) => /\/v\d+\//.test(path));
  it.each<[what: string, words: string, count: number]>([
    ['datasets', 'datasets|operations', datasets.length],
    ['paths with a version', 'paths contain a version segment', versioned.length],
    ['tools for language models', 'tools', manifest.contributes.languageModelTools.length],
  ])('%s', (_, words, count) => {
    const stated = new RegExp(String.raw`\b(${numerals.join('|')}|\d+) (?:${words})\b`, 'gi');
    const said = texts.flatMap(({ file, text }) =>
      [...text.matchAll(stated)].map(([, number = '']) => ({ file, number: number.toLowerCase() })),
    );
    const right = [numerals[count], String(count)];
    expect(said.filter(({ number }) => !right.includes(number))).toEqual([]);
  });
});

it('docs/architecture.md says how many places depend on specific datasets', () => {
  const named = new RegExp(`['"](${datasets.map(({ id }) => id).join('|')})['"]`);
  const places = code.filter(
    (file) =>
      /^(src|webview-ui)\/.*\.ts$/.test(file) &&
      file !== 'src/market/datasets/datasets.ts' &&
      named.test(readFileSync(file, 'utf8')),
  );
  const said = /Only (\w+) other places depend on specific datasets/.exec(documentAt('docs/architecture.md'));
  expect(said?.[1], places.join(', ')).toBe(numerals[places.length]);
});

describe('docs/commands.md lists each value of an argument', () => {
  it.each<[command: string, name: string, values: readonly string[]]>([
    ['marketData.result.export', 'format', exportFormats],
    ['marketData.result.copyAs', 'target', copyLanguages],
    ['marketData.result.open', 'view', views],
    ['marketData.dataset.types', 'target', typeTargets],
  ])('%s: %s', (command, name, values) => {
    const row = documentAt('docs/commands.md')
      .split('\n')
      .find((line) => line.includes(`<br>\`${command}\``));
    const [, listed = ''] =
      new RegExp(`\`${name}\` is ((?:\`\\w+\`(?:, or |, | or )?)+)`).exec(row ?? '') ?? [];
    expect([...listed.matchAll(/\w+(?=`)/g)].map(([value]) => value)).toEqual(values);
  });
});

describe('whatever lists the formats lists all of them', () => {
  const labels = exportFormats.map((format) => formatLabels[format].label);
  const dialects = Object.entries(csvNotations);

  it.each<[where: string, text: string, begin: RegExp]>([
    ['docs/exports.md', documentAt('docs/exports.md'), /^- \*\*Format:\*\* .*/m],
    ['CHANGELOG.md', documentAt('CHANGELOG.md'), /^- Exports as .*/m],
    ['the walkthrough', sentences['walkthrough.export.description'] ?? '', /^Export results to .*/m],
  ])('%s', (_, text, begin) => {
    const [sentence = ''] = begin.exec(text) ?? [];
    expect(labels.filter((label) => !new RegExp(`\\b${label}\\b`).test(sentence))).toEqual([]);
  });

  it('docs/exports.md explains each, and says what commands call the dialects of CSV', () => {
    const [, formats = ''] = /\n## Formats\n([^]*?)\n## /.exec(documentAt('docs/exports.md')) ?? [];
    const explained = [...formats.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, label]) => label);
    expect(explained.sort()).toEqual([...labels, ...dialects.map(([, { label }]) => label())].sort());
    expect(dialects.filter(([id]) => !formats.includes(`\`dialect: "${id}"\``))).toEqual([]);
  });
});
