import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { typeLabels } from '#src/protocol/codeTargets';
import { responseType } from '#src/exports/types/recordTypes';
import { typesOf } from '#src/exports/types/types';
import { datasets } from '#src/market/datasets/datasets';
import { answersOf, damagedAnswers, seededAnswersOf } from './answers';
import { strictest } from '../strictest';

/** The files of a project, by their names; they are nowhere on disk. */
const files = new Map<string, string>();
const pathOf = (name: string) => join(process.cwd(), 'test', 'unit', name).replaceAll('\\', '/');
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

for (const dataset of datasets) {
  const { id } = dataset;
  const { name } = responseType(dataset);
  const { suffix } = typeLabels.typescript;
  files.set(`${id}${suffix}`, typesOf('typescript', dataset));
  const accepted = [...answersOf(dataset), ...seededAnswersOf(dataset)].map(
    ({ text }, at) => `export const a${at}: ${name} = ${oneLine(text)};`,
  );
  const rejected = damagedAnswers(dataset).map(
    ({ text }, at) => `// @ts-expect-error\nexport const d${at}: ${name} = ${oneLine(text)};`,
  );
  const imports = [
    `import type { ${name} } from './${id}${suffix.replace(/\.ts$/, '')}';`,
    `import fixture from './${id}.json';`,
    `export const imported: ${name} = fixture;`,
  ];
  files.set(`${id}.json`, answersOf(dataset)[0]?.text ?? '');
  files.set(`${id}.answers.ts`, [...imports, ...accepted, ...rejected].join('\n'));
}

it('generated TypeScript compiles under every strict option, accepts each response, and rejects a damaged one', () => {
  const options: ts.CompilerOptions = {
    ...strictest,
    types: ['node'],
    module: ts.ModuleKind.ESNext,
    resolveJsonModule: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    verbatimModuleSyntax: true,
  };
  const texts = new Map([...files].map(([name, text]) => [pathOf(name), text]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (path, version) => {
      const text = texts.get(path);
      return text === undefined
        ? disk.getSourceFile(path, version)
        : ts.createSourceFile(path, text, version);
    },
  };
  const program = ts.createProgram({ rootNames: [...texts.keys()], options, host });
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const line = file?.text.slice(0, start).split('\n').length ?? 0;
    const words = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${file?.fileName ?? ''}:${line}: ${words}\n${file?.text.split('\n')[line - 1]?.slice(0, 200) ?? ''}`;
  });
  expect(problems).toEqual([]);
}, 120_000);
