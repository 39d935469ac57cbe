import 'reflect-metadata';
import { MigrationRefused } from '@app/database';
import { ConfigError, Conflict, describeSystemError } from '@app/kernel';
import { createProgram } from './program.js';

async function main(): Promise<void> {
  await createProgram().parseAsync();
}

main().catch((error: unknown) => {
  const isForPeople =
    error instanceof ConfigError || error instanceof Conflict || error instanceof MigrationRefused;
  const sentence = isForPeople ? error.message : describeSystemError(error);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${sentence ?? stack}\n`);
  process.exit(1);
});
