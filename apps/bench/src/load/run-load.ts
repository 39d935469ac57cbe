import { Client } from 'undici';

export interface RepeatedRequest {
  url: string;
  /** Posts this form; with neither form nor JSON it is a GET. */
  form?: Record<string, string>;
  /** Of a request with the JSON body `json`; absent: POST. */
  method?: 'POST' | 'PUT' | 'PATCH';
  json?: object;
  headers?: Record<string, string>;
  /**
   * Prepares the next request of this connection from the last answer, for instance with the successor of a refresh
   * token.
   */
  next?: (answer: string, repeated: RepeatedRequest) => void;
}

export interface LoadResult {
  requests: number;
  /** Milliseconds of each request. */
  times: number[];
}

/**
 * Repeats each request without a pause over its own connection until the time is over.
 * @param options.amount ends after this many requests in total
 * @throws Error when an answer is not a success
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
      const client = new Client(new URL(repeated.url).origin);
      while (performance.now() < end && begun < amount) {
        begun += 1;
        const begin = performance.now();
        const answer = await send(client, repeated);
        times.push(performance.now() - begin);
        repeated.next?.(answer, repeated);
      }
      await client.destroy();
    }),
  );
  return { requests: times.length, times };
}

async function send(client: Client, repeated: RepeatedRequest): Promise<string> {
  const { url, form, json, headers } = repeated;
  const { pathname, search } = new URL(url);
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  const hasBody = json !== undefined || form !== undefined;
  const { statusCode, body } = await client.request({
    method: repeated.method ?? (hasBody ? 'POST' : 'GET'),
    path: pathname + search,
    headers: { ...headers, ...(hasBody && { 'content-type': type }) },
    body: json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : null,
  });
  const answer = await body.text();
  if (statusCode < 200 || statusCode >= 300)
    throw new Error(`${url} answered ${statusCode}: ${answer.slice(0, 200)}`);
  return answer;
}
