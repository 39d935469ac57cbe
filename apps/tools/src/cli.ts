import { join } from 'node:path';
import { useLocalStack } from './start/local-settings.js';

/** `npm run cli`: runs the production command line in this process, using the stack of `npm start` if it is running. */
const { DATA_DIR = '.data' } = process.env;
useLocalStack(process.argv.slice(2), DATA_DIR, process.env, (line) => process.stderr.write(`· ${line}\n`));

const productionCommandLine = join(__dirname, '..', '..', 'cli', 'src', 'main.js');
void import(productionCommandLine);
