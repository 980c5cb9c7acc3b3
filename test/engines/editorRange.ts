import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findDataset } from '../../src/market/datasets/datasets';
import { settledDay, type CameDay, type DayEntry } from '../../src/range/dayState';
import { dayFolderName, manifestName, manifestText, partName } from '../../src/range/manifest';
import { rangeDays } from '../../src/range/rangeDays';
import type { Connection } from '../../src/request/connection';
import { targetOf } from '../../src/request/requestTarget';
import { dayPeriod, marketZone } from '../../src/market/time/deliveryDay';
import { writeDayFile } from '../../src/results/thread/dayFile';
import { derived, type Held } from '../../src/results/thread/workerResult';
import type { AcceptedSignIn } from '../../src/sandbox/tokens';
import { BodyReader } from '../../src/table/body/bodyReader';

/** A range as a person requests it, and the service that responds. */
export interface Asked {
  readonly dataset: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly from: string;
  readonly to: string;
  readonly format?: 'parquet' | 'ndjson' | 'json';
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
export interface Service {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly signIn: AcceptedSignIn;
}

/** The connection of the tests to a service. */
const connectionTo = ({ baseUrl, authUrl }: Service): Connection => ({
  name: 'service',
  baseUrl,
  authUrl,
  tokenPath: '/connect/token',
  clientId: '',
  scope: '',
  clientAuthentication: 'none',
  tokenScheme: 'Bearer',
  venue: 'venue',
  secretHeaders: [],
});

/** Sends each request over a separate connection, because an idle one may be closed while a table is read. */
const send = (url: string, headers: Record<string, string>, form?: string) =>
  new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    const method = form === undefined ? 'GET' : 'POST';
    const sent = request(url, { agent: false, method, headers }, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.on('error', reject).end(form);
  });

async function tokenOf(service: Service): Promise<string> {
  const { username, password } = service.signIn;
  const form = String(new URLSearchParams({ grant_type: 'password', username, password }));
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const { body } = await send(`${service.authUrl}/connect/token`, type, form);
  return (JSON.parse(body.toString('utf8')) as { access_token: string }).access_token;
}

/**
 * Writes a range folder as the editor does, with the product's own requests, tables, writers, and manifest,
 * but without VS Code. `change` changes a response of a day before it's read. Resolves with the dataset's
 * folder.
 */
export async function writeEditorRange(
  target: string,
  asked: Asked,
  service: Service,
  change: (body: Buffer, day: string) => Buffer = (body) => body,
): Promise<string> {
  const { format = 'parquet', parameters = {}, from, to } = asked;
  const dataset = findDataset(asked.dataset);
  if (!dataset) throw new Error(asked.dataset);
  const connection = connectionTo(service);
  const window = asked.windowMinutes === undefined ? {} : { windowMinutes: asked.windowMinutes };
  const headers = { authorization: `Bearer ${await tokenOf(service)}` };
  const root = join(target, dataset.id);
  const days: Record<string, DayEntry> = {};
  let columns: readonly string[] = [];
  for (const { day, requests } of rangeDays({ dataset, parameters, from, to, ...window })) {
    const held = new Map<string, Held>();
    const bodies: Buffer[] = [];
    for (const [at, { query }] of requests.entries()) {
      const response = await send(connection.baseUrl + targetOf(query, connection), headers);
      if (response.status === 204) continue;
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      const body = change(response.body, day);
      const reader = new BodyReader(dataset.record, 1e9);
      reader.push(body);
      reader.end(true);
      if (reader.table.rows === 0) continue;
      held.set(String(at), derived(reader.table));
      bodies.push(body);
    }
    const requestedAt = '2026-11-01T00:00:00Z';
    const settle = (came: Pick<CameDay, 'outcome' | 'responses' | 'file'>) =>
      settledDay(
        { ...came, requestedAt, withoutData: 0 },
        { held: undefined, isDue: true, record: dataset.record },
      ).entry;
    days[day] = settle({ outcome: 'noData', responses: [], file: null });
    if (held.size === 0) continue;
    const whole = { outcome: 'success', responses: [{ isWhole: true, rows: 1, findings: [] }] } as const;
    const path = join(root, dayFolderName(day), partName(format));
    mkdirSync(join(path, '..'), { recursive: true });
    if (format === 'json') {
      const [body] = bodies;
      if (!body) throw new Error(day);
      writeFileSync(path, body);
      const sha256 = createHash('sha256').update(body).digest('hex');
      const placement = { placed: 1, strays: 0, unreadable: 0 };
      days[day] = settle({ ...whole, file: { rows: 1, bytes: body.length, sha256, placement } });
      continue;
    }
    const written = await writeDayFile(
      {
        format,
        path,
        record: dataset.record,
        day: dayPeriod(day, marketZone),
        origin: {
          dataset: dataset.id,
          parameters,
          connection: connection.name,
          outcome: 'success',
          complete: true,
          extensionVersion: '1.0.0',
        },
        pieces: [...held.keys()].map((at) => {
          const request = requests[Number(at)];
          if (!request) throw new Error(at);
          return { result: at, period: request.period, asked: { start: null, end: null, values: [] } };
        }),
        columns,
      },
      (id) => {
        const found = held.get(id);
        if (!found) throw new Error(id);
        return found;
      },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
    ({ columns } = written);
    days[day] = settle({ ...whole, file: written });
  }
  mkdirSync(root, { recursive: true });
  const addresses = createHash('sha256').update(`${connection.baseUrl}\n${connection.authUrl}`).digest('hex');
  const head = { version: 1, dataset: dataset.id, parameters, format } as const;
  writeFileSync(
    join(target, manifestName(dataset.id)),
    manifestText({ ...head, connection: connection.name, addresses, columns, days }),
  );
  return root;
}
