import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readStartConfig } from './config.js';
import { DevelopmentStack } from './development-stack.js';

export function startCommand(program: Command): void {
  program
    .command('start')
    .description('run everything on this machine: Postgres, Redis, the servers, a mail catcher, demo data')
    .action(async () => {
      const stack = new DevelopmentStack(readStartConfig(process.env), resolve('.'));
      endOnSignals(stack);
      await stack.start();
    });
}

/**
 * npm forwards a Ctrl-C that the terminal has already sent to all processes: a second signal within this time is the
 * same request.
 */
const SAME_WISH_MS = 1_000;

function endOnSignals(stack: DevelopmentStack): void {
  let askedAt: number | undefined;
  const end = (code: number) => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      process.stdout.write('\n· stopping; press Ctrl+C again to stop immediately\n');
      void stack.stop().finally(() => {
        process.stdout.write('· stopped; the data stays in .data/\n');
        process.exit(code);
      });
    } else if (Date.now() - askedAt > SAME_WISH_MS) {
      stack.kill();
      process.exit(1);
    }
  };
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(0));
  process.on('SIGHUP', () => end(0));
  // the parent, which started this process with a channel, is gone: kill -9 of npm start ends everything too
  process.on('disconnect', () => end(1));
  // the terminal is gone; signals report other ends
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
