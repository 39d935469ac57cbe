import { ConfigError, describeSystemError } from '@app/kernel';
import { LocalServiceError } from '@app/local-services';
import type { Command } from 'commander';

/** Runs the typed command. An error ends the process, with one sentence if it is meant for people. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    const isForPeople = error instanceof LocalServiceError || error instanceof ConfigError;
    const sentence = isForPeople ? error.message : describeSystemError(error);
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${sentence ?? stack}\n`);
    process.exit(1);
  }
}
