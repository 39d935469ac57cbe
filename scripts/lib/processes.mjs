import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The Node version that package.json pins, whatever this machine has. */
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');

const running = new Set();
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ending = true;
    // Ctrl-C has already reached the children, which share the terminal
    if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill(signal);
    if (running.size === 0) process.exit(130);
  });
}

/**
 * Runs a program and returns `{ code, output }`; never throws. `env` is added to ours; with `inBackground` it
 * runs at low priority.
 */
export function run(command, args, { env, inherit = false, inBackground = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', inherit ? 'inherit' : 'pipe', inherit ? 'inherit' : 'pipe'],
    });
    if (inBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const output = [];
    child.stdout?.on('data', (bytes) => output.push(bytes));
    child.stderr?.on('data', (bytes) => output.push(bytes));
    const end = (code, text = '') => {
      running.delete(child);
      if (ending && running.size === 0) process.exit(130);
      done({ code, output: Buffer.concat(output).toString() + text });
    };
    running.add(child);
    child.once('error', (error) => end(1, `${command}: ${error.message}\n`));
    child.once('close', (code) => end(code ?? 1));
  });
}

/** Runs a program in this terminal until it exits or is killed by a signal; returns its exit code. */
export function runInForeground(command, args) {
  return new Promise((done) => {
    // the channel lets the program notice when this process is killed
    const child = spawn(command, args, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    running.add(child);
    child.once('error', (error) => {
      running.delete(child);
      console.error(`${command}: ${error.message}`);
      done(1);
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      done(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
