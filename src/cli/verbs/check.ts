import { relative, resolve, sep } from 'node:path';
import { countsOf, checkCountsText, problemLine, stepText } from '../../engine/checks/checkLines';
import { QueryChecks, type OutcomesOfBusy, type CheckedFile } from '../../engine/checks/queryChecks';
import { queryNamed, refuseProblems, type QuerySource } from '../../engine/query/querySource';
import type { FileQuery } from '../../queryFiles/queryFile';
import type { Check } from '../../results/checks/checks';
import { harmlessLines, oneLine } from '../../text/plainText';
import { exitCodes } from '../exitCodes';
import { junitXml } from '../junit';
import { jsonReport, reportAt } from '../reportFiles';
import { queryFilesAt, sayWarnings, sourceAt } from '../queryFiles';
import { Session } from '../session';
import type { Terminal } from '../terminal';
import { connectionOptions, quiet, verb } from '../verb';

/** Checks query files, one query after the other. */
export const check = verb({
  takes: 'FILE...',
  example: 'queries/ --junit checks.xml',
  options: {
    query: { value: 'NAME', isList: true, help: 'check only this query; may be repeated' },
    junit: { value: 'FILE', help: 'also write the checks as JUnit XML' },
    json: { value: 'FILE', help: 'also write the checks as JSON' },
    quiet,
    ...connectionOptions,
  },
  async run({ options, rest }, terminal, signal) {
    const files = await queryFilesAt(rest);
    if (files.length === 0) throw new Error('Specify at least one query file or folder.');
    const writeJunit = await reportAt(options.junit);
    const writeJson = await reportAt(options.json);
    const session = await Session.open(options, terminal);
    try {
      const checked = await checkedFiles(session, files, options.query, terminal, signal);
      const checks = checked.flatMap(([, file]) => file.checks);
      terminal.line(checkCountsText({ checks }));
      await writeJunit(junitXml(checked));
      await writeJson(jsonReport(checked.map(forPrograms)));
      if (checks.length === 0) terminal.say('Nothing was checked: no query has an "expect" property.');
      const { failed, errors } = countsOf(checks);
      if (errors > 0) return exitCodes.usage;
      return failed > 0 ? exitCodes.failed : exitCodes.ok;
    } finally {
      await session.close();
    }
  },
});

async function checkedFiles(
  session: Session,
  paths: readonly string[],
  names: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<[path: string, checked: CheckedFile][]> {
  const { store, runs } = session;
  const checks = new QueryChecks(
    store,
    {
      send: async (query, named, { by, signal: aborted, onBegun }) =>
        runs.run(query, await session.connectionOf(named), by, {
          begun: (result) => {
            onBegun(result);
            return undefined;
          },
          signal: aborted,
        }),
    },
    () => session.nameOf(undefined),
  );
  const sources: QuerySource[] = [];
  for (const path of paths) sources.push(await sourceAt(path));
  sayWarnings(await readyQueries(session, sources, names), terminal);
  const busy: OutcomesOfBusy = new Map();
  const checked: [string, CheckedFile][] = [];
  for (const source of sources) {
    const chosen = source.file.queries.map(({ name }) => name).filter((name) => names.includes(name));
    if (names.length > 0 && chosen.length === 0) continue;
    const file = await checks.checkSource(source, names.length > 0 ? chosen : undefined, {
      signal,
      busy,
      onQuery: (query, step) => {
        if (step.kind === 'ended') {
          for (const each of step.checked.checks) tell(source.name, each, terminal);
        } else {
          const text = stepText(query, step);
          if (text === undefined) return;
          if (step.kind === 'waiting') terminal.progressNow(text);
          else terminal.progress(text);
        }
      },
    });
    // Nobody looks at these results any more.
    for (const { result } of file.queries) if (result !== undefined) store.forget(result);
    checked.push([source.name, file]);
  }
  return checked;
}

/**
 * The queries that will be sent. Rejects with an `Error` ready to print if a file or its connections can't be used,
 * before anything is sent.
 */
async function readyQueries(
  session: Session,
  sources: readonly QuerySource[],
  names: readonly string[],
): Promise<FileQuery[]> {
  const ready: FileQuery[] = [];
  const chosen = new Set(names);
  for (const source of sources) {
    refuseProblems(source, source.file.problems);
    for (const query of source.file.queries) {
      const { name, expect, connection, problems } = query;
      if (names.length > 0 && !names.includes(name)) continue;
      chosen.delete(name);
      if (!expect || problems.length > 0) continue;
      await session.connectionOf(connection);
      ready.push(query);
    }
  }
  const [unknown] = chosen;
  const [first] = sources;
  if (unknown === undefined) return ready;
  if (sources.length === 1 && first) queryNamed(first, unknown);
  throw new Error(`Query "${oneLine(unknown, 60)}" not found in any of the files.`);
}

/**
 * A check as the Testing view says it. One that failed is a line that editors and CI find the place in, and an
 * annotation in GitHub Actions.
 */
function tell(path: string, check: Check, terminal: Terminal): void {
  const words = oneLine(`${check.query}: ${check.check}: ${check.message}`, 2000);
  const annotated = check.ok ? undefined : annotation(path, check.line, words);
  if (annotated !== undefined) terminal.data(annotated);
  else if (check.ok) terminal.line(`ok ${words}`, 'green');
  else terminal.line(problemLine(path, check), 'red');
}

/** The checks of a file in the JSON report. Public API. */
const forPrograms = ([file, { checks }]: readonly [path: string, checked: CheckedFile]) => ({
  file,
  ...countsOf(checks),
  checks: checks.map(({ query, check, ok, message, expected, actual, line }) => ({
    query,
    check,
    ok,
    message: ok ? undefined : message,
    expected,
    actual,
    line,
  })),
});

/** As in https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
const escaped = (text: string, characters: RegExp): string =>
  harmlessLines(text).replace(
    characters,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/**
 * The line of output that GitHub Actions shows as an error at a line of a file; `undefined` outside of it. The
 * path is relative to the working directory.
 */
function annotation(path: string, line: number, message: string): string | undefined {
  if (!process.env['GITHUB_ACTIONS']) return undefined;
  const root = process.env['GITHUB_WORKSPACE'];
  const file = root === undefined ? path : relative(root, resolve(path)).replaceAll(sep, '/');
  return `::error file=${escaped(file, /[%\r\n:,]/g)},line=${line}::${escaped(message, /[%\r\n]/g)}`;
}
