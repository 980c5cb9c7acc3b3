import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programLabels, programTargets } from '../../../../src/protocol/codeTargets';
import { programText } from '../../../../src/exports/programs/program';
import { programFormats, type ProgramSource } from '../../../../src/exports/programs/programParts';
import { neededColumns, questionOf } from '../../../../src/exports/programs/questions';
import { datasets } from '../../../../src/market/datasets/datasets';
import { recordShapes } from '../../../../src/market/records/recordKinds';
import { propertyRuns } from '../../propertyRuns';
import { decoded } from '../pythonLiterals';
import { odd } from '../snippetRuns';
import { anyCharacter } from '../../anyText';

const all = datasets.flatMap((dataset) =>
  programTargets.flatMap((target) =>
    programFormats.flatMap((format) =>
      [true, false].map((isRange) => ({
        target,
        source: { dataset, format, isRange, path: 'market-data/x' },
      })),
    ),
  ),
);

describe('the question about a dataset', () => {
  it.each(datasets)('for $id is about columns or attributes that its rows have', (dataset) => {
    const names = recordShapes[dataset.record].columns.map(({ name }) => name);
    const question = questionOf(dataset);
    for (const [name, kind] of neededColumns(dataset, question)) {
      if (name.startsWith('attribute.')) expect(kind).toBe('text');
      else expect(names).toContain(name);
    }
    const typeOf = Object.fromEntries(neededColumns(dataset, question));
    for (const { column } of question.measures) expect(typeOf[column]).toMatch(/^(number|integer)$/);
    for (const { column, of } of question.groups) expect(typeOf[column]).toBe(of ? 'time' : 'text');
  });

  it('has unique headings that are names in Python and SQL, and a text of one line', () => {
    for (const dataset of datasets) {
      const { words, groups, measures } = questionOf(dataset);
      const names = [...groups, ...measures].map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z]+$/);
      expect(words).toMatch(/^[A-Z][ -~]*\.$/);
    }
  });
});

it('the least versions that programs name are those that the tests install', () => {
  const installed = readFileSync('test/engines/requirements-least.txt', 'utf8');
  const named = programTargets.flatMap((target) => [
    ...programLabels[target].packages.matchAll(/"(\w+)(?:\[[^\]]*\])?>=([\d.]+)"/g),
  ]);
  expect(named.length).toBeGreaterThanOrEqual(programTargets.length);
  for (const [, name, version] of named) expect(installed).toContain(`\n${name}==${version}.`);
});

describe('the text of a program', () => {
  it('is ASCII, has no path of this machine, and no line that formatters would divide', () => {
    for (const { target, source } of all) {
      const text = programText(target, source);
      expect(text).toMatch(/^[\n -~]*$/);
      expect(text).not.toContain(process.cwd());
      expect(text.split('\n').filter((line) => line.length > 88 && !line.startsWith('#'))).toEqual([]);
    }
  });

  it('imports nothing that it does not use', () => {
    for (const { target, source } of all) {
      const text = programText(target, source);
      const imported = [...text.matchAll(/^(?:from \S+ )?import (?:(\S+) as )?(\S+)$/gm)].map(
        ([, , name]) => name,
      );
      for (const name of imported) {
        const used = new RegExp(`(?<!import |as )\\b${String(name)}\\b(?=[.(,)]|$)`, 'm');
        expect(used.test(text.replace(/^(from|import) .*$/gm, '')), `${target}: ${String(name)}`).toBe(true);
      }
    }
  });

  it('keeps any path within its literal', () => {
    const paths = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constant(odd),
      fc.constant('"); import os #'),
    );
    fc.assert(
      fc.property(paths, fc.constantFrom(...all), (path, { target, source }) => {
        const text = programText(target, { ...source, path } satisfies ProgramSource);
        expect(text).toMatch(/^[\n -~]*$/);
        const [, literal = ''] = /^PATH = (.*)$/m.exec(text) ?? [];
        expect(decoded(literal)).toBe(path);
        expect(text.split('\n').length).toBe(programText(target, source).split('\n').length);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
