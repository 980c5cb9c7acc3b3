import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programLabels, programTargets } from '#src/protocol/codeTargets';
import { programFormats, programText } from '#src/exports/programs/program';
import { datasets } from '#src/market/datasets/datasets';
import { propertyRuns } from '../../propertyRuns';
import { decoded } from '../pythonLiterals';
import { odd } from '../runCopies';
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

it('the least versions that programs name are those that the tests install', () => {
  const installed = readFileSync('test/engines/requirements-least.txt', 'utf8');
  const named = programTargets.flatMap((target) => [
    ...programLabels[target].packages.matchAll(/"(\w+)(?:\[[^\]]*\])?>=([\d.]+)"/g),
  ]);
  expect(named.length).toBeGreaterThanOrEqual(programTargets.length);
  for (const [, name, version] of named) expect(installed).toContain(`\n${name}==${version}.`);
});

describe('the text of a program', () => {
  it('has three to ten lines, besides empty ones, and ends with the frame', () => {
    for (const { target, source } of all) {
      const lines = programText(target, source)
        .split('\n')
        .filter((line) => line !== '');
      expect(lines.at(-1)).toBe('df');
      expect(lines.length).toBeGreaterThanOrEqual(3);
      expect(lines.length).toBeLessThanOrEqual(10);
    }
  });

  it('is ASCII, and has no path of this machine', () => {
    for (const { target, source } of all) {
      const text = programText(target, source);
      expect(text).toMatch(/^[\n -~]*$/);
      expect(text).not.toContain(process.cwd());
    }
  });

  it('keeps any path within its literal, apart from what engines would read as a pattern', () => {
    const paths = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constant(odd),
      fc.constant('"); import os #'),
    );
    fc.assert(
      fc.property(paths, fc.constantFrom(...all), (path, { target, source }) => {
        const text = programText(target, { ...source, path });
        expect(text).toMatch(/^[\n -~]*$/);
        const [before = '', after = ''] = programText(target, { ...source, path: 'PATH' }).split('PATH');
        expect([text.slice(0, before.length), text.slice(text.length - after.length)]).toEqual([
          before,
          after,
        ]);
        const written = decoded(`"${text.slice(before.length, text.length - after.length)}"`);
        expect(written?.replace(/\[([*?[])\]|\\([\][{}*?\\])/g, '$1$2')).toBe(
          path.replace(/\[([*?[])\]|\\([\][{}*?\\])/g, '$1$2'),
        );
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
