import type { Answer } from './http-client.js';
import { RawConnection } from './raw-http.js';

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
  const connections = await Promise.all(
    Array.from({ length: count }, (_, index) => RawConnection.open(urls[index % urls.length]!)),
  );
  for (const connection of connections) void connection.write(request);
  return Promise.all(
    connections.map(async (connection) => {
      const answer = await connection.answer();
      const isJson = answer.headers['content-type'] === 'application/json' && answer.text !== '';
      return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
    }),
  );
}
