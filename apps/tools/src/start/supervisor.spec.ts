import { temporaryFolder } from '@app/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@app/local-services';
import { Supervisor, type SupervisorOptions } from './supervisor.js';

const folder = temporaryFolder();
let supervisor: Supervisor;
let lines: string[];
let waiting: { wantedLine: string; times: number; done: () => void }[];

beforeEach(() => {
  lines = [];
  waiting = [];
});

afterEach(() => supervisor.stop());

function supervise(code: string, options: Partial<SupervisorOptions> = {}): void {
  const script = join(folder, 'program.cjs');
  writeFileSync(script, code);
  const printed = lines; // output of the previous test's program does not belong to this one
  supervisor = new Supervisor({
    firstDelay: 10,
    longestDelay: 40,
    log: (_program, line) => {
      printed.push(line);
      for (const { wantedLine, times, done } of waiting) if (count(wantedLine) >= times) done();
    },
    ...options,
  });
  supervisor.start({ name: 'program', script, env: { GREETING: 'hello' } });
}

const count = (wantedLine: string) => lines.filter((line) => line.includes(wantedLine)).length;
const line = (wantedLine: string, times = 1) =>
  new Promise<void>((done) => {
    waiting.push({ wantedLine, times, done });
    if (count(wantedLine) >= times) done();
  });

describe('Supervisor', () => {
  it('passes a program only its own environment, and its lines to the log', async () => {
    supervise(
      `console.log(process.env.GREETING, process.env.PATH ?? 'no path'); setInterval(() => {}, 1000);`,
    );
    await line('hello no path');
  });

  it('has no program pause to release memory', async () => {
    supervise(`console.log('flags', process.execArgv.join(' ')); setInterval(() => {}, 1000);`);
    await line('flags --enable-source-maps --no-memory-reducer --expose-gc');
  });

  it('restarts a killed program, with a line in the log', async () => {
    supervise(`console.log('ready'); setInterval(() => {}, 1000);`);
    await line('ready');
    process.kill(supervisor.findPid('program') ?? 0, 'SIGKILL');
    await line('ready', 2);
    expect(lines).toContain('ended (SIGKILL); starting again in 0.01 s');
  });

  it('waits longer after each failure, up to a limit', async () => {
    supervise(`process.exit(3)`);
    await line('ended', 5);
    expect(lines.slice(0, 5)).toEqual(
      [0.01, 0.02, 0.04, 0.04, 0.04].map((delay) => `ended (exit code 3); starting again in ${delay} s`),
    );
  });

  it('ends programs cleanly, waits for them and restarts none', async () => {
    supervise(`process.on('SIGTERM', () => setTimeout(() => { console.log('bye'); process.exit(0); }, 50));
      console.log('ready'); setInterval(() => {}, 1000);`);
    await line('ready');
    const pid = supervisor.findPid('program') ?? 0;
    await supervisor.stop();
    await line('bye');
    expect(isAlive(pid)).toBe(false);
    expect(count('starting again')).toBe(0);
  });

  it('kills a program that does not end in time', async () => {
    supervise(`process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000);`, {
      patience: 50,
    });
    await line('ready');
    await supervisor.stop();
    expect(lines).toContain('does not end and is killed');
  });
});
