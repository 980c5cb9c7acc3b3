import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { copiedRequest } from '#src/exports/copiedRequests/copiedRequest';
import { isThere, oddConnection, queryOf, runners, secrets, type targets } from '../runCopies';

/** What the service does with one request. */
type Fault = (response: ServerResponse, request: IncomingMessage) => void;

const token = 'tok-1.secret';
const records = '[{"type":"price","values":[]},{"type":"price","values":[]}]';

const status =
  (code: number, body = '', headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(code, headers).end(body);
const busy = (retryAfter?: string, code = 429): Fault =>
  status(code, '"Too many at once."', retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const marked: Fault = (response) => response.end(`\ufeff${records}`);
const hang: Fault = () => undefined;
const hangInBody: Fault = (response) => response.writeHead(200).write('[{"type":');
const cutBody: Fault = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write(records, () => response.destroy());
};
const cutChunks: Fault = (response) => {
  response.writeHead(200);
  response.write(`${records.slice(0, -1)},`, () => response.destroy());
};

/** The responses to the first requests; after them, everything succeeds. */
interface Faults {
  readonly ofToken?: readonly Fault[];
  readonly ofData?: readonly Fault[];
}

/** A service with these faults, and the paths that were requested. */
async function serve({ ofToken = [], ofData = [] }: Faults) {
  const seen: string[] = [];
  const [tokenFaults, dataFaults] = [[...ofToken], [...ofData]];
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    seen.push(path);
    const isToken = path === '/id/token';
    const fault = (isToken ? tokenFaults : dataFaults).shift();
    request.resume().on('end', () => {
      if (fault) fault(response, request);
      else response.end(isToken ? JSON.stringify({ access_token: token, expires_in: 3600 }) : records);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, seen, close };
}

/**
 * Runs a copiedRequest against a service that fails in every way that a network and a service can. The targets have
 * a file each, and the tests of a file run at the same time: most of them wait.
 */
export function testFaults(target: (typeof targets)[number]): void {
  const words = `a request copied as ${target}`;
  describe.skipIf(!isThere[target])(words, { concurrent: true }, () => runAgainstFaults(target));
}

function runAgainstFaults(target: (typeof targets)[number]): void {
  /** Runs the copiedRequest with another time-out; nothing it prints may contain a secret. */
  async function run(faults: Faults = {}, timeout = 60) {
    const { origin, seen, close } = await serve(faults);
    const text = copiedRequest(target, queryOf(oddConnection(origin, 'basic'), 'Peak'));
    const limited = text.replaceAll(/(time(?:out)?[ =])60\b/g, `$1${timeout}`);
    expect(limited === text).toBe(timeout === 60);
    const result = await runners[target](limited);
    close();
    for (const secret of [token, ...Object.values(secrets)]) {
      expect(result.out + result.err).not.toContain(secret);
    }
    return { ...result, seen, dataRequests: seen.filter((path) => path !== '/id/token') };
  }

  it('prints the data and nothing else, and ends with 0', async () => {
    const { code, out, err } = await run();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(target === 'curl' ? records : 'Records: 2');
  });

  it.each([
    ['204', status(204)],
    ['an empty array', status(200, ' [ ] ')],
  ])('ends without an error if there is no data: %s', async (_, fault) => {
    const { code, out } = await run({ ofData: [fault] });
    expect(code).toBe(0);
    expect(out).toMatch(target === 'curl' ? /^[[\] ]*$/ : /Records: 0/);
  });

  it.each([
    ['a JSON string', '"No data for you."'],
    ['problem details', '{"type":"about:blank","title":"No data for you.","status":403}'],
    ['a page', '<!DOCTYPE html><title>No data for you.</title>'],
  ])('never takes what the service says for data: %s', async (what, body) => {
    const { code, out, err } = await run({ ofData: [status(200, body)] });
    expect([code, out]).toEqual([1, '']);
    if (what !== 'a page' || target === 'curl') {
      expect(err).toMatch(/^No data was received: HTTP 200\. .*No data for you\./);
    }
  });

  it('says why a sign-in was rejected, and requests no data', async () => {
    const words = { error: 'invalid_grant', error_description: 'The account is locked.' };
    const { code, out, err, dataRequests } = await run({ ofToken: [status(401, JSON.stringify(words))] });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^The sign-in failed: HTTP 401\. .*The account is locked\./);
    expect(dataRequests).toEqual([]);
  });

  it.each(['', '<html>', 'null', '{"access_token":7}', '"eyJhbGciOi.bare"', '["eyJhbGciOi.bare"]'])(
    'requests no data if a response to the sign-in has no token, and prints nothing that could be one: %s',
    async (body) => {
      const { code, out, err, dataRequests } = await run({ ofToken: [status(200, body)] });
      expect([code, out, dataRequests]).toEqual([1, '', []]);
      expect(err).not.toContain('bare');
    },
  );

  it('reads a byte order mark', async () => {
    const { code, out, err } = await run({ ofData: [marked] });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(target === 'curl' ? records : 'Records: 2');
  });

  it('never takes part of a response for the whole response', async () => {
    const part = { 'content-range': `bytes 0-${records.length - 1}/9999` };
    const { code, out, err } = await run({ ofData: [status(206, records, part)] });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^No data was received: HTTP 206\./);
  });

  it.each([302, 307])("doesn't follow a redirect, and prints its status: %i", async (code) => {
    const elsewhere = status(code, '', { location: '/elsewhere' });
    const data = await run({ ofData: [elsewhere] });
    expect([data.code, data.out]).toEqual([1, '']);
    expect(data.err).toContain(`No data was received: HTTP ${code}.`);
    const signIn = await run({ ofToken: [elsewhere] });
    expect(signIn.code).toBe(1);
    expect(signIn.err).toContain(`The sign-in failed: HTTP ${code}.`);
    expect([...data.seen, ...signIn.seen]).not.toContain('/elsewhere');
  });

  it.each([400, 500])('says what the service says about a failure: %i', async (code) => {
    const {
      code: end,
      out,
      err,
    } = await run({ ofData: [status(code, '"deliveryarea \u001b]0;x\u0007is wrong"')] });
    expect([end, out]).toEqual([1, '']);
    expect(err).toMatch(
      new RegExp(`^No data was received: HTTP ${code}\\. "deliveryarea ?]0;x ?is wrong"\\s*$`),
    );
  });

  it.each([
    ['1', 429],
    ['0', 429],
    ['1', 503],
  ])('waits once for a busy service, and says so: Retry-After %s with %i', async (after, code) => {
    const { code: end, out, err } = await run({ ofData: [busy(after, code)] });
    expect([end, err]).toEqual([0, `The service is busy. Trying again in ${after} s.\n`]);
    expect(out).toContain(target === 'curl' ? records : 'Records: 2');
    const again = await run({ ofData: [busy(after, code), busy(after, code)] });
    expect([again.code, again.out, again.dataRequests.length]).toEqual([1, '', 2]);
    expect(again.err).toContain(`No data was received: HTTP ${code}. "Too many at once."`);
  });

  it.each([undefined, 'soon', '121', '1.5', '99999999999999999999', 'Sun, 22 Nov 2026 10:00:01 GMT'])(
    "doesn't wait for anything but at most 120 whole seconds: Retry-After %s",
    async (after) => {
      const { code, out, err, dataRequests } = await run({ ofData: [busy(after)] });
      expect([code, out, dataRequests.length]).toEqual([1, '', 1]);
      expect(err).toMatch(/^No data was received: HTTP 429\. "Too many at once\."\s*$/);
    },
  );

  it.each<[string, Faults]>([
    ['the sign-in', { ofToken: [hang] }],
    ['the data', { ofData: [hang] }],
    ['the rest of a response', { ofData: [hangInBody] }],
  ])("doesn't wait forever for %s", async (_, faults) => {
    // Node's own limits are in minutes.
    if (target === 'typescript') return;
    const { code, out, err } = await run(faults, 1);
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).toMatch(/timed out|too slow|timeout/i);
  });

  it.each([
    ['shorter than announced', cutBody],
    ['without its last chunk', cutChunks],
    ['half of the data, as if it were complete', status(200, '[{"type":"price"},')],
    ['nothing', status(200)],
  ])('never takes an incomplete response for data: %s', async (_, fault) => {
    const { code, out, err } = await run({ ofData: [fault] });
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).not.toBe('');
  });

  it('says that nothing responds at the address', async () => {
    const text = copiedRequest(target, queryOf(oddConnection('http://127.0.0.1:1', 'none')));
    const { code, out, err } = await runners[target](text);
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).toMatch(/refused|Failed to connect|bad port/i);
  });
}
