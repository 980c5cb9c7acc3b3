// The sentences that a person reads, for translators: node test/harness/sentences.mjs (npm run l10n)
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getL10nJson } from '@vscode/l10n-dev';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const bundleFile = join(root, 'l10n', 'bundle.l10n.json');

/** The two ways of saying something: below `editor/` and in the view, and beside VS Code. */
const speakers = /^(vscode\.)?l10n\s*\.t$/;

/** The sample service speaks as the real one does. */
const silent = /^src[\\/]sandbox[\\/]/;

/** @param {string[]} folders */
function sourcesOf(...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files
    .filter((name) => name.endsWith('.ts') && !silent.test(name))
    .map((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    });
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 */
const placeOf = (node, source) =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;

/** @returns {string[]} The sentences of the bundle, of which a test says that they are those of the code. */
export const bundleSentences = () => Object.keys(JSON.parse(readFileSync(bundleFile, 'utf8')));

/**
 * What the extractor passes over in silence or misreads: sentences that do not stand in their call
 * as they are; and places without a value.
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
        problems.push(`${at} does not say its sentence as it is.`);
        return;
      }
      const places = new Set(said.text.match(/\{\d+\}/g)).size;
      // What is said of one and of many is filled in by formatCounted.
      const isCounted = values.length === 0 && ts.isArrayLiteralExpression(node.parent);
      if (!isCounted && places !== values.length) {
        problems.push(`${at} has ${places} places for ${values.length} values.`);
      }
    };
    visit(source);
  }
  return problems;
}

/** Two words in a row; neither class names with their hyphens nor code with its brackets. */
const prose = /(^|\s)[a-z]{2,},? [a-z]{2,}(?![\w-])(?!.*\[\s*$)/i;

/** Keys, and names that no language translates. */
const proper = /^(Enter|Escape|Home|End|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Parquet|TypeScript|Python)$/;

/** Where a text is read by no person: selectors, the console, and errors of our own making. */
const unseen = /^(console\.|.*(querySelector(All)?|closest|matches|matchMedia)$|(Type)?Error$)/;

/**
 * Texts of the view that look as if a person read them and are not said by `l10n.t`: two words in a row,
 * or one with a capital letter.
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
 * The bundle, sorted: each sentence stands for itself until somebody translates it. The extractor
 * compiles its queries anew for each file that imports `l10n` (0.15 s, 124 files), so it gets the
 * code as one file.
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
