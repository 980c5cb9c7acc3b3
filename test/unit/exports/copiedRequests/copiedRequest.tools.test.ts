import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { RequestToCopy } from '#src/exports/copiedRequests/requestToCopy';
import { copiedRequest } from '#src/exports/copiedRequests/copiedRequest';
import { datasets } from '#src/market/datasets/datasets';
import type { Connection } from '#src/request/connection';
import { asked } from './daysInWords';
import { folder, has, newFile, odd, oddConnection, queryOf, run } from '../runCopies';
import { strictest } from '../strictest';
const plainConnection: Connection = {
  name: 'production',
  baseUrl: 'https://data.example.com/api',
  authUrl: 'https://sign-in.example.com',
  tokenPath: '/connect/token',
  clientId: 'my-client',
  scope: 'market-data',
  clientAuthentication: 'basic',
  tokenScheme: 'Bearer',
  venue: 'venue',
  secretHeaders: [],
};

const authentications = ['basic', 'body', 'none'] as const;

/** Every way to sign in, with usual values and with odd ones, and texts around the length of a line. */
const queries: RequestToCopy[] = [
  ...authentications.flatMap((clientAuthentication) => [
    queryOf({ ...plainConnection, clientAuthentication }, 'Peak'),
    queryOf({ ...oddConnection('https://example.com', clientAuthentication), tokenScheme: 'Bearer' }),
  ]),
  ...[60, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 90].map((length) =>
    queryOf({ ...plainConnection, baseUrl: `https://${'x'.repeat(length - 60)}.example.com` }, ''),
  ),
  asked(plainConnection, 'dayahead-curves', { date: 'today' }),
  asked({ ...plainConnection, clientAuthentication: 'none' }, 'hub-to-hub-capacities', {
    powerHour: 'today',
    daFrom: 'NO1',
  }),
  asked({ ...plainConnection, clientAuthentication: 'body' }, 'intraday-orders', {
    startTime: 'today-7d',
    endTime: '2026-11-22',
    deliveryarea: `NO1,${odd}`,
  }),
  asked(plainConnection, 'uk-auction-prices', { startTime: 'yesterday', endTime: '2026-11-22T10:00' }, 'UTC'),
  ...datasets.map((dataset) => {
    return { dataset, parameters: {}, connection: { ...plainConnection, secretHeaders: ['X-Key', 'Y-Key'] } };
  }),
];

const filesOf = (target: 'curl' | 'typescript' | 'python', suffix: string, of = queries) =>
  of.map((query) => newFile(suffix, copiedRequest(target, query)));

it('the TypeScript snippets compile together under every strict option, with the types of Node and without', () => {
  const differing = queries.filter(
    ({ dataset, connection, days }, at) =>
      queries.findIndex(
        (other) =>
          other.dataset.record === dataset.record &&
          JSON.stringify(other.days) === JSON.stringify(days) &&
          other.connection.clientAuthentication === connection.clientAuthentication,
      ) === at,
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const rootNames = filesOf('typescript', 'ts', differing);
  const options: ts.CompilerOptions = {
    ...strictest,
    typeRoots: [join(process.cwd(), 'node_modules', '@types')],
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Auto,
  };
  const disk = ts.createCompilerHost(options);
  // Both programs have nearly the same files, which take longer to parse than to check.
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (path, ...how) => {
      if (!parsed.has(path)) parsed.set(path, disk.getSourceFile(path, ...how));
      return parsed.get(path);
    },
  };
  for (const types of [[], ['node']]) {
    const program = ts.createProgram({ rootNames, options: { ...options, types }, host });
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
      const line = file?.text.slice(0, start).split('\n').length;
      return `${ts.flattenDiagnosticMessageText(messageText, '\n')} (line ${line ?? '?'})`;
    });
    expect([...new Set(problems)]).toEqual([]);
  }
}, 120_000);

/** Programs that `npm test` does not install; test/README.md says how to run these tests with them. */
describe('where the tools are installed', () => {
  const check = async (command: string, args: readonly string[]) => {
    const { code, out, err } = await run(command, args);
    expect(code, out + err).toBe(0);
  };
  it.skipIf(!has('shellcheck'))('shellcheck reports nothing about the curl snippets', () =>
    check('shellcheck', [
      '--shell=sh',
      // What the here-document contains.
      ...queries.map((query) =>
        newFile('sh', copiedRequest('curl', query).split('\n').slice(1, -2).join('\n')),
      ),
    ]),
  );
  it.skipIf(!has('ruff'))(
    "ruff reports nothing about the Python snippets, and wouldn't reformat them",
    async () => {
      const files = filesOf('python', 'py');
      await check('ruff', ['check', '--isolated', ...files]);
      await check('ruff', ['format', '--isolated', '--check', ...files]);
    },
  );
  it.skipIf(!has('mypy'))(
    'mypy --strict reports nothing about the Python snippets',
    async () => {
      for (const file of filesOf('python', 'py'))
        await check('mypy', ['--strict', '--cache-dir', folder, file]);
    },
    600_000,
  );
});
