import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Forms posted at even intervals. `{number}`, `{address}` and `{client}` in a value differ from one request to the
 * next.
 */
export interface Paced {
  url: string;
  form: Record<string, string>;
  /** How many different `{client}`s there are. */
  clients?: number;
  /** X-Forwarded-For, if requests should appear to come from elsewhere. */
  from?: string;
  /** Requests a second. */
  rate: number;
  /** Duration of the measurement. */
  seconds: number;
  /** Seconds before that: the sender's own start (its connections, uncompiled code) must not count as server time. */
  warmUpSeconds?: number;
  /** Where `{number}` begins, so that two rounds do not share numbers. */
  firstNumber?: number;
}

export interface PacedResult {
  /** Milliseconds from the due time of each request to its answer. */
  times: number[];
  /** How often each status was returned, including the warm-up. */
  statuses: Record<string, number>;
}

const run = promisify(execFile);

/**
 * Loads one URL from a separate process. autocannon sends its rate as one burst at the start of each second, which
 * would measure the burst.
 */
export async function pacedLoad(load: Paced): Promise<PacedResult> {
  const { stdout } = await run(process.execPath, [join(__dirname, 'paced-client.js'), JSON.stringify(load)]);
  return JSON.parse(stdout) as PacedResult;
}
