// Serves files on loopback, in a process of its own: node bodyServer.mjs; prints its port. The path
// of a request is the path of the file; one that ends in .gzip says how it is coded.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '').slice(1);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': statSync(path).size,
    ...(path.endsWith('.gzip') ? { 'content-encoding': 'gzip' } : {}),
  });
  createReadStream(path, { highWaterMark: 1 << 18 }).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
// Whoever started it holds the other end: it goes with them.
process.stdin.on('end', () => process.exit()).resume();
