import type { Options } from '@node-rs/argon2';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** One run of argon2id. */
export type HashJob = { verify: string; password: string } | { hash: string; cost: Options };
export type HashResult = { done: boolean | string } | { failed: string };

/** Linux has priorities for single threads; on other systems this would slow down the whole process. */
const NICENESS = 10;

// loaded by Node itself, from the compiled file or in tests from this one, so it imports none of our files
void (async () => {
  const { hashSync, verifySync } = await import('@node-rs/argon2');
  if (process.platform === 'linux') setPriority(0, NICENESS);
  const run = (job: HashJob): HashResult => {
    try {
      return {
        done: 'verify' in job ? verifySync(job.verify, job.password) : hashSync(job.hash, job.cost),
      };
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort!.on('message', (job: HashJob) => parentPort!.postMessage(run(job)));
})();
