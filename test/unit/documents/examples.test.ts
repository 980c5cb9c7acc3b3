import { existsSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import Ajv from 'ajv';
import { parse } from 'jsonc-parser';
import ts from 'typescript';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fixtureShape } from '#src/editor/export/fixtures';
import { queryRequestShape } from '#src/editor/query/queries';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { readArguments } from '#src/cli/readArguments';
import { verbs } from '#src/cli/verbs';
import { readSandboxOptions, sandboxOptions } from '#src/sandbox/commandLine';
import { scenarios, suitsFixtures } from '#src/sandbox/scenario';
import { readConnections } from '#src/service/connectionSettings';
import { cliBundle } from '../../../scripts/bundles.mjs';
import { code, codeBlocks, documents, inlineCode, manifest } from './documents';

const { contributes } = manifest;

/** Every command line of all documents, in blocks and between backticks. */
const commandLines = [
  ...codeBlocks('sh', 'yaml', '').flatMap(({ text }) => text.split('\n')),
  ...[...documents.values()].flatMap(inlineCode),
].map((line) => line.replace(/\s+# .*/, ''));

const matches = (pattern: RegExp) =>
  commandLines.flatMap((line) => [...line.matchAll(pattern)]).map(([, ...groups]) => groups);
const wordsOf = (text = '') => text.split(/\s+/).filter((part) => part !== '');

const loadedVerbs = new Map(
  await Promise.all(Object.entries(verbs).map(async ([name, { load }]) => [name, await load()] as const)),
);

/** Whether the command line takes these arguments, as far as that can be said without their files. */
function isRun(name: string, given: readonly string[]): boolean {
  const verb = loadedVerbs.get(name);
  if (!verb) return false;
  try {
    const { options } = readArguments(given, verb.options);
    if (name === 'sandbox') readSandboxOptions(readArguments(given, sandboxOptions).options);
    return Object.keys(options).length > 0;
  } catch {
    return false;
  }
}

describe('command lines', () => {
  it('pass arguments that the script of the project takes', () => {
    const passed = matches(/\bnpm (?:run (?:-s )?)?([\w:-]+) -- (.*)$/g);
    expect(passed.length).toBeGreaterThan(5);
    const refused = passed.flatMap(([script = '', rest]) => {
      const given = wordsOf(rest);
      if (script === 'sandbox') return isRun('sandbox', given) ? [] : given;
      if (script === 'cli') return isRun(given[0] ?? '', given.slice(1)) ? [] : given;
      const [, program = ''] = /^node (\S+)/.exec(manifest.scripts[script] ?? '') ?? [];
      const source = [program, ...(script === 'bench' ? ['test/bench/main.ts'] : [])]
        .filter((file) => file !== '')
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      // Vitest takes the beginnings of paths, the bench the names of its parts, and `npm start` a number.
      const isTaken = (argument: string) =>
        code.some((file) => file.startsWith(argument)) ||
        source.includes(`'${argument}'`) ||
        source.includes(` ${argument},`) ||
        source.includes(` ${argument.replace(/^--/, '')}: { type: `) ||
        /^\d+$/.test(argument);
      return given.filter((argument) => !isTaken(argument));
    });
    expect(refused).toEqual([]);
  });

  it('start programs that are in the package', () => {
    const started = matches(/\bnode \S*\/dist\/([\w-]+)\.js"?/g);
    expect(started.length).toBeGreaterThan(1);
    const bundles = Object.keys(cliBundle(true).entryPoints);
    expect(started.filter(([bundle = '']) => !bundles.includes(bundle))).toEqual([]);
    const folders = matches(/\.vscode\/extensions\/([\w.-]+)-\*\//g);
    const own = `${manifest.publisher}.${manifest.name}`;
    expect(folders.filter(([folder]) => folder !== own)).toEqual([]);
    expect(folders).not.toEqual([]);
  });

  it('run files of the project', () => {
    expect(matches(/\b(?:bash|node) ([\w./-]+)$/g).filter(([file = '']) => !existsSync(file))).toEqual([]);
  });
});

describe('the page of the sample service', () => {
  const page = documents.get('docs/sample-service.md') ?? '';

  it('lists every option with its default', () => {
    const rows = [...page.matchAll(/^\| `(--[^`]+)` .*\| (.*?) +\|$/gm)];
    const help = Object.entries(sandboxOptions).map(([name, { value, help: words }]) => ({
      option: `--${name} ${value}`,
      words,
    }));
    expect(rows.map(([, option]) => option)).toEqual(help.map(({ option }) => option));
    const defaults = new Map(rows.map(([, option, value = '']) => [option, value.replaceAll('`', '')]));
    const stated = help.flatMap(({ option, words }) => {
      const [, value] = /\(default: ([^)]*)\)/.exec(words) ?? [];
      return value === undefined ? [] : [[option, value] as const];
    });
    expect(stated.length).toBeGreaterThan(4);
    expect(stated.filter(([option, value]) => defaults.get(option) !== value)).toEqual([]);
  });

  it('names every scenario that works with saved responses', () => {
    const [, listed = ''] = /The scenarios (.*) also work with saved responses/.exec(page) ?? [];
    const suitable = scenarios.filter(({ name }) => name !== 'normal' && suitsFixtures(name));
    expect([...listed.matchAll(/`([\w-]+)`/g)].map(([, name]) => name).sort()).toEqual(
      suitable.map(({ name }) => name).sort(),
    );
  });
});

describe('examples in JSON', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const { publisher, name } = manifest;
  const isTask = ajv.compile({
    type: 'object',
    additionalProperties: false,
    properties: {
      label: { type: 'string' },
      type: { const: 'process' },
      command: { const: 'node' },
      args: {
        type: 'array',
        items: [{ const: `\${extensionInstallFolder:${publisher}.${name}}/dist/cli.js` }, { const: 'check' }],
      },
      problemMatcher: { enum: contributes.problemMatchers.map((matcher) => `$${matcher.name}`) },
    },
    required: ['command', 'args'],
  });

  it.each(codeBlocks('json', 'jsonc'))('$file: $text', ({ language, text }) => {
    const whole = text.startsWith('{') ? text : `{${text}}`;
    const example = (language === 'json' ? JSON.parse(whole) : parse(whole)) as Record<string, unknown>;
    if ('queries' in example) {
      const { problems, queries } = readQueryFile(whole);
      expect([...problems, ...queries.flatMap((query) => query.problems)]).toEqual([]);
    } else if ('tasks' in example) {
      expect(v.parse(v.array(v.unknown()), example['tasks']).filter((each) => !isTask(each))).toEqual([]);
    } else {
      expect(Object.keys(example)).toEqual(['marketData.connections']);
      expect(readConnections(example['marketData.connections']).problems).toEqual([]);
      const { items } = contributes.configuration.properties['marketData.connections'] ?? {};
      expect(ajv.validate({ type: 'array', items }, example['marketData.connections'])).toBe(true);
    }
  });
});

describe('examples in TypeScript', () => {
  const shapes: Readonly<Record<string, v.GenericSchema>> = {
    'marketData.query.run': queryRequestShape,
    'marketData.result.fixture': fixtureShape,
  };

  it.each(codeBlocks('ts'))('$file: $text', async ({ text }) => {
    const called: { command: string; argument: unknown }[] = [];
    const executeCommand = (command: string, argument: unknown) => called.push({ command, argument });
    const { outputText, diagnostics } = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      reportDiagnostics: true,
    });
    expect(diagnostics).toEqual([]);
    await new Script(`(async () => { ${outputText} })()`).runInNewContext({
      vscode: { commands: { executeCommand } },
      summary: { id: '1' },
    });
    expect(called).toHaveLength(1);
    for (const { command, argument } of called) {
      const shape = shapes[command];
      if (!shape) throw new Error(`The shape of ${command}'s argument isn't known here.`);
      // A shape ignores members that it doesn't have, but a document must not show them.
      expect(v.parse(shape, argument)).toEqual(argument);
    }
  });
});
