import 'reflect-metadata';
import { LocalServiceError } from '@app/local-services';
import { ConfigError, readableStack, sentenceOfSystemError } from '@app/kernel';
import { Command } from 'commander';
import { benchCommand } from './bench/bench.command.js';
import { chaosCommand } from './chaos/chaos.command.js';
import { demoCommand } from './demo/demo.command.js';
import { listenCommand } from './listen/listen.command.js';
import { openSearchCommand } from './opensearch/opensearch.command.js';
import { startCommand } from './start/start.command.js';

/** Commands that developers and partners run on their own machines; none is in the image. */
const commands: ((program: Command) => void)[] = [
  startCommand,
  demoCommand,
  benchCommand,
  chaosCommand,
  listenCommand,
  openSearchCommand,
];

async function main(): Promise<void> {
  const program = new Command('npm run').description('Tools for development.');
  for (const register of commands) register(program);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  const isForPeople = error instanceof LocalServiceError || error instanceof ConfigError;
  const sentence = isForPeople ? error.message : sentenceOfSystemError(error);
  const stack = error instanceof Error ? readableStack(error.stack ?? error.message) : String(error);
  process.stderr.write(`${sentence ?? stack}\n`);
  process.exit(1);
});
