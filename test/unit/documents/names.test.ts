import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatLabels } from '#src/protocol/formats';
import { code, codeBlocks, documents, filesBelow, inlineCode, labels, manifest, titles } from './documents';

const { commands, configuration, views } = manifest.contributes;
const publicNames = new Set([
  ...commands.map(({ command }) => command),
  ...Object.keys(configuration.properties),
  ...Object.values(views).flatMap((each) => each.map(({ id }) => id)),
]);

const word = /(?<!\w)[A-Za-z_$][\w$]*/g;

/** Every word of the code, of its configuration, and of their paths; not of these tests. */
const words = (() => {
  const files = [...code, ...['scripts', 'language', '.github', '.ci'].flatMap(filesBelow)]
    .filter((file) => /\.(?:[mc]?[jt]s|json|ya?ml|py|txt|css)$|^\.ci/.test(file))
    .filter((file) => !file.startsWith('test/unit/documents/'));
  const inRoot = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js(?:on)?$/.test(entry.name))
    .map(({ name }) => name);
  return new Set(
    [...files, ...inRoot].flatMap((file) => [
      ...(file.match(word) ?? []),
      ...(readFileSync(file, 'utf8').match(word) ?? []),
    ]),
  );
})();

/** Words that only documents have: placeholders, values that are made up, and settings of the editor and of Node. */
const ownWords = [
  'yourQuestion',
  'NX_390334',
  'NX519789',
  'schemaDownload',
  'MARKET_DATA_HEADER_',
  'Unreleased',
];

/** What is bold and not among the extension's own labels, and what it is instead. */
const otherBold: Readonly<Record<string, readonly string[]>> = {
  'in VS Code': [
    'Extensions',
    'Extensions: Install from VSIX…',
    'Install',
    'Show CodeLens Commands for Current Line',
    'Terminal: Run Task',
    'Testing',
  ],
  'on GitHub': ['Report a vulnerability', 'Security'],
  'the beginning of a prompt': ['Address of the sign-in service', 'Client ID', 'Client secret', 'Scope'],
  'a value of the API': ['Receiving', 'Sending', 'MW', 'MWh', 'Blocks'],
  emphasis: [
    "Fields that the API doesn't document",
    'For',
    'IDs',
    'Prices, values, volumes, quantities, and capacities',
  ],
};

const exactLabels = new Set([...labels, ...Object.values(formatLabels).map(({ label }) => label)]);
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
/** Labels with values. One that consists of little else would match anything. */
const patterns = labels
  .filter((label) => /\{\d\}/.test(label) && /[a-z]{4}/.test(label))
  .map(
    (label) =>
      new RegExp(
        `^${label
          .split(/\{\d\}/)
          .map(escaped)
          .join(String.raw`\S+`)}$`,
        'i',
      ),
  );

/** The bold texts of a document, except for sentences and numbers, which begin a paragraph or stand out. */
const boldOf = (text: string) =>
  [...text.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, bold = '']) => bold)
    .filter((bold) => !/[.:?]$/.test(bold) && !/^[\d.]+×$/.test(bold));

/** Whether it's shown: a whole label, or as many words of one as a document quotes in lowercase. */
const isShown = (bold: string) =>
  exactLabels.has(bold) ||
  patterns.some((pattern) => pattern.test(bold)) ||
  (/^[a-z]/.test(bold) && labels.some((label) => label.includes(bold)));

describe.each([...documents])('%s', (_file, text) => {
  it('names only scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)];
    const missing = named.map(([, script, usual]) => script ?? usual ?? '');
    expect(missing.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const files = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs)|[a-z]\w+\.ts)`/g)];
    const folders = [
      ...text.matchAll(/`((?:src|webview-ui|test|docs|scripts|l10n|language|media|\.github)\/[\w./-]+)`/g),
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
    const shown = [...text.matchAll(/\*\*Market Data: ([^*]+)\*\*/g)].map(([, title]) => title ?? '');
    expect(shown.filter((title) => ![...titles.values()].includes(title))).toEqual([]);
  });

  it('has only words in code that the code has', () => {
    const named = inlineCode(text).flatMap((inline) => inline.match(word) ?? []);
    expect(named.filter((each) => !words.has(each) && !ownWords.includes(each))).toEqual([]);
  });

  it('quotes only titles, buttons, and messages that exist', () => {
    const others = Object.values(otherBold).flat();
    const quoted = boldOf(text).map((bold) => bold.replace(/^Market Data: /, ''));
    expect(quoted.filter((bold) => !isShown(bold) && !others.includes(bold))).toEqual([]);
  });
});

it('names only environment variables that something reads', () => {
  const texts = codeBlocks('sh', 'yaml', '').map(({ text }) => text);
  const named = texts.flatMap((text) => text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
  expect(named).toContain('MARKET_DATA_BASE_URL');
  expect(named.filter((name) => !words.has(name))).toEqual([]);
});
