import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Parameter } from '../../src/market/datasets/dataset';
import { datasets } from '../../src/market/datasets/datasets';

const readme = readFileSync('README.md', 'utf8');

const parameter = ({ name, required }: Parameter) => `\`${name}\`${required ? ' (required)' : ''}`;

const table = [
  '| dataset | id | parameters |',
  '| --- | --- | --- |',
  ...datasets.map(
    ({ title, summary, id, parameters }) =>
      `| **${title()}**<br>${summary()} | \`${id}\` | ${parameters.map(parameter).join(', ')} |`,
  ),
].join('\n');

const words = (text: string) => text.replace(/-{3,}/g, '---').replace(/[ \t]+/g, ' ');

it('the README lists every dataset with its parameters', () => {
  const listed = /<!-- datasets:begin[^>]*-->\n([^]*?)\n<!-- datasets:end -->/.exec(readme)?.[1];
  expect(words(listed ?? '').trim()).toBe(words(table));
});

const part = (title: string) => new RegExp(`\\n## ${title}\\n([^]*?)\\n## `).exec(readme)?.[1] ?? '';
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: {
    commands: { command: string; title: string }[];
    configuration: { properties: Record<string, { default: unknown }> };
  };
};
const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const { commands, configuration } = manifest.contributes;

it('the README lists every setting with its default, in the order of the settings editor', () => {
  const rows = [...part('Settings').matchAll(/^\| `(.*?)` .*\| `(.*?)` +\|$/gm)];
  const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  expect(rows.map(([, key, value]) => [key, value])).toEqual(
    Object.entries(configuration.properties).map(([key, setting]) => [key, said(setting.default)]),
  );
});

it('the README lists every command once, by its title in the palette', () => {
  const listed = part('Commands').matchAll(/\*\*([^*]+)\*\*(?:<br>| \()`(marketData\.[\w.]+)`/g);
  const titles = commands.map(({ command, title }) => [command, nls[title.replaceAll('%', '')]]);
  expect([...listed].map(([, title, command]) => [command, title]).sort()).toEqual(titles.sort());
});

it('the README names every field of a connection', () => {
  const example = /"marketData\.connections": (\[[^]*?\n\])/.exec(readme)?.[1] ?? '';
  const [entry] = JSON.parse(example) as Record<string, unknown>[];
  const setting = configuration.properties['marketData.connections'] as unknown as {
    items: { properties: object };
  };
  expect(Object.keys(entry ?? {})).toEqual(Object.keys(setting.items.properties));
});

it('the README lists the steps for adding a connection in the order and the words of the prompts', () => {
  const prompts =
    readFileSync('src/editor/connections/addConnection.ts', 'utf8') +
    readFileSync('src/editor/connections/signIn.ts', 'utf8');
  const steps = [...part('Your Own Connection').matchAll(/^\d\. (.*)$/gm)].map(([, step]) => step);
  expect(steps).toHaveLength(9);
  const positions = steps.map((step) => {
    const [, words = ''] = /\*\*(.+?)\*\*/.exec(step ?? '') ?? [];
    return { words, at: prompts.indexOf(`t('${words}`) };
  });
  expect(positions.filter(({ at }) => at < 0)).toEqual([]);
  expect(positions).toEqual([...positions].sort((a, b) => a.at - b.at));
});

it('the README shows the two commands to start and to test', () => {
  expect(readme).toContain('npm start');
  expect(readme).toContain('npm test');
});
