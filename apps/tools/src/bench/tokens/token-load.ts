import { Agent, request } from 'node:http';

/** What one connection asks for, again and again. */
export interface Asked {
  url: string;
  /** Posts this form; without one it is a GET. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Prepares the next request of this connection by the answer to the last: such as the successor of a refresh token. */
  next?: (answer: Record<string, unknown>, asked: Asked) => void;
}

export interface LoadResult {
  requests: number;
  /** Milliseconds of each request. */
  times: number[];
}

/**
 * Each of these asks without a pause until the time is over, over one connection.
 * @throws Error when an answer is not 200
 */
export async function loadOf(all: readonly Asked[], seconds: number): Promise<LoadResult> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    all.map(async (asked) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < end) {
        const begin = performance.now();
        const text = await send(asked, agent);
        times.push(performance.now() - begin);
        asked.next?.(JSON.parse(text) as Record<string, unknown>, asked);
      }
      agent.destroy();
    }),
  );
  return { requests: times.length, times };
}

function send({ url, form, headers }: Asked, agent: Agent): Promise<string> {
  const body = form && new URLSearchParams(form).toString();
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body?.length };
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body !== undefined && formHeaders) },
    };
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
