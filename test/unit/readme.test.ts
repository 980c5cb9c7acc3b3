import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Parameter } from '../../src/market/dataset';
import { datasets } from '../../src/market/datasets';

const readme = readFileSync('README.md', 'utf8');

const parameter = ({ name, required }: Parameter) => `\`${name}\`${required ? ' (required)' : ''}`;

const table = [
  '| dataset | id | parameters |',
  '| --- | --- | --- |',
  ...datasets.map(
    ({ title, summary, id, parameters }) =>
      `| **${title}**<br>${summary} | \`${id}\` | ${parameters.map(parameter).join(', ')} |`,
  ),
].join('\n');

const words = (text: string) => text.replace(/-{3,}/g, '---').replace(/[ \t]+/g, ' ');

it('the README lists every dataset with its parameters, as the extension has them', () => {
  const listed = /<!-- datasets:begin[^>]*-->\n([^]*?)\n<!-- datasets:end -->/.exec(readme)?.[1];
  expect(words(listed ?? '').trim()).toBe(words(table));
});

it('the README shows the two commands that do everything', () => {
  expect(readme).toContain('npm start');
  expect(readme).toContain('npm test');
});
