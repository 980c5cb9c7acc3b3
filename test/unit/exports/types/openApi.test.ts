import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '#src/exports/types/openApi';
import type { Dataset } from '#src/market/datasets/dataset';
import { datasets } from '#src/market/datasets/datasets';
import { parse, visit, type Visit } from '../../sandbox/sampleRequests';
import { answersOf, damagedAnswers, seededAnswersOf } from './answers';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: { readonly type: string };
  }[];
}
interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

const text = openApi();
const description = JSON.parse(text) as Description;
const operationOf = ({ path }: Dataset): Operation | undefined => description.paths[path]?.get;

/** Formats of OpenAPI aren't those of JSON Schema. */
const ajv = new Ajv2020({ strict: false, formats: { int64: true } }).addSchema(description, 'api');

/** Accepts the body of a response with data. */
function validatorOf({ path }: Dataset) {
  const escaped = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ajv.compile({ $ref: `api#/paths/${escaped}/get/responses/200/content/application~1json/schema` });
}

describe('the OpenAPI description', () => {
  it('is valid, in version 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(text)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has an operation for each dataset, and no other, each with a name of its own', () => {
    expect(Object.keys(description.paths)).toEqual(datasets.map(({ path }) => path));
    const ids = datasets.map((dataset) => operationOf(dataset)?.operationId);
    expect(new Set(ids).size).toBe(datasets.length);
    expect(ids[0]).toBe('getDayaheadPrices');
  });

  it.each(datasets)('has the parameters of $id, as the API names and requires them', (dataset) => {
    const { path, parameters } = dataset;
    const described = operationOf(dataset)?.parameters ?? [];
    expect(
      described.filter((each) => each.in === 'query').map(({ name, required }) => [name, required]),
    ).toEqual(parameters.map(({ name, required = false }) => [name, required]));
    const inPath = described.filter((each) => each.in === 'path').map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
    const lists = described.filter(({ schema }) => schema.type === 'array').map(({ name }) => name);
    expect(lists).toEqual(parameters.filter(({ several }) => several).map(({ name }) => name));
  });

  it.each(datasets)(
    'accepts every response and fixture of $id, and rejects a field of another type',
    (dataset) => {
      const validate = validatorOf(dataset);
      for (const answer of [...answersOf(dataset), ...seededAnswersOf(dataset)]) {
        expect(validate(JSON.parse(answer.text)), `${answer.name}: ${JSON.stringify(validate.errors)}`).toBe(
          true,
        );
      }
      expect(damagedAnswers(dataset).filter((answer) => validate(JSON.parse(answer.text)))).toEqual([]);
    },
  );

  it('says how digits are kept, and which integers there are', () => {
    expect(text).toContain('lossless-json');
    expect(text).toContain('"format": "int64"');
  });
});

describe('the sample service', () => {
  let at: Visit;
  beforeAll(async () => {
    at = await visit();
  });
  afterAll(() => at.sandbox.close());

  /** Only what the operation requires, so that the service's defaults are checked, too. */
  const required: Readonly<Record<string, string>> = {
    date: '2026-11-20',
    powerHour: '2026-11-21T14:00:00Z',
    daFrom: 'NO1',
  };

  it.each(datasets)('responds for $id as the OpenAPI description says', async (dataset) => {
    const needed = (operationOf(dataset)?.parameters ?? []).filter(
      (each) => each.required && each.in === 'query',
    );
    const query = Object.fromEntries(needed.map(({ name }) => [name, required[name] ?? '']));
    const reply = await at.get(dataset.id, query);
    expect(reply.status).toBe(200);
    const validate = validatorOf(dataset);
    const body = parse(reply);
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    expect(JSON.stringify(body).length).toBeGreaterThan(100);
  });
});
