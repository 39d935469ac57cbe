import 'reflect-metadata';
import { runProgram } from '../../tools/src/index.js';
import { benchCommand } from './bench.command.js';

void runProgram(benchCommand());
