// The sentences that a person reads, for translators: npm run generate:sentences
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getL10nJson } from '@vscode/l10n-dev';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
export const bundleFile = join(root, 'l10n', 'bundle.l10n.json');

/** The two calls that look up a sentence: with the VS Code API, and without it. */
const speakers = /^(vscode\.)?l10n\s*\.t$/;

/** The sample service is not translated, like a real one. */
const silent = /^src[\\/]sandbox[\\/]/;

/**
 * Parsed files by their names: each check needs them, and parsing takes longer than the checks.
 *
 * @type {Map<string, ts.SourceFile>}
 */
const parsed = new Map();

/** @param {string} name */
function sourceOf(name) {
  const known = parsed.get(name);
  if (known) return known;
  const text = readFileSync(join(root, name), 'utf8');
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  parsed.set(name, source);
  return source;
}

/** @param {string[]} folders */
function sourcesOf(...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files.filter((name) => name.endsWith('.ts') && !silent.test(name)).map(sourceOf);
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 */
const placeOf = (node, source) =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;

/** @returns {string[]} The sentences in the bundle. A test checks that they match the code. */
export const bundleSentences = () => Object.keys(JSON.parse(readFileSync(bundleFile, 'utf8')));

/**
 * What the extractor silently skips or misreads: sentences that aren't literals in their call, and
 * placeholders without a value.
 */
export function problemsOfSentences() {
  const sentences = new Set(bundleSentences());
  /** @type {string[]} */
  const problems = [];
  for (const source of sourcesOf('src', 'webview-ui')) {
    /** @param {ts.Node} node */
    const visit = (node) => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node) || !speakers.test(node.expression.getText(source))) return;
      const [said, ...values] = node.arguments;
      const at = placeOf(node, source);
      if (!said || !ts.isStringLiteralLike(said) || !sentences.has(said.text)) {
        problems.push(`${at} has a sentence that is not a literal in the bundle.`);
        return;
      }
      const places = new Set(said.text.match(/\{\d+\}/g)).size;
      // formatCounted fills in the singular and the plural.
      const isCounted = values.length === 0 && ts.isArrayLiteralExpression(node.parent);
      if (!isCounted && places !== values.length) {
        problems.push(`${at} has ${places} placeholders for ${values.length} values.`);
      }
    };
    visit(source);
  }
  return problems;
}

/** Two words in a row, but not class names with hyphens or code with brackets. */
const prose = /(^|\s)[a-z]{2,},? [a-z]{2,}(?![\w-])(?![^]*\[\s*$)/i;

/** Keys, and names that are never translated. */
const proper = /^(Enter|Escape|Home|End|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Parquet|TypeScript|Python)$/;

/** Calls whose texts no person reads: selectors, the console, and internal errors. */
const unseen = /^(console\.|.*(querySelector(All)?|closest|matches|matchMedia)$|(Type)?Error$)/;

/**
 * Texts in the view that seem to be for people but aren't looked up with `l10n.t`: two words in a row, or one
 * with a capital letter.
 *
 * @returns {string[]}
 */
export function unsaidInView() {
  /** @type {string[]} */
  const unsaid = [];
  for (const source of sourcesOf('webview-ui')) {
    /** @param {ts.Node} node */
    const visit = (node) => {
      ts.forEachChild(node, visit);
      const text = ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('0')
        : ts.isStringLiteralLike(node)
          ? node.text
          : '';
      const looksRead = prose.test(text) || /^[A-Z][a-z]+$/.test(text);
      if (!looksRead || proper.test(text)) return;
      const { parent } = node;
      const isCall = ts.isCallExpression(parent) || ts.isNewExpression(parent);
      const caller = isCall ? parent.expression.getText(source) : '';
      if (speakers.test(caller) || unseen.test(caller) || ts.isLiteralTypeNode(parent)) return;
      const isClass = ts.isPropertyAssignment(parent) && parent.name.getText(source) === 'class';
      if (!isClass) unsaid.push(`${placeOf(node, source)} ${text.trim()}`);
    };
    visit(source);
  }
  return unsaid;
}

/**
 * The bundle, sorted: each sentence maps to itself until someone translates it. The extractor recompiles its
 * queries for each file that imports `l10n` (0.15 s, 124 files), so it gets the code as one file.
 */
export async function bundleText() {
  const code = sourcesOf('src', 'webview-ui').map(({ text }) =>
    text.replace(/^import .* from '(vscode|@vscode\/l10n)';$/gm, ''),
  );
  const imports = `import * as vscode from 'vscode';\nimport * as l10n from '@vscode/l10n';\n`;
  const bundle = await getL10nJson([{ extension: '.ts', contents: imports + code.join('\n') }]);
  return `${JSON.stringify(bundle, Object.keys(bundle).sort(), 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(bundleFile, await bundleText());
