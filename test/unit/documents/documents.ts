import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder, with slashes on every system. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));

/** Where the project's own files are, besides the root. */
export const code = ['src', 'webview-ui', 'test'].flatMap(filesBelow);

/** Every document for people, by its path; not the skill, which `test/unit/skill` checks. */
export const documents: ReadonlyMap<string, string> = new Map(
  [...readdirSync('.'), ...filesBelow('docs'), ...code.filter((file) => !file.includes('/fixtures/'))]
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
);

const block = /^ *```(.*)\n([^]*?)^ *```/gm;

/** A document without its code blocks. */
export const withoutBlocks = (text: string): string => text.replace(block, '');

/** A code block of a document. */
export interface CodeBlock {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** The code blocks of all documents in these languages. */
export const codeBlocks = (...languages: string[]): CodeBlock[] =>
  [...documents]
    .flatMap(([file, whole]) =>
      [...whole.matchAll(block)].map(([, language = '', text = '']) => ({ file, language, text })),
    )
    .filter(({ language }) => languages.includes(language));

/** The texts between backticks of a document. */
export const inlineCode = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, inline = '']) => inline);

/** What documents name of the manifest. */
export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  publisher: string;
  name: string;
  scripts: Record<string, string>;
  contributes: {
    commands: { command: string; title: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
    languageModelTools: { name: string }[];
    configuration: {
      properties: Record<string, { default: unknown; items?: { properties: object } }>;
    };
    views: Record<string, { id: string }[]>;
    problemMatchers: { name: string }[];
  };
};

const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const sentences = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as Record<string, string>;

/** The titles of all commands by their ID, as in the Command Palette. */
export const titles: ReadonlyMap<string, string> = new Map(
  manifest.contributes.commands.map(({ command, title }) => [command, nls[title.replaceAll('%', '')] ?? '']),
);

/** Every sentence that people can see; `{0}` is a place for a value. */
export const labels: readonly string[] = [...Object.values(nls), ...Object.values(sentences)];
