import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startFaultServer } from '../../host/faultServer';

it('waits for a slow reader without leaving a listener behind each time', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const chunk = Buffer.alloc(1_000_000);
  server.on('/', [{ body: Array<Uint8Array>(40).fill(chunk) }]);
  const [response] = (await once(get(server.origin), 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).byteLength;
  expect(bytes).toBe(40_000_000);
  expect(warned).not.toHaveBeenCalled();
});
