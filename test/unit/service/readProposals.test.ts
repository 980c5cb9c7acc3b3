import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeTo,
  isAsProposed,
  mostProposalBytes,
  readProposals,
  type Proposal,
} from '../../../src/service/readProposals';
import { readConnections } from '../../../src/service/connectionSettings';
import { propertyRuns } from '../propertyRuns';
import { anyCharacter, webUrl } from '../anyText';

const least = { name: 'production', baseUrl: 'https://api.example', authUrl: 'https://sso.example' };
const whole = {
  ...least,
  clientId: 'trading-desk',
  scope: 'market data',
  clientAuthentication: 'body',
  venue: 'n2ex',
};
const fileOf = (...connections: unknown[]) => JSON.stringify({ version: 1, connections });

/** Problems by connection and field. */
const problemsOf = (text: string) => {
  const { problems, proposals } = readProposals(text);
  return { places: problems.map(({ index, field }) => [index, field]), proposals, problems };
};

describe('a file of proposed connections', () => {
  it('proposes exactly the connections that it contains', () => {
    const { proposals, problems } = readProposals(fileOf(least, { ...whole, name: 'desk' }));
    expect(problems).toEqual([]);
    expect(proposals.map(({ entry }) => entry)).toEqual([least, { ...whole, name: 'desk' }]);
    expect(proposals[1]?.connection).toMatchObject({
      ...whole,
      name: 'desk',
      tokenPath: '/connect/token',
      tokenScheme: 'Bearer',
      secretHeaders: [],
    });
  });

  it('may have comments, trailing commas, and Windows line ends', () => {
    const text = `// shared\r\n{ "version": 1, /* two hosts */ "connections": [${JSON.stringify(least)},], }\r\n`;
    expect(readProposals(text).proposals).toHaveLength(1);
  });

  it.each<[what: string, text: string, field: string]>([
    ['no JSON', 'market', ''],
    ['nothing', '', ''],
    ['two values', `${fileOf(least)} {}`, ''],
    ['a list', `[${fileOf(least)}]`, ''],
    ['another version', JSON.stringify({ version: 2, connections: [least] }), 'version'],
    ['no version', JSON.stringify({ connections: [least] }), 'version'],
    ['a version in quotation marks', JSON.stringify({ version: '1', connections: [least] }), 'version'],
    ['no connections', JSON.stringify({ version: 1 }), 'connections'],
    ['an object of connections', JSON.stringify({ version: 1, connections: { least } }), 'connections'],
    ['an unknown member', JSON.stringify({ version: 1, connections: [least], settings: {} }), ''],
    ['a schema', JSON.stringify({ $schema: 'https://x.example', version: 1, connections: [least] }), ''],
    ['a prototype', `{"__proto__": {}, "version": 1, "connections": [${JSON.stringify(least)}]}`, ''],
    ['connections twice', `{"version": 1, "connections": [], "connections": [${JSON.stringify(least)}]}`, ''],
    ['more than fits', fileOf(least).padEnd(mostProposalBytes + 1), ''],
    ['a million brackets', '['.repeat(60_000), ''],
    ['nested objects', `{"version": 1, "connections": [${'{"a":'.repeat(9_000)}`, ''],
  ])('proposes nothing if it contains %s', (_what, text, field) => {
    const { places, proposals, problems } = problemsOf(text);
    expect(proposals).toEqual([]);
    expect(places).toEqual([[-1, field]]);
    expect(problems[0]?.message).toMatch(/\.$/);
  });

  it.each<[member: string, value: unknown]>([
    ['secretHeaders', ['X-Key']],
    ['tokenPath', '/oauth2/token'],
    ['tokenScheme', 'Basic'],
    ['clientSecret', 'secret'],
    ['username', 'anna'],
    ['password', 'secret'],
    ['token', 'secret'],
    ['headers', { 'X-Key': 'secret' }],
    ['proxy', 'https://evil.example'],
    ['BaseUrl', 'https://evil.example'],
    ['constructor', 'x'],
    ['toString', 'x'],
    ['', 'x'],
    ['\u202ename', 'x'],
  ])('leaves out a connection with the member %j, and keeps the others', (member, value) => {
    const { places, proposals } = problemsOf(fileOf({ ...least, [member]: value }, { ...whole, name: 'b' }));
    expect(proposals.map(({ connection }) => connection.name)).toEqual(['b']);
    expect(places.map(([index]) => index)).toEqual([0]);
  });

  it.each<[member: string, value: unknown]>([
    ['name', undefined],
    ['name', 'sandbox'],
    ['name', 'file'],
    ['name', ' production'],
    ['name', ''],
    ['name', 'x'.repeat(65)],
    ['name', 'a\u202eb'],
    ['name', 'a\nb'],
    ['name', 7],
    ['baseUrl', undefined],
    ['baseUrl', null],
    ['baseUrl', 'http://api.example'],
    ['baseUrl', 'http://localhost.evil.example'],
    ['baseUrl', 'http://127.0.0.1.evil.example'],
    ['baseUrl', 'https://api.example@evil.example'],
    ['baseUrl', 'https://user:secret@api.example'],
    ['baseUrl', 'https://api.example\\@evil.example'],
    ['baseUrl', 'https://api.example/?to=evil.example'],
    ['baseUrl', 'https://api.example/#evil'],
    ['baseUrl', 'https://api.exa\tmple'],
    ['baseUrl', ` ${least.baseUrl}`],
    ['baseUrl', `https://api.example/${'a'.repeat(300)}`],
    ['baseUrl', 'file:///etc/passwd'],
    ['baseUrl', 'javascript:alert(1)'],
    ['baseUrl', 'https://'],
    ['authUrl', 'ftp://sso.example'],
    ['authUrl', ['https://sso.example']],
    ['clientId', null],
    ['clientId', 'a\u0000'],
    ['clientId', 'x'.repeat(201)],
    ['scope', 5],
    ['scope', 'a\r\nX: y'],
    ['clientAuthentication', 'Basic'],
    ['clientAuthentication', ''],
    ['venue', '../..'],
    ['venue', '..'],
  ])('leaves out a connection whose %s is %j', (member, value) => {
    const { places, proposals, problems } = problemsOf(fileOf({ ...least, [member]: value }));
    expect(proposals).toEqual([]);
    expect(places).toEqual([[0, member]]);
    expect(problems[0]?.message).toMatch(/\.$/);
  });

  it.each([
    ['settings', '{"version": 1, "connections": [], "settings": {}}', 'Unknown property "settings".'],
    ['version', '{"version": 1, "version": 1, "connections": []}', '"version" occurs more than once.'],
  ])('says what is wrong with %s outside of the connections', (_name, text, words) => {
    expect(problemsOf(text).problems.map(({ message }) => message)).toEqual([words]);
  });

  it('leaves out a connection with a member twice: people and programs would read different ones', () => {
    const text = `{"version": 1, "connections": [{"name": "a", "baseUrl": "https://good.example",
      "authUrl": "https://good.example", "authUrl": "https://evil.example"}]}`;
    const { places, proposals } = problemsOf(text);
    expect(proposals).toEqual([]);
    expect(places).toEqual([[0, 'authUrl']]);
  });

  it('leaves out a connection with a prototype, whose members nobody would see', () => {
    const text = `{"version": 1, "connections": [{"__proto__": {"secretHeaders": ["X"]}, ${JSON.stringify(least).slice(1)}]}`;
    expect(problemsOf(text)).toMatchObject({ proposals: [], places: [[0, '__proto__']] });
  });

  it('gives a name to the first connection that has it', () => {
    const { places, proposals } = problemsOf(fileOf(least, { ...least, authUrl: 'https://evil.example' }));
    expect(proposals.map(({ connection }) => connection.authUrl)).toEqual([least.authUrl]);
    expect(places).toEqual([[1, 'name']]);
  });

  it('copies addresses as they are shown: no other letters, digits, or default ports', () => {
    const odd = { ...least, baseUrl: 'https://ＡＰＩ。example:443/', authUrl: 'http://0x7f.1:80' };
    const [proposal] = readProposals(fileOf(odd)).proposals;
    expect(proposal?.entry).toEqual({
      ...least,
      baseUrl: 'https://api.example',
      authUrl: 'http://127.0.0.1',
    });
  });

  it('whatever it contains, is read without an error, and gives only connections that the settings accept', () => {
    const value = fc.oneof(fc.jsonValue(), webUrl, fc.string());
    const connection = fc.record(
      Object.fromEntries([...Object.keys(whole), 'secretHeaders', '__proto__'].map((name) => [name, value])),
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.json(),
      fc.array(fc.oneof(connection, fc.constant(whole))).map((list) => fileOf(...(list as unknown[]))),
      fc.tuple(fc.nat(200), fc.nat(200), fc.string()).map(([from, length, put]) => {
        const good = fileOf(least, { ...whole, name: 'b' });
        return good.slice(0, from) + put + good.slice(from + length);
      }),
    );
    fc.assert(
      fc.property(text, (written) => {
        const { proposals } = readProposals(written);
        const entries = proposals.map(({ entry }) => entry);
        expect(readConnections(entries)).toEqual({
          connections: proposals.map(({ connection: read }) => read),
          problems: [],
        });
        for (const entry of entries) {
          expect(Object.keys(entry).filter((member) => !Object.keys(whole).includes(member))).toEqual([]);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('a connection and what was proposed', () => {
  const proposalOf = (entry: object): Proposal => readProposals(fileOf(entry)).proposals[0]!;
  const own = (entry: object) => readConnections([entry]).connections[0]!;

  it('is the same while what a proposal decides is the same', () => {
    const mine = {
      ...least,
      baseUrl: 'https://API.example/',
      tokenPath: '/oauth2/token',
      secretHeaders: ['X'],
    };
    expect(isAsProposed(own(mine), proposalOf(least))).toBe(true);
  });

  it.each(['baseUrl', 'authUrl', 'clientId', 'scope', 'clientAuthentication', 'venue'] as const)(
    'differs if the %s differs',
    (member) => {
      const other = { ...least, baseUrl: 'https://b.example', authUrl: 'https://c.example' };
      expect(
        isAsProposed(own({ ...whole, [member]: { ...connectionLike, ...other }[member] }), proposalOf(whole)),
      ).toBe(false);
    },
  );
  const connectionLike = { clientId: '', scope: '', clientAuthentication: 'none', venue: 'venue' };

  it.each([
    [whole, least],
    [least, whole],
    [whole, { ...least, clientId: 'only' }],
  ])('takes over what is proposed, and keeps what only the person decides', (before, after) => {
    const kept = { tokenPath: '/oauth2/token', tokenScheme: 'Token', secretHeaders: ['X-Key'] };
    const changed = own({ ...before, ...kept, ...changeTo(proposalOf(after)) });
    expect(isAsProposed(changed, proposalOf(after))).toBe(true);
    expect(changed).toMatchObject(kept);
  });
});

describe('the schema', () => {
  const schema = JSON.parse(readFileSync('language/market-connections.schema.json', 'utf8')) as object;
  const ajv = new Ajv({ strict: false });
  const validate = ajv.compile(schema);
  const isValid = (value: unknown) => validate(value);
  const isRead = (value: unknown) => {
    const { proposals, problems } = readProposals(JSON.stringify(value));
    return problems.length === 0 && proposals.length > 0;
  };

  const host = fc.constantFrom(
    'api.example',
    'xn--bcher-kva.example',
    'bücher.example',
    '[::1]',
    '127.0.0.1',
    'localhost',
    'a@b.example',
    '',
  );
  const address = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'ftp://', ''),
      host,
      fc.constantFrom('', ':8443'),
      fc.constantFrom('', '/', '/v1/a@b', '/?a', '#a', '/a b', '\\x', `/${'a'.repeat(300)}`),
    )
    .map((parts) => parts.join(''));
  const text = fc.oneof(
    fc.constantFrom('', 'a', 'basic', 'sandbox', 'file', ' a', '..', 'x'.repeat(201)),
    fc.jsonValue(),
  );
  /** Mostly values that are accepted: a connection is read only if all of its members are. */
  const mostly = (accepted: readonly string[], other: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: fc.constantFrom(...accepted), weight: 4 }, { arbitrary: other, weight: 1 });
  const members: Record<string, fc.Arbitrary<unknown>> = {
    name: mostly(['a'], text),
    baseUrl: mostly([least.baseUrl], fc.oneof(address, text)),
    authUrl: mostly([least.authUrl], address),
    clientId: mostly(['desk'], text),
    scope: mostly(['market data'], text),
    clientAuthentication: mostly(['basic', 'body'], text),
    venue: mostly(['n2ex'], fc.oneof(fc.constant('...'), text)),
    secretHeaders: fc.constant(['X']),
  };
  const someOf = fc.subarray(Object.keys(members)).chain((names) =>
    fc.record({
      ...Object.fromEntries(['name', 'baseUrl', 'authUrl'].map((name) => [name, members[name]!])),
      ...Object.fromEntries(names.map((name) => [name, members[name]!])),
    }),
  );

  it('accepts in the editor what is accepted, and marks what is left out', () => {
    let accepted = 0;
    fc.assert(
      fc.property(someOf, (connection) => {
        const file = { version: 1, connections: [connection] };
        if (isRead(file)) accepted += 1;
        expect([isValid(file), JSON.stringify(file)]).toEqual([isRead(file), JSON.stringify(file)]);
      }),
      { numRuns: propertyRuns(500) },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it.each([
    [{ version: 1, connections: [whole] }, true],
    [{ version: 2, connections: [whole] }, false],
    [{ connections: [whole] }, false],
    [{ version: 1 }, false],
    [{ version: 1, connections: [whole], more: 1 }, false],
    [{ version: 1, connections: [{ name: 'a', baseUrl: 'https://a.example' }] }, false],
  ])('agrees with the reader on %j', (file, isFine) => {
    expect([isValid(file), isRead(file)]).toEqual([isFine, isFine]);
  });
});
