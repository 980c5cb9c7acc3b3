import { rowCount, type Writer } from './exportSource';

/** The body byte for byte, as the service sent it. */
export const writeJson: Writer = async (source, out, { onProgress, signal }) => {
  for await (const bytes of source.body()) {
    signal.throwIfAborted();
    await out.write(bytes);
  }
  onProgress(rowCount(source));
};
