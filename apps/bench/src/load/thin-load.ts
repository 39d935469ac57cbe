import { Line } from './thin-client.js';

/** A request that one connection sends again and again. */
export interface RepeatedRequest {
  url: string;
  /** Posts this form; without one it is a GET. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Prepares the next request of this connection by the answer to the last: such as the successor of a refresh token. */
  next?: (answer: Record<string, unknown>, repeated: RepeatedRequest) => void;
}

export interface LoadResult {
  requests: number;
  /** Milliseconds of each request. */
  times: number[];
}

/**
 * Each of these asks without a pause until the time is over, over one connection.
 * @param amount ends after so many requests in all instead
 * @throws Error when an answer is not 200
 */
export async function runLoad(
  all: readonly RepeatedRequest[],
  { seconds = Infinity, amount = Infinity }: { seconds?: number; amount?: number },
): Promise<LoadResult> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let begun = 0;
  await Promise.all(
    all.map(async (repeated) => {
      const line = new Line(new URL(repeated.url));
      let request = formatRequest(repeated);
      while (performance.now() < end && begun < amount) {
        begun += 1;
        const begin = performance.now();
        const { status, body } = await line.send(request);
        times.push(performance.now() - begin);
        if (status !== 200) throw new Error(`${repeated.url} answered ${status}: ${body.slice(0, 200)}`);
        if (!repeated.next) continue;
        repeated.next(JSON.parse(body) as Record<string, unknown>, repeated);
        request = formatRequest(repeated);
      }
      line.close();
    }),
  );
  return { requests: times.length, times };
}

/** As text: what an HTTP library needs for a request is more than what some of these servers need. */
export function formatRequest({ url, form, headers }: RepeatedRequest): string {
  const { host, pathname, search } = new URL(url);
  const body = form ? new URLSearchParams(form).toString() : '';
  const fields = Object.entries({
    host,
    connection: 'keep-alive',
    ...headers,
    ...(form && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${form ? 'POST' : 'GET'} ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n${body}`;
}
