import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Forms posted at even intervals. `{number}`, `{address}` and `{client}` in a value differ from one to the next. */
export interface Paced {
  url: string;
  form: Record<string, string>;
  /** How many different `{client}`s there are. */
  clients?: number;
  /** X-Forwarded-For, when the requests are to come from elsewhere. */
  from?: string;
  /** Requests a second. */
  rate: number;
  /** For which is measured. */
  seconds: number;
  /** Before those: the sender's own beginning (its connections, code not compiled yet) is not the server's time. */
  warmUpSeconds?: number;
  /** Where `{number}` begins, so that two rounds do not share numbers. */
  firstNumber?: number;
}

export interface PacedResult {
  /** Milliseconds from when a request was due to its answer, of each. */
  times: number[];
  /** How often each status was answered, while warming up too. */
  statuses: Record<string, number>;
}

const run = promisify(execFile);

/**
 * Loads one address from a process of its own. autocannon's rates come in one burst at the beginning of each second,
 * which measures the burst.
 */
export async function pacedLoad(load: Paced): Promise<PacedResult> {
  const { stdout } = await run(process.execPath, [join(__dirname, 'paced-client.js'), JSON.stringify(load)]);
  return JSON.parse(stdout) as PacedResult;
}
