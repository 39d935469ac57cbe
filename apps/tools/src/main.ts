import 'reflect-metadata';
import { Command } from 'commander';
import { demoCommand } from './demo/demo.command.js';
import { listenCommand } from './listen/listen.command.js';
import { openSearchCommand } from './opensearch/opensearch.command.js';
import { runProgram } from './run-program.js';
import { startCommand } from './start/start.command.js';

/** Commands that developers and partners run on their own machines; none is in the image. */
const commands: ((program: Command) => void)[] = [
  startCommand,
  demoCommand,
  listenCommand,
  openSearchCommand,
];

const program = new Command('npm run').description('Tools for development.');
for (const register of commands) register(program);
void runProgram(program);
