/**
 * Reads Parquet in a separate thread. A malicious file can make a reader take endless time or memory, and
 * this thread can be ended without losing any result.
 */
import { parentPort, type Transferable } from 'node:worker_threads';
import type { ParquetAnswer, ParquetQuestion } from './decodedColumn';
import { ParquetFile } from './parquetFile';

let file: ParquetFile | undefined;

async function answerTo(question: ParquetQuestion): Promise<ParquetAnswer> {
  switch (question.kind) {
    case 'open':
      await file?.close();
      file = undefined;
      file = await ParquetFile.open(question.path);
      return { kind: 'head', head: file.head };
    case 'columns': {
      if (!file) throw new Error('closed');
      const columns = [];
      for (const { key, type } of question.columns)
        columns.push(await file.column(question.group, key, type));
      return { kind: 'columns', columns };
    }
  }
}

function buffersOf(answer: ParquetAnswer): Transferable[] {
  if (answer.kind !== 'columns') return [];
  return answer.columns.flatMap((column) => {
    const { buffer } = 'codes' in column ? column.codes : column.values;
    return buffer instanceof ArrayBuffer ? [buffer] : [];
  });
}

parentPort?.on('message', (question: ParquetQuestion) => {
  void answerTo(question)
    .catch((error: unknown): ParquetAnswer => {
      const isOfDisk = error instanceof Error && 'syscall' in error && 'code' in error;
      return { kind: 'refused', code: isOfDisk ? String(error.code) : null };
    })
    .then((answer) => parentPort?.postMessage(answer, buffersOf(answer)));
});
