import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { SampleService } from '#src/editor/sandbox/sampleService';
import type { SampleAccess } from '#src/request/connection';
import type * as steps from '#src/editor/shell/promptSteps';
import type { PickStep, StepEnd, TextStep } from '#src/editor/shell/promptSteps';
import { startSandbox } from '#src/sandbox/startSandbox';
import { scenarios } from '#src/sandbox/scenario';
import { editor } from '../fakeVscode/editor';

/** What a person sees and does in the prompts while they start the service. */
interface Person {
  /** Whether they select the folder with saved responses. */
  takesFolder: boolean;
  types: string;
  takes: string;
  /** `undefined`: Esc. */
  port: string | undefined;
  /** What is entered where the prompt for the port opens again; afterwards Esc. */
  otherPorts: string[];
  /** With what, and why, each prompt for the port opens. */
  prompted: string[];
  offered: { label: string; description?: string }[];
  sees: (offered: Person['offered']) => void;
  problem: string | null;
}

const person = vi.hoisted((): Person => ({
  takesFolder: false,
  types: '',
  takes: '',
  port: '',
  otherPorts: [],
  prompted: [],
  offered: [],
  sees: () => undefined,
  problem: null,
}));

vi.mock('#src/editor/shell/promptSteps', async (original) => {
  return {
    ...(await original<typeof steps>()),
    pick(step: PickStep<{ label: string }>): Promise<StepEnd<{ label: string }>> {
      person.offered = [...step.items(person.types)];
      person.sees(person.offered);
      const isData = person.offered[0]?.label === 'Sample data';
      const taken = isData ? person.takesFolder : person.takes;
      const answer = person.offered.find(({ label }, at) =>
        isData ? at === Number(taken) : label === taken,
      );
      return Promise.resolve(answer ? { kind: 'answer', answer } : { kind: 'leave' });
    },
    typeText(step: TextStep): Promise<StepEnd<string>> {
      person.prompted.push(`${step.typed}: ${step.rejected ?? ''}`);
      const { port } = person;
      person.port = person.otherPorts.shift();
      if (port === undefined) return Promise.resolve({ kind: 'leave' });
      person.problem = step.problem?.(port) ?? null;
      return Promise.resolve(person.problem === null ? { kind: 'answer', answer: port } : { kind: 'leave' });
    },
  };
});

const lines: string[] = [];
const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };

let service: SampleService;
/** The services that were added as connections. */
const added: SampleAccess[] = [];
beforeEach(() => {
  Object.assign(person, {
    sees: () => undefined,
    takesFolder: false,
    types: '',
    takes: 'normal',
    port: '',
    otherPorts: [],
    prompted: [],
  });
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
const started = (...asked: Parameters<SampleService['headless']>) => service.headless(...asked);

/** A port that something else listens on. */
async function taken(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

/** A folder in a trusted workspace, in which a search finds these saved responses. */
function savedFolder(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'saved-'));
  editor.isTrusted = true;
  editor.folders = [dirname(folder)];
  editor.find = () => names.map((name) => Uri.file(join(folder, `${name}.json.provenance.json`)));
  return folder;
}

/** Saves prices of the area as the extension does. */
function save(folder: string, area: string, name = area): void {
  const file = join(folder, `${name}.json`);
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
    await expect(service.headless({ scenario: 'storm' })).rejects.toThrow(/"storm" not found.*large:N\.$/);
    await expect(service.headless({ port: 1.5 })).rejects.toThrow(/"port" must be a whole number/);
    await expect(service.headless({ fixtures: 'x' })).rejects.toThrow(/untrusted workspace/);
    expect(await isUp(first)).toBe(true);
  });

  it('reports a port that is in use, and can be started after that', async () => {
    const { port, server } = await taken();
    await expect(service.headless({ port })).rejects.toThrow(`Port ${port} is already in use.`);
    await new Promise((resolve) => server.close(resolve));
    expect((await started({ port })).baseUrl).toBe(`http://127.0.0.1:${port}/api`);
  });

  it('keeps running after a start with a port that is in use', async () => {
    const first = await started({});
    const { port, server } = await taken();
    await expect(service.headless({ port })).rejects.toThrow(`Port ${port} is already in use.`);
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
    await expect(service.headless({ fixtures: folder })).rejects.toThrow(/^Folder not found/);
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
  it('is offered every scenario with its help, and large:N as soon as it is typed', async () => {
    person.takes = '';
    expect(await service.promptAndTell()).toBeUndefined();
    expect(person.offered).toMatchObject(
      scenarios.map(({ name, help }) => ({ label: name, description: help })),
    );
    Object.assign(person, { types: 'large:50', takes: 'large:50', port: '' });
    expect(await service.promptAndTell()).toBeDefined();
    expect(lines.at(-1)).toMatch(/scenario large:50/);
  });

  it('is offered only the scenarios in which a folder of saved responses can be replayed', async () => {
    const folder = savedFolder('NO1');
    save(folder, 'NO1');
    Object.assign(person, { takesFolder: true, takes: 'gap' });
    expect(await service.promptAndTell()).toBeUndefined();
    expect(person.offered.map(({ label }) => label)).toEqual([
      'normal',
      'throttled',
      'broken-body',
      'slow',
      'empty',
      'unauthorized',
      'unexpected-error',
    ]);
    person.types = 'large:50';
    expect(await service.promptAndTell()).toBeUndefined();
    expect(person.offered.map(({ label }) => label)).not.toContain('large:50');
    person.takes = 'throttled';
    const access = (await service.promptAndTell())!;
    expect(lines.at(-1)).toMatch(/scenario throttled/);
    expect(await started({ fixtures: folder, scenario: 'throttled' })).toEqual(access);
  });

  it('is still offered every scenario for made-up data in a workspace with saved responses', async () => {
    savedFolder('NO1');
    person.takes = 'gap';
    expect(await service.promptAndTell()).toBeDefined();
    expect(person.offered).toHaveLength(scenarios.length);
  });

  it('is told before and after that not all of several responses to one query are served', async () => {
    const names = ['a', 'b', 'c'];
    const folder = savedFolder(...names);
    for (const name of names) save(folder, 'NO1', name);
    person.takesFolder = true;
    let data: Person['offered'] = [];
    person.sees = (offered) => (data = data.length > 0 ? data : offered);
    const { baseUrl } = (await service.promptAndTell())!;
    expect(data[1]?.description).toBe('3 saved responses to 1 query');
    expect(editor.told[0]).toContain(
      `is running at ${baseUrl}. It replays 1 of 3 saved responses from ${basename(folder)}. The log says why`,
    );
    expect(lines.slice(1)).toEqual([
      'Not served: b.json: a.json is served for the same query.',
      'Not served: c.json: a.json is served for the same query.',
    ]);
  });

  it('is prompted again for a port that is in use, with the reason, and every other choice kept', async () => {
    const [{ port, server }, other] = [await taken(), await taken()];
    await new Promise((resolve) => other.server.close(resolve));
    Object.assign(person, {
      takes: 'slow',
      port: String(port),
      otherPorts: [String(port), String(other.port)],
    });
    const { baseUrl } = (await service.promptAndTell())!;
    await new Promise((resolve) => server.close(resolve));
    expect(baseUrl).toBe(`http://127.0.0.1:${other.port}/api`);
    const again = `${port}: Port ${port} is already in use. Choose another port.`;
    expect(person.prompted).toEqual([': ', again, again]);
    expect(lines).toEqual([`Sample service started at ${baseUrl} (scenario slow).`]);
  });

  it('leaves the running service alone with Esc when prompted again for the port', async () => {
    const first = await started({});
    const { port, server } = await taken();
    person.port = String(port);
    expect(await service.promptAndTell()).toBeUndefined();
    await new Promise((resolve) => server.close(resolve));
    expect([await isUp(first), editor.clipboard]).toEqual([true, '']);
  });

  it("is offered the scenarios even if the editor can't search for saved responses", async () => {
    editor.isTrusted = true;
    editor.find = () => Promise.reject(new Error('spawn rg ENOENT'));
    person.takes = 'gap';
    expect(await service.promptAndTell()).toBeDefined();
    expect(lines.at(-1)).toMatch(/scenario gap/);
  });

  it('has the variables that copied requests read on the clipboard, and the notification says so', async () => {
    const { baseUrl, authUrl, username, password } = (await service.promptAndTell())!;
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
    const access = (await service.promptAndTell())!;
    await vi.waitFor(() => expect(added).toEqual([access]));
    expect(await isUp(access)).toBe(true);
  });

  it('stops it with Stop in the notification', async () => {
    editor.press('Stop');
    const access = (await service.promptAndTell())!;
    await vi.waitFor(async () => expect(await isUp(access)).toBe(false));
  });

  it("isn't stopped by Stop in the notification of a service that was replaced", async () => {
    let press: (button: string) => void = () => undefined;
    const pressed = new Promise<string>((resolve) => (press = resolve));
    editor.answer = () => pressed;
    await service.promptAndTell();
    const other = await started({ scenario: 'gap' });
    press('Stop');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await isUp(other)).toBe(true);
  });

  it.each(['0', '65536', 'x', '-1', '1.5', '080000'])("can't use %j as a port", async (port) => {
    person.port = port;
    expect(await service.promptAndTell()).toBeUndefined();
    expect(person.problem).toMatch(/from 1 to 65535/);
    expect(lines).toEqual([]);
  });

  it('starts nothing with Esc at the port', async () => {
    person.port = undefined;
    expect(await service.promptAndTell()).toBeUndefined();
    expect([lines, editor.clipboard]).toEqual([[], '']);
  });
});
