// The sentences that a person reads, for translators: node test/harness/sentences.mjs (npm run l10n)
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const bundleFile = join(root, 'l10n', 'bundle.l10n.json');

/** The two ways of saying something: below `editor/` and in the view, and beside VS Code. */
const speakers = new Set(['t', 'vscode.l10n.t']);

/** The sample service speaks as the real one does; words.ts says nothing itself. */
const silent = /^src[\\/](sandbox[\\/]|market[\\/]words\.ts$)/;

/**
 * Every sentence in the code, sorted, and what is wrong with how some are said.
 *
 * @returns {{ sentences: string[], problems: string[] }}
 */
export function sentencesOfCode() {
  /** @type {Set<string>} */
  const sentences = new Set();
  /** @type {string[]} */
  const problems = [];
  const files = ['src', 'webview-ui'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  );
  for (const file of files.filter((name) => name.endsWith('.ts') && !silent.test(name))) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    /** @param {ts.Node} node */
    const visit = (node) => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node) || !speakers.has(node.expression.getText(source))) return;
      const [said, ...values] = node.arguments;
      const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      if (!said || !ts.isStringLiteralLike(said)) {
        problems.push(`${at} does not say its sentence as it is.`);
        return;
      }
      sentences.add(said.text);
      const places = new Set(said.text.match(/\{\d+\}/g)).size;
      // What is said of one and of many is filled in by formatCounted.
      const isCounted = values.length === 0 && ts.isArrayLiteralExpression(node.parent);
      if (!isCounted && places !== values.length) {
        problems.push(`${at} has ${places} places for ${values.length} values.`);
      }
    };
    visit(source);
  }
  return { sentences: [...sentences].sort(), problems };
}

/** The bundle: each sentence stands for itself until somebody translates it. */
export function bundleText() {
  const { sentences } = sentencesOfCode();
  const bundle = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
  return `${JSON.stringify(bundle, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(bundleFile, bundleText());
