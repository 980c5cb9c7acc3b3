import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SampleService } from '#src/editor/sandbox/sampleService';
import type { SampleAccess } from '#src/request/connection';
import { startSandbox } from '#src/sandbox/startSandbox';
import { editor } from '../fakeVscode/editor';

const lines: string[] = [];
const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };

let service: SampleService;
/** The services that were added as connections. */
const added: SampleAccess[] = [];
beforeEach(() => {
  editor.isTrusted = false;
  lines.length = 0;
  added.length = 0;
  service = new SampleService(log, startSandbox, (access) => Promise.resolve(void added.push(access)));
});
afterEach(() => service.stop());

const isUp = ({ baseUrl }: SampleAccess) =>
  fetch(new URL('/health', baseUrl)).then(
    ({ ok }) => ok,
    () => false,
  );
const grant = ({ authUrl }: SampleAccess, username: string, password: string) =>
  fetch(`${authUrl}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  });
const started = (...asked: Parameters<SampleService['start']>) => service.start(...asked);

/** A port that something else listens on. */
async function taken(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

/** A folder in a trusted workspace. */
function savedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'saved-'));
  editor.isTrusted = true;
  editor.folders = [dirname(folder)];
  return folder;
}

/** Saves prices of the area as the extension does. */
function save(folder: string, area: string): void {
  const file = join(folder, `${area}.json`);
  const provenance = { version: 1, dataset: 'dayahead-prices', parameters: { deliveryarea: area } };
  writeFileSync(file, `["${area}"]`);
  writeFileSync(`${file}.provenance.json`, JSON.stringify(provenance));
}

describe('a sample service started by a program', () => {
  it('has its own credentials, and rejects those that everyone knows', async () => {
    const access = await started({});
    expect((await grant(access, access.username, access.password)).status).toBe(200);
    expect((await grant(access, 'sample', 'sample')).status).toBe(400);
    expect(Object.keys(access).sort()).toEqual(['authUrl', 'baseUrl', 'password', 'username']);
  });

  it('shows its credentials neither in the log, nor in a message, nor on the clipboard', async () => {
    const { username, password, baseUrl } = await started({ scenario: 'slow' });
    expect(lines).toEqual([`Sample service started at ${baseUrl} (scenario slow).`]);
    const said = JSON.stringify([lines, editor.told, editor.statusMessages, editor.clipboard]);
    expect(said).not.toContain(username);
    expect(said).not.toContain(password);
  });

  it('is the same service for the same arguments, and another service for others', async () => {
    const [first, same] = await Promise.all([started({}), started({ scenario: 'normal', port: 0 })]);
    expect(same).toEqual(first);
    const other = await started({ scenario: 'gap' });
    expect(other.password).not.toBe(first.password);
    expect([await isUp(first), await isUp(other)]).toEqual([false, true]);
  });

  it('keeps running after a start with a wrong argument', async () => {
    const first = await started({});
    await expect(service.start({ scenario: 'storm' })).rejects.toThrow(/"storm" not found.*large:N\.$/);
    await expect(service.start({ port: 1.5 })).rejects.toThrow(/"port" must be a whole number/);
    await expect(service.start({ fixtures: 'x' })).rejects.toThrow(/untrusted workspace/);
    expect(await isUp(first)).toBe(true);
  });

  it('keeps running after a start with a port that is in use', async () => {
    const first = await started({});
    const { port, server } = await taken();
    await expect(service.start({ port })).rejects.toThrow(`Port ${port} is already in use.`);
    await new Promise((resolve) => server.close(resolve));
    expect(await isUp(first)).toBe(true);
    expect(await started({})).toEqual(first);
  });

  it('is replaced by another scenario on the same port', async () => {
    const { port } = new URL((await started({})).baseUrl);
    const other = await started({ port: Number(port), scenario: 'empty' });
    expect(new URL(other.baseUrl).port).toBe(port);
  });

  it('ends with the window, even while it starts', async () => {
    const starting = started({});
    service.dispose();
    const access = await starting;
    await vi.waitFor(async () => expect(await isUp(access)).toBe(false));
  });
});

describe('a sample service started again with the same folder of saved responses', () => {
  async function query(access: SampleAccess, area: string): Promise<string> {
    const reply = await grant(access, access.username, access.password);
    const { access_token: token } = (await reply.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    const address = `${access.baseUrl}/dayahead/prices/areaBlock?deliveryarea=${area}`;
    return (await fetch(address, { headers })).text();
  }

  it('serves a response saved since then, at the same address and with the same credentials', async () => {
    const folder = savedFolder();
    save(folder, 'NO1');
    const first = await started({ fixtures: folder });
    expect(await query(first, 'SE3')).toMatch(/No saved response/);
    save(folder, 'SE3');
    rmSync(join(folder, 'NO1.json'));
    expect(await started({ fixtures: folder })).toEqual(first);
    expect(await query(first, 'SE3')).toBe('["SE3"]');
    expect(await query(first, 'NO1')).toMatch(/No saved response/);
    expect(lines.slice(1)).toEqual(['Not served: NO1.json: only its provenance is there.']);
  });

  it('keeps running if the folder can no longer be replayed', async () => {
    const folder = savedFolder();
    save(folder, 'NO1');
    const first = await started({ fixtures: folder });
    rmSync(folder, { recursive: true });
    await expect(service.start({ fixtures: folder })).rejects.toThrow(/^Folder not found/);
    expect(await isUp(first)).toBe(true);
  });
});

describe('a stopped sample service', () => {
  it('frees its port, and can be stopped again without an error', async () => {
    const access = await started({});
    await service.stop();
    expect(await isUp(access)).toBe(false);
    await service.stop();
    expect(editor.statusMessages).toEqual(['Sample service stopped.', "The sample service isn't running."]);
  });
});

describe('a person who starts a sample service', () => {
  it('is asked nothing and has a service in the normal scenario, in place of one that a program started', async () => {
    const other = await started({ scenario: 'gap' });
    const access = await service.startAndTell();
    expect(lines.at(-1)).toBe(`Sample service started at ${access.baseUrl} (scenario normal).`);
    expect([await isUp(other), await isUp(access)]).toEqual([false, true]);
    expect(await service.startAndTell()).toEqual(access);
  });

  it('has the variables that copied requests read on the clipboard, and the notification says so', async () => {
    const { baseUrl, authUrl, username, password } = await service.startAndTell();
    expect(editor.clipboard).toBe(
      [
        `MARKET_DATA_BASE_URL=${baseUrl}\n`,
        `MARKET_DATA_AUTH_URL=${authUrl}\n`,
        `MARKET_DATA_USERNAME=${username}\n`,
        `MARKET_DATA_PASSWORD=${password}\n`,
      ].join(''),
    );
    expect(editor.told).toEqual([
      expect.stringMatching(/is running at http:.*copied to the clipboard as environment variables\.$/),
    ]);
    expect(editor.messages[0]?.buttons).toEqual(['Add as Connection', 'Stop']);
    expect(added).toEqual([]);
  });

  it('is added as a connection from the notification, with its credentials', async () => {
    editor.press('Add as Connection');
    const access = await service.startAndTell();
    await vi.waitFor(() => expect(added).toEqual([access]));
    expect(await isUp(access)).toBe(true);
  });

  it('stops it with Stop in the notification', async () => {
    editor.press('Stop');
    const access = await service.startAndTell();
    await vi.waitFor(async () => expect(await isUp(access)).toBe(false));
  });

  it("isn't stopped by Stop in the notification of a service that was replaced", async () => {
    let press: (button: string) => void = () => undefined;
    const pressed = new Promise<string>((resolve) => (press = resolve));
    editor.answer = () => pressed;
    await service.startAndTell();
    const other = await started({ scenario: 'gap' });
    press('Stop');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await isUp(other)).toBe(true);
  });
});
