import { expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { recordShapes } from '#src/market/records/recordKinds';
import { documents } from './documents';

const api = documents.get('docs/api.md') ?? '';

it('docs/api.md lists every dataset with its path and its parameters', () => {
  const listed = [...api.matchAll(/^\| `([\w-]+)` +\| `(\/.*?)` +\| (.*?) +\| .*\|$/gm)].map(
    ([, id, path, parameters]) => [id, path, [...(parameters ?? '').matchAll(/`(\w+)`/g)].map((m) => m[1])],
  );
  const twin = (id: string, names: readonly string[]) => (id === 'dayahead-prices-alternate' ? [] : names);
  expect(listed).toEqual(
    datasets.map(({ id, path, parameters }) => [
      id,
      path,
      twin(
        id,
        parameters.map(({ name }) => name),
      ),
    ]),
  );
});

it('docs/api.md says which parameters are required', () => {
  const required = datasets.flatMap(({ parameters }) => parameters.filter(({ required }) => required));
  const said = [...api.matchAll(/^\| `[\w-]+` +\| .*$/gm)]
    .flatMap(([row]) => [...row.matchAll(/((?:`\w+`(?:, )?)+) \((?:both )?required\)/g)])
    .flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(said).toEqual(required.map(({ name }) => name));
});

it('docs/api.md lists every field of every record', () => {
  const missing = Object.values(recordShapes)
    .flatMap(({ known }) => known)
    .filter((name) => !api.includes(`\`${name.replace(/Epoch$/, '')}\``));
  expect(missing).toEqual([]);
});
