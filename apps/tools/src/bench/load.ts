import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** Default 50. */
  connections?: number;
  seconds: number;
  /** POSTs this form. */
  form?: Record<string, string>;
  /** Requests a second in all; as many as possible without it. */
  rate?: number;
  /** Whether other answers than 2xx are what is wanted. */
  mayFail?: boolean;
}

export interface Measured {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const run = promisify(execFile);

/** Loads one address from a process of its own. @throws Error when an answer was not 2xx */
export async function load({
  url,
  headers = {},
  connections = 50,
  seconds,
  form,
  rate,
  mayFail = false,
}: Load): Promise<Measured> {
  const autocannon = require.resolve('autocannon');
  const options = ['--json', '--connections', String(connections), '--duration', String(seconds)];
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

/** Loads two addresses in turn, so that what else the machine does meets both alike; gives the median of each. */
export async function compare(ours: Load, theirs: Load, rounds: number): Promise<[Measured, Measured]> {
  for (const warmUp of [ours, theirs]) await load({ ...warmUp, seconds: 2 });
  const measured: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    measured[0].push(await load(ours));
    measured[1].push(await load(theirs));
  }
  return [median(measured[0]), median(measured[1])];
}

function median(all: Measured[]): Measured {
  const sorted = all.toSorted((one, other) => one.requestsPerSecond - other.requestsPerSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
