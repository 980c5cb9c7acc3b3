import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { strictest } from '../exports/strictest';
import { codeIn, copyCode, skillFiles, skillFolder, skillText } from './skillFiles';

const skill = skillText('SKILL.md');
const numbers = Array.from({ length: 26 }, (_, at) => String(at + 1));
const references = ['references/typescript.md', 'references/python.md'] as const;

/** The lines between the two markers; a value is plain, or in single quotes. */
function frontMatter(text: string): Map<string, string> {
  const lines = /^---\n([^]*?)\n---\n/.exec(text)?.[1]?.split('\n') ?? [];
  return new Map(
    lines.map((line) => {
      const [, key, plain, quoted] = /^([a-z-]+): (?:([^'": ][^'":#]*)|'((?:[^']|'')*)')$/.exec(line) ?? [];
      if (key === undefined) throw new Error(`Not valid: ${line}`);
      return [key, plain ?? quoted?.replaceAll("''", "'") ?? ''];
    }),
  );
}

describe('the skill for integrations', () => {
  it("is found: its name is its folder's, and its description fits", () => {
    const fields = frontMatter(skill);
    expect([...fields.keys()]).toEqual(['name', 'description']);
    const name = fields.get('name') ?? '';
    expect(name).toBe(basename(skillFolder));
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
    const description = fields.get('description') ?? '';
    expect(description.length).toBeLessThanOrEqual(1024);
    // The editor removes tags.
    expect(description).not.toMatch(/[<>]/);
    for (const word of ['Market Data Read API', 'TypeScript', 'Python', 'delivery days', '429']) {
      expect(description).toContain(word);
    }
  });

  it('is contributed from where the repository has it, so that there is no second copy', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { chatSkills: unknown };
    };
    const path = `./${posix.join('.github', 'skills', basename(skillFolder), 'SKILL.md')}`;
    expect(manifest.contributes.chatSkills).toEqual([{ path }]);
  });

  it('costs little to load: the details are in files that it links to', () => {
    expect(skill.split('\n').length).toBeLessThan(100);
    expect(skill.length).toBeLessThan(10_000);
    for (const file of skillFiles.keys()) {
      if (file !== 'SKILL.md') expect(skill).toContain(`(./${file})`);
    }
  });

  it('has links that lead to its own files and their headings', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    let count = 0;
    for (const [file, text] of skillFiles) {
      for (const [, link = ''] of text.matchAll(/\]\(([^)]*)\)/g)) {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : posix.join(posix.dirname(file), path);
        const headings = [...skillText(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
          slug(heading),
        );
        if (anchor !== undefined) expect(headings, link).toContain(anchor);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(5);
  });

  it('has a short rule and a reason for each of the 26 ways in which this data is misread', () => {
    const rules = /\n## Rules\n([^]*?)\n## /.exec(skill)?.[1] ?? '';
    const lines = [...rules.matchAll(/^(\d+)\. (.*)$/gm)];
    expect(lines.map(([, number]) => number)).toEqual(numbers);
    for (const [line] of lines) expect(line.length, line).toBeLessThanOrEqual(160);
    const reasons = [...skillText('references/rules.md').matchAll(/^## (\d+)\. .+\n\n.{60,}$/gm)];
    expect(reasons.map(([, number]) => number)).toEqual(numbers);
  });

  it('names only functions that its code has, each in both languages', () => {
    const [typescript = '', python = ''] = references.map((file) => [...codeIn(file).values()].join('\n'));
    const rules = skillText('references/rules.md');
    const words = [...new Set([...rules.matchAll(/`([a-z]\w*)`/g)].map(([, word = '']) => word))];
    const snake = (word: string) => word.replace(/MWh|MW|[A-Z]/g, (part) => `_${part.toLowerCase()}`);
    const functions = words.filter((word) =>
      new RegExp(`^export (function|const) ${word}\\b`, 'm').test(typescript),
    );
    expect(functions.length).toBeGreaterThan(15);
    for (const word of functions) expect(python, word).toMatch(new RegExp(`^def ${snake(word)}\\(`, 'm'));
    for (const word of words.filter((one) => one.includes('_'))) {
      expect(python, word).toMatch(new RegExp(`^def ${word}\\(`, 'm'));
    }
  });

  it('lists every operation with its parameters', () => {
    const rows = [...skillText('references/operations.md').matchAll(/^\| `(\/.*?)` +\| (.*?) +\|/gm)];
    expect(rows.map(([, path, parameters]) => [path, parameters])).toEqual(
      datasets.map(({ path, parameters }) => [
        path,
        parameters.map(({ name, required }) => `\`${name}\`${required ? ' (required)' : ''}`).join(', '),
      ]),
    );
  });

  it('contains no address and nothing that looks like a secret', () => {
    for (const [file, text] of skillFiles) {
      // Of this machine only, where the code allows them.
      const hosts = text.replace(/'(localhost|127\.0\.0\.1|\[::1\])'|"(localhost|127\.0\.0\.1|::1)"/g, '');
      expect(hosts, file).not.toMatch(
        /https?:\/\/|\b[\w-]+\.(com|org|net|io|eu|no|local)\b|\b\d+\.\d+\.\d+\.\d+\b/i,
      );
      expect(text, file).not.toMatch(
        /\b(eyJ|ghp_|sk-)\w+|Bearer [A-Za-z0-9._-]{8,}|(password|secret)\w* *[:=] *["'][^"']+["']/i,
      );
    }
  });

  it('has TypeScript that the strictest projects compile', () => {
    const folder = copyCode(references[0], mkdtempSync(join(tmpdir(), 'skill-')));
    const files = [...codeIn(references[0]).keys()].map((name) => join(folder, name));
    const program = ts.createProgram(files, {
      ...strictest,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      typeRoots: [join(process.cwd(), 'node_modules', '@types')],
      types: ['node'],
    });
    const problems = ts.getPreEmitDiagnostics(program);
    expect(
      ts.formatDiagnostics(problems, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => folder,
        getNewLine: () => '\n',
      }),
    ).toBe('');
  });
});
