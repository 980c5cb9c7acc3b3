import { countsOf } from '../engine/checks/checkLines';
import type { CheckedFile, CheckedQuery } from '../engine/checks/queryChecks';
import { xmlText } from '../text/xmlText';
import { isError, type Check } from '../results/checks/checks';
import { visibleLines } from '../text/plainText';

/**
 * Checked files as JUnit XML, as GitHub, GitLab, and Jenkins read it: a suite for each file, and a case for each
 * check, with its file and line. A query that couldn't be run is an error, and one that has nothing to check is a
 * skipped case.
 */
export function junitXml(files: readonly (readonly [path: string, checked: CheckedFile])[]): string {
  const suites = files.map(([path, { queries }]) => suiteOf(path, queries));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${countAttributes(files.flatMap(([, { queries }]) => queries))}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf(path: string, queries: readonly CheckedQuery[]): string {
  const cases = queries.flatMap((query) =>
    isSkipped(query) ? [skippedCase(path, query)] : casesOf(path, query),
  );
  const skipped = queries.filter(isSkipped).length;
  const attributes = ` name="${text(path)}"${countAttributes(queries)} skipped="${skipped}"`;
  return [`<testsuite${attributes}>`, ...cases, '</testsuite>'].join('\n');
}

const isSkipped = ({ checks }: CheckedQuery): boolean => checks.length === 0;

/** Only suites count what was skipped: the schema that Jenkins checks reports with has no such attribute for all. */
function countAttributes(queries: readonly CheckedQuery[]): string {
  const checks = queries.flatMap((query) => query.checks);
  const skipped = queries.filter(isSkipped).length;
  const { failed, errors } = countsOf(checks);
  const milliseconds = queries.reduce((sum, query) => sum + query.milliseconds, 0);
  return ` tests="${checks.length + skipped}" failures="${failed}" errors="${errors}" time="${seconds(milliseconds)}"`;
}

/** A query's time is noted for its first check: all its checks are about the same response. */
const casesOf = (path: string, { query, checks, milliseconds }: CheckedQuery): string[] =>
  checks.map((check, at) => {
    const start = caseStart(path, `${query}: ${check.check}`, query, check.line, at === 0 ? milliseconds : 0);
    if (check.ok) return `${start}/>`;
    const element = isError(check) ? 'error' : 'failure';
    const cause = `<${element} message="${text(check.message)}" type="${text(check.check)}">${text(detailOf(path, check))}</${element}>`;
    return `${start}>\n${cause}\n</testcase>`;
  });

const skippedCase = (path: string, { query, line }: CheckedQuery): string =>
  `${caseStart(path, query, query, line, 0)}>\n<skipped message="${text('The query has no "expect" property.')}"/>\n</testcase>`;

const caseStart = (path: string, name: string, query: string, line: number, milliseconds: number): string =>
  `<testcase name="${text(name)}" classname="${text(`${path}.${query}`)}" file="${text(path)}" line="${line}" time="${seconds(milliseconds)}"`;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function detailOf(path: string, { line, message, expected, actual }: Check): string {
  const values = Object.entries({ expected, actual }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  return [`${path}:${line}`, message, ...values].join('\n');
}

const text = (value: string): string => xmlText(visibleLines(value));
