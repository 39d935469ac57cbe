import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** Default 50. */
  connections?: number;
  seconds: number;
  /** Ends after so many requests instead. */
  amount?: number;
  /** POSTs this form. */
  form?: Record<string, string>;
  /** Total requests per second; as many as possible if absent. */
  rate?: number;
  /** Whether answers other than 2xx are expected. */
  mayFail?: boolean;
}

export interface Measured {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const run = promisify(execFile);

/** Loads one URL from a separate process. @throws Error when an answer was not 2xx */
export async function load({
  url,
  headers = {},
  connections = 50,
  seconds,
  amount,
  form,
  rate,
  mayFail = false,
}: Load): Promise<Measured> {
  const autocannon = require.resolve('autocannon');
  const end = amount === undefined ? ['--duration', String(seconds)] : ['--amount', String(amount)];
  const options = ['--json', '--connections', String(connections), ...end];
  const fields = Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}: ${value}`]);
  if (rate !== undefined) options.push('--overallRate', String(rate));
  if (form) {
    const type = 'content-type: application/x-www-form-urlencoded';
    options.push('--method', 'POST', '--headers', type, '--body', new URLSearchParams(form).toString());
  }
  const { stdout } = await run(process.execPath, [autocannon, ...options, ...fields, url]);
  const result = JSON.parse(stdout) as {
    requests: { average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  };
  if (!mayFail && result.non2xx + result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return { requestsPerSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
