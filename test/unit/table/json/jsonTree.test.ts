import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyReader, type RecordRun } from '#src/table/body/bodyReader';
import { jsonChildren } from '#src/table/json/jsonTree';
import type { JsonNode } from '#src/protocol/jsonTypes';
import type { SpoolReader } from '#src/table/json/spoolWindow';
import { jsonText, runsOf, spoolOf } from '../jsonBodies';
import { propertyRuns } from '../../propertyRuns';

const nodesOf = async (body: string | Uint8Array, runs: RecordRun[] = []) =>
  (await jsonChildren(spoolOf(body), runs, {})).nodes;
const short = (nodes: readonly JsonNode[]) =>
  nodes.map(({ name, index, kind, text }) => [name ?? index, kind, text]);

/** All children of a container, page by page. */
async function unfold(
  spool: SpoolReader,
  runs: RecordRun[],
  page: number,
  container?: JsonNode,
): Promise<JsonNode[]> {
  const nodes: JsonNode[] = [];
  for (let from = 0; ; from += page) {
    const range = container ? { start: container.start, end: container.end } : {};
    const answer = await jsonChildren(spool, runs, { ...range, from, to: from + page });
    nodes.push(...answer.nodes);
    if (!answer.more) {
      expect(answer.total).toBe(nodes.length);
      return nodes;
    }
    expect(answer.nodes).toHaveLength(page);
  }
}

/** The value the tree shows, with every container unfolded. */
async function shown(spool: SpoolReader, page: number, node: JsonNode): Promise<unknown> {
  if (node.kind !== 'object' && node.kind !== 'array') {
    const bytes = await spool.read(node.start, node.end);
    return JSON.parse(bytes.toString());
  }
  const children = await unfold(spool, [], page, node);
  const values = await Promise.all(children.map((child) => shown(spool, page, child)));
  if (node.kind === 'array') return values;
  return Object.fromEntries(children.map(({ name }, place) => [name, values[place]]));
}

describe('a complete body', () => {
  it('shows fields and elements with their digits and escapes as sent', async () => {
    const body = ' {"a": 12.10, "\\u00e5": "x\\n\\"ø", "c": [1, {"d": null}], "e": true} ';
    expect(short(await nodesOf(body))).toEqual([
      ['a', 'number', '12.10'],
      ['å', 'string', '"x\\n\\"ø"'],
      ['c', 'array', '[1, {"d": null}]'],
      ['e', 'boolean', 'true'],
    ]);
  });

  it.each([
    ['"No data available"', [[0, 'string', '"No data available"']]],
    ['\ufeff 12345678901234567890 ', [[0, 'number', '12345678901234567890']]],
    ['[]', []],
    ['{ }', []],
    ['', []],
    [' \n', []],
  ])('%j is shown as %j', async (body, nodes) => {
    expect(short(await nodesOf(body))).toEqual(nodes);
  });

  it('expands to exactly the value, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        jsonText,
        fc.integer({ min: 1, max: 5 }),
        fc.func(fc.boolean()),
        async (body, page, chosen) => {
          const spool = spoolOf(body);
          const runs = runsOf(body, chosen);
          const roots = await unfold(spool, runs, page);
          const values = await Promise.all(roots.map((node) => shown(spool, page, node)));
          const parsed: unknown = JSON.parse(body);
          if (Array.isArray(parsed)) expect(values).toEqual(parsed);
          else if (typeof parsed === 'object' && parsed !== null) {
            const members = roots.map(({ name }, place) => [name, values[place]] as const);
            expect(Object.fromEntries(members)).toEqual(parsed);
          } else expect(values).toEqual([parsed]);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('gives nodes the offsets of their bytes, without the whitespace around them', async () => {
    const body = '[ {"a":1}\n , {"a":2} \n, {"a":3} ]';
    for (const runs of [[], runsOf(body, () => true)]) {
      const nodes = await nodesOf(body, runs);
      expect(nodes.map(({ start, end }) => body.slice(start, end))).toEqual([
        '{"a":1}',
        '{"a":2}',
        '{"a":3}',
      ]);
    }
  });

  it('finds any page of a long array from the offsets that the body reader noted', async () => {
    const record = (id: number) => `{"id":"order ${id}","price":${id}.5}`;
    const body = `[${Array.from({ length: 20_000 }, (_, id) => record(id)).join(',\n')}]`;
    const reader = new BodyReader('publicOrder', 1e9);
    for (let from = 0; from < body.length; from += 30_000) {
      reader.push(Buffer.from(body.slice(from, from + 30_000)));
    }
    reader.end(true);
    const spool = spoolOf(body);
    let bytes = 0;
    const counting: SpoolReader = {
      length: spool.length,
      read: (from, to) => {
        bytes += to - from;
        return spool.read(from, to);
      },
    };
    const answer = await jsonChildren(counting, reader.runs, { from: 12_345, to: 12_347 });
    expect(short(answer.nodes)).toEqual([
      [12_345, 'object', record(12_345)],
      [12_346, 'object', record(12_346)],
    ]);
    expect(answer).toMatchObject({ total: 20_000, more: true });
    expect(bytes).toBeLessThan(body.length / 2);
    const last = await jsonChildren(spool, reader.runs, { from: 19_999 });
    expect(last).toMatchObject({ total: 20_000, more: false, nodes: [{ index: 19_999 }] });
    expect(await jsonChildren(spool, reader.runs, { from: 20_000 })).toMatchObject({ nodes: [] });
  });
});

describe('long texts', () => {
  it.each(['å', '€', '😀'])('are cut after a whole %s', async (character) => {
    for (const before of ['', 'x', 'xx', 'xxx']) {
      const text = before + character.repeat(400);
      const [node] = await nodesOf(JSON.stringify([text]));
      expect(node?.cut).toBe(true);
      expect(node?.text.length).toBeLessThanOrEqual(300);
      expect(JSON.stringify(text).startsWith(node?.text ?? '?')).toBe(true);
    }
  });

  it('of containers fit on one line, which fills a wide window', async () => {
    const [node] = await nodesOf(JSON.stringify([{ values: Array(500).fill('ø') }], null, 2));
    expect(node?.text).toMatch(/^\{ "values": \[ "ø", .*…$/);
    expect(node?.text.length).toBeGreaterThan(400);
    expect(node?.text.length).toBeLessThan(1010);
  });
});

describe('an incomplete body', () => {
  it.each<[string, string[]]>([
    ['<html>no</html>', ['0 broken <html>no</html>']],
    ['[1,2', ['0 number 1', '1 number 2', '2 broken ']],
    ['[1,]', ['0 number 1', '1 broken ]']],
    ['[1 2]', ['0 number 1', '1 broken 2]']],
    ['[01]', ['0 broken 01]']],
    ['{"a":1,"b":tru', ['a number 1', '1 broken "b":tru']],
    ['{"a":1,"b', ['a number 1', '1 broken "b']],
    ['[{"a":1}] and more', ['0 object {"a":1}', '1 broken and more']],
    ['[{"a":1},{"a":', ['0 object {"a":1}', '1 object {"a":', '2 broken ']],
  ])('%j shows what is there', async (body, nodes) => {
    expect(short(await nodesOf(body)).map((node) => node.join(' '))).toEqual(nodes);
  });

  it('can be expanded down to where it was interrupted', async () => {
    const body = '[{"type":"price","values":[{"value":1},{"value":2.5';
    const spool = spoolOf(body);
    const [series] = await nodesOf(body);
    const [, values] = await unfold(spool, [], 10, series);
    const [, second] = await unfold(spool, [], 10, values);
    expect(short(await unfold(spool, [], 10, second))).toEqual([
      ['value', 'number', '2.5'],
      [1, 'broken', ''],
    ]);
  });

  it('never throws, whatever the bytes and the question', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\1 a')) }).map((text) => Buffer.from(text)),
      fc.tuple(jsonText, fc.nat()).map(([text, cut]) => Buffer.from(text).subarray(0, cut % 200)),
    );
    const place = fc.option(fc.integer({ min: -5, max: 90 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(bytes, place, place, place, place, async (body, start, end, from, to) => {
        const entries = Object.entries({ start, end, from, to });
        const question = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
        const answer = await jsonChildren(spoolOf(body), [], question);
        for (const node of answer.nodes) expect(node.text.length).toBeLessThanOrEqual(302);
        for (const node of answer.nodes.slice(0, -1)) expect(node.kind).not.toBe('broken');
      }),
      { numRuns: propertyRuns(250) },
    );
  });

  it('is never cut within the digits of a number', async () => {
    for (let before = 0; before < 40; before += 1) {
      const [node] = await nodesOf(JSON.stringify([['x'.repeat(before), ...Array<number>(400).fill(85.57)]]));
      expect(node?.text).toMatch(/(?:,|\.57,|\[) …$/);
    }
  });
});
