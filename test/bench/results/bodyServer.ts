// Serves files on loopback, in its own process: node bodyServer.mjs; prints its port. The first segment of a
// request's path is the path of the file, URL-encoded; a path that ends in .gzip is sent with that encoding.
// A POST returns a token.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const [, segment = ''] = (request.url ?? '').split(/[/?]/);
  if (request.method === 'POST') {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 3600 }));
    return;
  }
  const path = decodeURIComponent(segment);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': statSync(path).size,
    ...(path.endsWith('.gzip') ? { 'content-encoding': 'gzip' } : {}),
  });
  createReadStream(path, { highWaterMark: 1 << 18 }).pipe(response);
});
// Otherwise a client that parses for seconds would find its connection closed.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
// Exits with the parent process, which holds the other end.
process.stdin.on('end', () => process.exit()).resume();
