import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../host/support/faultServer';
import { useFaultyService } from './faultyService';

const credentials = { username: 'user-of-9Zk', password: 'pw-Secret7/+é', clientSecret: 'client-Secret8' };
const path = '/dayahead/prices/areaBlock';
const day = '2026-03-10';

const service = useFaultyService({
  MARKET_DATA_USERNAME: credentials.username,
  MARKET_DATA_PASSWORD: credentials.password,
  MARKET_DATA_CLIENT_ID: 'explorer',
  MARKET_DATA_CLIENT_SECRET: credentials.clientSecret,
});

beforeAll(() => {
  const parameters = { deliveryarea: 'NO1', currency: 'EUR', startTime: day, endTime: day };
  const prices = { dataset: 'dayahead-prices', parameters, expect: { complete: true } };
  const exported = { format: 'json', target: 'page.json', provenance: true, overwrite: true };
  const queries = { prices, saved: { ...prices, export: exported } };
  service.cli.write('one.market.json', JSON.stringify({ version: 1, connection: 'mine', queries }));
});
/** The 24 hourly prices of NO1 on the day, as a service sends them. */
function hourlyPrices(): object[] {
  const at = (hour: number) => new Date(Date.parse('2026-03-09T23:00:00Z') + hour * 3_600_000).toISOString();
  const values = Array.from({ length: 24 }, (_, hour) => ({
    ...{ startTime: at(hour), endTime: at(hour + 1) },
    value: 40 + hour,
  }));
  const attributes = [{ name: 'deliveryArea', value: 'NO1' }];
  const period = { startTime: at(0), endTime: at(24) };
  return [{ type: 'Price', unit: 'EUR/MWh', resolution: 'PT60M', attributes, ...period, values }];
}

const answer = (...answers: Answer[]) => service.faults.on(path, answers);
const run = (...more: string[]) =>
  service.cli.run(['run', 'one.market.json', 'prices', ...more], service.variables);
const check = () => service.cli.run(['check', 'one.market.json', '--query', 'prices'], service.variables);
const range = (target: string, ...more: string[]) =>
  service.cli.run(
    ['range', 'one.market.json', 'prices', '--from', day, '--to', day, '--target', target, ...more],
    service.variables,
  );

interface Entry {
  readonly state: string;
  readonly outcome: string;
  readonly integrity: readonly { kind: string; count: number }[];
  readonly message?: string;
}

function entryIn(target: string): Entry {
  const text = readFileSync(join(service.cli.folder, target, '_dayahead-prices.manifest.json'), 'utf8');
  return (JSON.parse(text) as { days: Record<string, Entry> }).days[day]!;
}

describe.each([
  ['Link', '</x?page=2>; rel="next"', 'the service has more pages', 1],
  ['X-Total-Count', '5000', '1 of 5,000 records; the service has more pages', 4999],
  ['Content-Range', 'items 0-0/5000', '1 of 5,000 records; the service has more pages', 4999],
])('a first page by its header %s', (name, value, words, count) => {
  beforeEach(() => answer({ json: hourlyPrices(), headers: { [name]: value } }));

  it('is told as incomplete by run, which writes it, and fails the check', async () => {
    const { status, out, errors } = await run();
    expect([status, JSON.parse(out)]).toEqual([0, hourlyPrices()]);
    expect(errors).toBe(`24 rows.\nIncomplete: ${words}.\n`);
    const checked = await check();
    expect(checked.status).toBe(1);
    expect(checked.out).toContain(`${words[0]!.toUpperCase()}${words.slice(1)}.`);
  });

  it('is noted in the provenance of what is exported', async () => {
    await service.cli.run(['run', 'one.market.json', 'saved'], service.variables);
    const provenance: unknown = JSON.parse(
      readFileSync(join(service.cli.folder, 'page.json.provenance.json'), 'utf8'),
    );
    expect(provenance).toMatchObject({
      outcome: 'success',
      integrity: expect.arrayContaining([{ kind: 'furtherPages', count }]) as unknown,
    });
  });

  it('is an incomplete day of a range, which a whole response replaces', async () => {
    const target = `paged-${name}`;
    const first = await range(target);
    expect(first.status).toBe(1);
    expect(first.errors).toContain('Incomplete: the service has more pages');
    expect(entryIn(target)).toMatchObject({
      state: 'incomplete',
      integrity: expect.arrayContaining([{ kind: 'furtherPages', count }]) as unknown,
    });
    answer({ json: hourlyPrices() });
    expect((await range(target, '--again')).status).toBe(0);
    expect(entryIn(target).state).toBe('fetched');
  });
});

it('a first page without records is never final: run says that there are more, and a range requests its day again', async () => {
  answer({ json: [], headers: { 'X-Total-Count': '96' } });
  const words = '0 of 96 records; the service has more pages.';
  expect((await run()).errors).toContain(`Incomplete: ${words}`);
  expect((await range('none')).errors).toContain(words);
  expect(entryIn('none')).toMatchObject({ state: 'empty', message: words });
});

it('a sign-in that fails once in a range whose days are lacking is told by its status, even if it works later', async () => {
  service.faults.grants('/connect/token', [{ status: 500 }, { token: 'granted-token' }]);
  answer({ json: hourlyPrices() });
  expect((await range('sign-in', '--to', '2026-03-12')).status).toBe(2);
});

describe('data that was serialized twice', () => {
  const words =
    'The response is a text that contains JSON. [{"type":"Price","unit":"EUR/MWh","resolution":"PT…';

  it.each([1, 100])('is never taken for a response without data (%i times as much)', async (times) => {
    const records = Array.from({ length: times }, () => hourlyPrices()).flat();
    answer({ json: JSON.stringify(records) });
    expect(await run()).toEqual({ status: 1, out: '', errors: `unexpectedResponse. ${words}\n` });
    expect((await check()).out).toContain(words);
  });

  it('fails the day of a range, which the next run asks again', async () => {
    answer({ json: JSON.stringify(hourlyPrices()) });
    const { status, errors } = await range('twice');
    expect(status).toBe(1);
    expect(errors).toContain(`2026-03-10: Unexpected response. ${words}`);
    expect(entryIn('twice')).toMatchObject({ state: 'failed', outcome: 'unexpectedResponse' });
    answer({ json: hourlyPrices() });
    expect((await range('twice')).status).toBe(0);
    expect(entryIn('twice').state).toBe('fetched');
  });
});

describe('a sign-in service', () => {
  const host = () => new URL(service.faults.origin).host;

  it.each<[string, Answer, string]>([
    ['has an error', { status: 500 }, 'HTTP 500.'],
    ['has an error with words', { status: 500, json: 'Out of tokens' }, 'Out of tokens'],
    ['is somewhere else', { status: 404 }, 'HTTP 404.'],
    ['redirects', { status: 302, headers: { location: '/login' } }, 'The service redirected the request to'],
    ['is in maintenance', { status: 503 }, 'HTTP 503.'],
    ['has too much to do', { status: 429, headers: { 'retry-after': '9000' } }, 'HTTP 429.'],
    ['forbids it', { status: 403 }, 'HTTP 403.'],
    ['rejects the password', { status: 400, json: { error_description: 'Wrong' } }, 'Wrong'],
    ['grants nothing', { json: {} }, 'The response from the sign-in service contains no token.'],
    ['ends the connection', { fault: 'reset' }, 'The connection was reset'],
  ])('that %s is named with its host, not the query, and the status is 2', async (_, grant, words) => {
    service.faults.grants('/connect/token', [grant]);
    const said = `Sign-in failed at ${host()}: ${words}`;
    const ran = await run();
    expect([ran.status, ran.out]).toEqual([2, '']);
    expect(ran.errors.startsWith(said)).toBe(true);
    const checked = await check();
    expect(checked.status).toBe(2);
    expect(checked.out).toMatch(/error: prices: query: /);
    expect(checked.out).toContain(said);
    expect(checked.out).not.toContain('unexpected');
    const fetched = await range('unsigned');
    expect(fetched.status).toBe(2);
    expect(fetched.errors).toContain(said);
    expect(service.faults.seen(path)).toEqual([]);
  });

  it('that fails once doesn’t spoil a range that is complete in the end', async () => {
    service.faults.grants('/connect/token', [{ status: 500 }, { token: 'granted-token' }]);
    answer({ json: hourlyPrices() });
    expect((await range('signed')).status).toBe(0);
  });
});

describe('a data service that sends the password or the client secret back', () => {
  const { username, password, clientSecret } = credentials;
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it.each([
    ['as it is', `No access for ${password} with ${clientSecret}.`],
    ['percent-encoded', `No access for ${encodeURIComponent(password)}.`],
    ['in Base64', `No access for ${base64(password)} with ${base64(clientSecret)}.`],
    ['as Basic', `No access for ${base64(`${username}:${password}`)}.`],
    ['as Basic of a client', `No access for ${base64(`explorer:${clientSecret}`)}.`],
  ])('%s has it masked in messages, problems, and the manifest', async (_, words) => {
    const masked = /No access for ••••=*( with ••••=*)?\./;
    answer({ status: 403, json: words });
    for (const { errors, out } of [await run(), await check()]) {
      expect(errors + out).toMatch(masked);
      expect(errors + out).not.toMatch(/Secret/i);
    }
    const { errors } = await range('echoed');
    expect(errors).toMatch(masked);
    expect(entryIn('echoed').message).toMatch(masked);
    answer({ json: words });
    expect((await range('echoed')).errors).toMatch(masked);
    const { message = '' } = entryIn('echoed');
    expect(message).toMatch(masked);
    for (const secret of [password, clientSecret, base64(password), base64(`${username}:${password}`)]) {
      expect(message + errors).not.toContain(secret);
    }
  });

  it('keeps it in a body that is saved, as it was sent', async () => {
    const records = hourlyPrices().map((record) => ({ ...record, category: password }));
    answer({ json: records });
    expect(JSON.parse((await run()).out)).toEqual(records);
  });
});
