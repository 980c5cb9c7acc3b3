import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { describe, expect, it } from 'vitest';
import { junitXml } from '#src/cli/junit';
import type { CheckedFile } from '#src/engine/checks/queryChecks';
import { anyCharacter } from '../anyText';
import { propertyRuns } from '../propertyRuns';

const schema = readFileSync(join(__dirname, 'junit.xsd'), 'utf8');

/** What is wrong with a report, according to the schema. */
async function faultsOf(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'checks.xml', contents: xml },
    schema: { fileName: 'junit.xsd', contents: schema },
  });
  return errors.map(({ message }) => message);
}

const text = fc.string({ unit: anyCharacter, maxLength: 30 });
const value = fc.option(fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)), { nil: undefined });
const check = fc.record({
  query: text,
  check: fc.oneof(text, fc.constant('query')),
  ok: fc.boolean(),
  expected: value,
  actual: value,
  line: fc.nat(),
  message: text,
  failures: fc.constant([]),
});
const query = fc.record({
  query: text,
  line: fc.nat(),
  checks: fc.array(check, { maxLength: 4 }),
  milliseconds: fc.nat(10_000_000),
});
const file = fc
  .array(query, { maxLength: 4 })
  .map((queries): CheckedFile => ({ queries, checks: queries.flatMap(({ checks }) => checks) }));

describe('JUnit XML', () => {
  it('is what the schema of CI servers describes, whatever names and messages contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, file), { maxLength: 3 }), async (files) => {
        expect(await faultsOf(junitXml(files))).toEqual([]);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  it.each([
    [
      'a number of tests is missing',
      '<testsuites><testsuite name="a" failures="0" errors="0"/></testsuites>',
    ],
    ['skipped tests are counted for all files', '<testsuites tests="0" skipped="0"/>'],
    ['a failure is outside a test', '<testsuites><failure/></testsuites>'],
    ['a tag is open', '<testsuites>'],
  ])('notices if %s', async (_what, xml) => {
    expect(await faultsOf(xml)).not.toEqual([]);
  });
});
