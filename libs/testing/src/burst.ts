import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from './http-client.js';

/**
 * Posts one form `count` times concurrently, to each URL in turn. The connections are opened beforehand and all
 * requests are written in one tick, so that each has reached its server before any is answered.
 */
export async function postConcurrently(
  urls: readonly string[],
  path: string,
  form: Record<string, string>,
  count = 20,
  headers: Record<string, string> = {},
): Promise<Answer[]> {
  const body = new URLSearchParams(form).toString();
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request =
    `POST ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${more.join('')}` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { hostname, port } = new URL(urls[index % urls.length]!);
      const socket = connect(Number(port), hostname).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  const answers = sockets.map(async (socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return parsed(Buffer.concat(chunks).toString());
  });
  for (const socket of sockets) socket.write(request);
  return Promise.all(answers);
}

function parsed(raw: string): Answer {
  const [head = '', text = ''] = raw.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const isJson = headers['content-type'] === 'application/json' && text !== '';
  return {
    status: Number(first.split(' ')[1]),
    headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
