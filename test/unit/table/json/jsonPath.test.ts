import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonAt, jsonPath } from '#src/table/json/jsonAt';
import { jsonPathText, readJsonPath } from '#src/table/json/jsonPath';
import { QuestionError } from '#src/table/questionError';
import { jsonText, runsOf, spoolOf } from '../jsonBodies';

describe('the text of a JSON path', () => {
  it.each<[(string | number)[], string]>([
    [[], '$'],
    [[3, 'areas', 0, 'price'], '$[3].areas[0].price'],
    [['SubType', '_x1'], '$.SubType._x1'],
    [['field 0', '1st', ''], "$['field 0']['1st']['']"],
    [['it\'s "x"', 'a\\b', '\n\u0001', 'Tromsø'], `$['it\\'s "x"']['a\\\\b']['\\n\\u0001']['Tromsø']`],
  ])('of %j is %s, and is read as the same', (steps, text) => {
    expect(jsonPathText(steps)).toBe(text);
    expect(readJsonPath(text)).toEqual(steps);
  });

  it.each<[string, (string | number)[]]>([
    [' $ ', []],
    ['$["a"] [ 0 ] .b', ['a', 0, 'b']],
    ['$.Tromsø["it\'s"]', ['Tromsø', "it's"]],
    ['$["\\u00f8\\""]', ['ø"']],
  ])('may also be written as %s', (text, steps) => {
    expect(readJsonPath(text)).toEqual(steps);
  });

  it.each([
    ['', 'The path must start with $, such as $[3].areas[0].price.'],
    ['[3]', 'The path must start with $, such as $[3].areas[0].price.'],
    [
      '$.areas[*].price',
      '"[*].price" is neither a name nor an index. Enter a path such as $[3].areas[0].price.',
    ],
    ['$..price', '"..price" is neither'],
    ['$[-1]', '"[-1]" is neither'],
    ['$[01]', '"[01]" is neither'],
    ['$[0', '"[0" is neither'],
    ["$['a]", '"[\'a]" is neither'],
    ["$['\\x']", '"[\'\\x\']" is neither'],
    ['$.field 0', '"0" is neither'],
    ['$price', '"price" is neither'],
  ])('%j is refused: %s', (text, message) => {
    const read = () => readJsonPath(text);
    expect(read).toThrow(QuestionError);
    expect(read).toThrow(message);
  });

  it('is read back for any names and indexes, and any other text is read or rejected with a message', () => {
    const step = fc.oneof(fc.string({ unit: 'binary' }), fc.nat());
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        expect(readJsonPath(jsonPathText(steps))).toEqual(steps);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          readJsonPath(`$${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(QuestionError);
        }
      }),
    );
  });
});

const body = ' [{"id":"A1"},{"id":"B2","areas":[{"price":12.10}],"field 0":null}]';
const runs = runsOf(body, () => true);
const at = (path: string, text = body) =>
  jsonAt(spoolOf(text), text === body ? runs : runsOf(text, () => true), { path });
const named = async (path: string) => (await at(path)).path.map(({ name, index }) => name ?? index);

describe('the value at a path', () => {
  it.each<[string, (string | number)[]]>([
    ['$', []],
    ['$[1]', [1]],
    ['$[1].areas[0].price', [1, 'areas', 0, 'price']],
    ["$[1]['field 0']", [1, 'field 0']],
  ])('%s is found', async (path, names) => {
    expect(await named(path)).toEqual(names);
  });

  it.each([
    ['$[2]', '$ has no element [2].'],
    ['$[1].price', '$[1] has no field "price".'],
    ['$[1].areas[1].price', '$[1].areas has no element [1].'],
    ['$.id', '$ is an array: continue with an index, such as $[0].'],
    ['$[0][0]', '$[0] is an object: continue with the name of a field.'],
    ['$[0].id.x', '$[0].id contains no other values.'],
  ])("%s isn't there: %s", async (path, message) => {
    await expect(at(path)).rejects.toThrow(new QuestionError(message));
  });

  it('of a body that is a text is only the body itself', async () => {
    await expect(at('$[0]', '"No data."')).rejects.toThrow('$ contains no other values.');
    expect(await jsonPath(spoolOf('"No data."'), [], { at: 0 })).toEqual({ path: '$' });
  });

  it('of an interrupted body is found up to the interruption, and invalid JSON has no path', async () => {
    const broken = '[{"id":"A1"},{"id":';
    expect((await at('$[1]', broken)).path).toHaveLength(1);
    await expect(at('$[1].id', broken)).rejects.toThrow('$[1] has no field "id".');
    const invalid = '[1,oops]';
    await expect(jsonPath(spoolOf(invalid), [], { at: 3 })).rejects.toThrow(
      "Text that isn't valid JSON has no JSON path.",
    );
  });

  it('has a path with names of any length', async () => {
    const name = 'x'.repeat(5000);
    const long = `{"${name}":{"a":1}}`;
    const path = await jsonPath(spoolOf(long), [], { at: long.indexOf('1') });
    expect(path).toEqual({ path: `$.${name}.a` });
    expect((await at(path.path, long)).path).toHaveLength(2);
  });

  it('in any JSON has a path that leads back to it', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, fc.nat(), fc.func(fc.boolean()), async (text, offset, chosen) => {
        const some = runsOf(text, chosen);
        const { path } = await jsonPath(spoolOf(text), some, { at: offset % Buffer.byteLength(text) });
        const { path: nodes } = await jsonAt(spoolOf(text), some, { path });
        const last = nodes.at(-1);
        const again = last ? await jsonPath(spoolOf(text), some, { at: last.start }) : { path: '$' };
        expect(again).toEqual({ path });
      }),
    );
  });
});
