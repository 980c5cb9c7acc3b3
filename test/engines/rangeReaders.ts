import { readFileSync } from 'node:fs';

const section = readFileSync('docs/ranges.md', 'utf8').split('\n## Reading a Range in Python\n')[1] ?? '';

/** A program of the document that reads a range, and the packages and least versions that it names. */
export interface RangeReader {
  readonly engine: string;
  readonly text: string;
  readonly packages: readonly { readonly name: string; readonly version: string }[];
}

/** They run in the folder that contains `dayahead-prices`. */
export const rangeReaders: readonly RangeReader[] = [
  ...(section.split('\n## ')[0] ?? '').matchAll(/^(\w+):\n\n```python\n([^]*?)```/gm),
].map(([, engine = '', text = '']) => ({
  engine,
  text,
  packages: Array.from(text.matchAll(/"(\w+)(?:\[\w+\])?>=([\d.]+)"/g), ([, name = '', version = '']) => ({
    name,
    version,
  })),
}));
