import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './processes.mjs';

const DATA = join(ROOT, '.data');
/** Programs that may still be running, and patterns of their command lines. */
const OWN_PROCESSES = [
  { file: 'start.pid', looksLike: /\bstart\b/, signal: 'SIGTERM' },
  { file: 'postgres/postmaster.pid', looksLike: /postgres/, signal: 'SIGINT' },
  { file: 'redis/redis.pid', looksLike: /redis-server/, signal: 'SIGTERM' },
];

/**
 * Ends the programs that run from .data/ and deletes it.
 * @returns the exit code
 */
export async function reset() {
  if (!existsSync(DATA)) {
    console.log('Nothing to reset: there is no .data/.');
    return 0;
  }
  for (const ownProcess of OWN_PROCESSES) await endOwn(ownProcess);
  removeMovedDatabase();
  rmSync(DATA, { recursive: true, force: true });
  console.log('Emptied .data/: the next npm start begins from scratch.');
  return 0;
}

async function endOwn({ file, looksLike, signal }) {
  const pid = pidIn(join(DATA, file));
  if (!pid || !looksLike.test(readCommand(pid))) return;
  console.log(`Stopping process ${pid} (${file}).`);
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  for (const deadline = Date.now() + 30_000; readCommand(pid);) {
    if (Date.now() > deadline)
      throw new Error(`Process ${pid} does not stop; stop it yourself, then run this again.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Where root's home is not accessible to others, .data/postgres links to a folder below /var/tmp. */
function removeMovedDatabase() {
  try {
    const moved = dirname(readlinkSync(join(DATA, 'postgres')));
    if (moved.startsWith('/var/tmp/learning-platform-data-')) rmSync(moved, { recursive: true, force: true });
  } catch {
    // it is an ordinary folder
  }
}

function pidIn(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function readCommand(pid) {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
