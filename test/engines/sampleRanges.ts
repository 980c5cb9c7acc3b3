import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { localPlace } from '#src/disk/place';
import { manifestIn } from '#src/engine/range/rangeNotes';
import { requireDataset } from '#src/market/datasets/datasets';
import { dayOf, marketZone } from '#src/market/time/deliveryDay';
import type { Manifest } from '#src/range/manifest';
import type { RangeFormat } from '#src/range/folderFiles';
import { deliveryDaysFrom, rangeDays } from '#src/range/rangeDays';
import { environment } from '#src/request/environment';
import type { Sandbox } from '#src/sandbox/startSandbox';
import type { BuiltCli } from '../unit/cli/builtCli';

/** A range as a person requests it. */
export interface Asked {
  readonly dataset: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly from: string;
  readonly to: string;
  readonly format?: RangeFormat;
  readonly windowMinutes?: number;
}

const parametersOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'dayahead-prices': { deliveryarea: 'NO1,SE3,DK1' },
  'dayahead-prices-alternate': { deliveryarea: 'NO1' },
  'uk-auction-prices': { deliveryarea: 'UK' },
  'uk-flows': { deliveryarea: 'UK' },
  'intraday-scheduled-flow': { deliveryarea: 'NO1,SE3' },
  'regulation-down-volumes': { deliveryarea: 'NO1,SE3' },
  'intraday-orders': { deliveryarea: 'NO1' },
  'hub-to-hub-capacities': { daFrom: 'NO1' },
};

/** A few days of a dataset of the sample service. Clocks go forward on the second one. */
export const sampleRange = (dataset: string): Asked => ({
  dataset,
  parameters: parametersOf[dataset] ?? {},
  from: '2026-03-28',
  to: dataset === 'intraday-orders' ? '2026-03-29' : '2026-04-01',
  ...(dataset === 'intraday-orders' ? { windowMinutes: 360 } : {}),
});

/** A service, and the credentials that it accepts. */
export type Service = Pick<Sandbox, 'baseUrl' | 'authUrl' | 'signIn' | 'close'>;

/** The variables with which the command line uses a service. */
export const variablesOf = ({ baseUrl, authUrl, signIn }: Service): Record<string, string> => ({
  [environment.baseUrl]: baseUrl,
  [environment.authUrl]: authUrl,
  [environment.username]: signIn.username,
  [environment.password]: signIn.password,
});

/** Changes the text of a day's response before it's received. */
export type Change = (text: string, day: string) => string;

/** A service between the client and another one, whose data it changes. */
export async function changedService(service: Service, change: Change): Promise<Service> {
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const { href } = new URL(request.url ?? '', service.baseUrl);
    const [, at = ''] = /=(\d{4}-\d{2}-\d{2}[^&]*)/.exec(decodeURIComponent(href)) ?? [];
    const day = at.includes('T') ? dayOf(Date.parse(at), marketZone) : at;
    const received = fetch(href, { headers: authorization === undefined ? {} : { authorization } });
    void received.then(async ({ status, ok, body }) => {
      const text = body ? String(await buffer(body)) : '';
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(ok && text !== '' ? change(text, day) : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { host } = new URL(service.baseUrl);
  return {
    ...service,
    baseUrl: service.baseUrl.replace(host, `127.0.0.1:${port}`),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Fetches a range with the command line. With `change`, one day after the other, so that the first one settles
 * the columns. Resolves with the dataset's folder and its manifest.
 */
export async function fetchSampleRange(
  cli: BuiltCli,
  target: string,
  asked: Asked,
  service: Service,
  change?: Change,
): Promise<{ folder: string; manifest: Manifest }> {
  const { parameters = {}, from, to, format = 'parquet', windowMinutes } = asked;
  const dataset = requireDataset(asked.dataset);
  const [day] = rangeDays({ dataset, parameters, from, to });
  const query = { dataset: dataset.id, parameters: day?.requests[0]?.query.parameters };
  const file = join(mkdtempSync(join(tmpdir(), 'query-')), 'range.market.json');
  writeFileSync(file, JSON.stringify({ version: 1, queries: { range: query } }));
  const used = change ? await changedService(service, change) : service;
  const spans = change
    ? deliveryDaysFrom(from, to).map((each) => [each, each] as const)
    : [[from, to] as const];
  const window = windowMinutes === undefined ? [] : ['--window-minutes', String(windowMinutes)];
  for (const [first, last] of spans) {
    const args = [
      '--from',
      first,
      '--to',
      last,
      '--target',
      target,
      '--format',
      format,
      ...window,
      '--quiet',
    ];
    const { status, errors } = await cli.run(['range', file, 'range', ...args], variablesOf(used));
    if (status === 2) throw new Error(errors);
  }
  if (change) await used.close();
  const manifest = await manifestIn(localPlace(join(target, dataset.id)));
  const failed = Object.entries(manifest?.days ?? {}).find(([, { state }]) => state === 'failed');
  if (!manifest || failed) throw new Error(JSON.stringify(failed));
  return { folder: join(target, dataset.id), manifest };
}
