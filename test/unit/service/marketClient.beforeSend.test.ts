import { expect, test } from 'vitest';
import { ServiceFailure } from '#src/service/failure';
import {
  anna,
  bodyOf,
  clientFor,
  connectionTo,
  endedOf,
  json,
  memoryVault,
  passingWaits,
  recordingServer,
  requestTo,
  textOf,
} from './localService';

/** Allows so many requests. */
function allowing(most: number) {
  let left = most;
  return () => {
    if (left === 0) throw new ServiceFailure('cancelled', 'used up');
    left -= 1;
  };
}

/** A service that rejects every token once with 401, and every second request with 429. */
const faulty = () =>
  recordingServer(({ method }, response, count) => {
    if (method === 'POST') json(response, 200, { access_token: `token-${count}` });
    else if (count % 3 === 0) json(response, 401, 'Expired');
    else if (count < 8) json(response, 429, 'Too many', { 'retry-after': '0' });
    else json(response, 200, []);
  });

test.each([0, 1, 2, 3, 4])('of a query that would need more, %i requests are sent', async (most) => {
  const pass = passingWaits();
  const { url, received } = await faulty();
  const { client } = clientFor(memoryVault({ credentials: anna }));
  const request = requestTo(connectionTo(url), { onWait: pass, beforeSend: allowing(most) });
  const { outcome } = endedOf(await client.ask(request));
  expect(outcome).toEqual({ kind: 'cancelled', message: 'used up' });
  expect(received).toHaveLength(most);
});

test('tokens, repeats, and renewals are each announced once', async () => {
  const pass = passingWaits();
  const { url, received } = await faulty();
  const { client } = clientFor(memoryVault({ credentials: anna }));
  let announced = 0;
  const beforeSend = () => {
    announced += 1;
  };
  const reply = await client.ask(requestTo(connectionTo(url), { onWait: pass, beforeSend }));
  expect(reply.trace.attempts).toBeGreaterThan(2);
  expect(received.map(({ method }) => method)).toContain('POST');
  expect(announced).toBe(received.length);
});

test("a token from the vault isn't a request", async () => {
  const { url } = await recordingServer((_, response) => json(response, 200, []));
  const { client } = clientFor();
  const reply = await client.ask(requestTo(connectionTo(url), { beforeSend: allowing(1) }));
  expect(await textOf(reply)).toBe('[]');
});

test("a query that may not request a token doesn't fail other queries", async () => {
  const { url, received } = await recordingServer(({ method }, response) =>
    method === 'POST' ? json(response, 200, { access_token: 'token' }) : json(response, 200, []),
  );
  const { client } = clientFor(memoryVault({ credentials: anna }));
  const connection = connectionTo(url);
  const forbidden = client.ask(requestTo(connection, { beforeSend: allowing(0) }));
  const allowed = [1, 2, 3].map(() => client.ask(requestTo(connection)));
  expect(endedOf(await forbidden).outcome.message).toBe('used up');
  for (const reply of await Promise.all(allowed)) expect(bodyOf(reply).status).toBe(200);
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
