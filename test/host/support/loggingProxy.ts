import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

export interface LoggingProxy {
  /** For the setting `http.proxy`. */
  readonly address: string;
  /** The requests: `CONNECT host:port` for tunnels, `GET http://…` for plain requests. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

/** An HTTP proxy on loopback that records what passes through it. */
export async function startLoggingProxy(): Promise<LoggingProxy> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    seen.push(`${method} ${url}`);
    const onward = forward(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, client, head) => {
    const target = request.url ?? '';
    seen.push(`CONNECT ${target}`);
    const { hostname, port } = new URL(`http://${target}`);
    const onward = connect(Number(port || 443), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
    onward.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    client.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
