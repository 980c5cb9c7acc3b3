import type { Writer } from './exportSource';
import { Block, cellWriter, writeRows, type TextFormat } from './textRows';

const format: TextFormat = {
  missing: 'null',
  text: (text) => JSON.stringify(text),
  time: (text) => `"${text}"`,
  exact: (json) => json,
};

/** One object per table row with every column; numbers with the digits of the service. */
export const writeNdjson: Writer = async (source, out, options) => {
  const { columns } = source.table;
  const writers = columns.map((column) => cellWriter(column, format));
  const names = columns.map(({ key }, place) =>
    Buffer.from(`${place === 0 ? '{' : ','}${JSON.stringify(key)}:`),
  );
  const end = Buffer.from('}\n');
  const block = new Block();
  await writeRows(source, out, options, block, (row) => {
    writers.forEach((write, place) => {
      block.add(names[place] as Buffer);
      write(block, row);
    });
    block.add(end);
  });
};
