import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What `--expose-gc` gives; `last-resort` also gives free pages, and a young generation that grew, back to the system. */
type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Gives the system back what loading the program has left behind, a quarter of an idle server's memory: servers run
 * without V8's memory reducer (ADR 7), so nothing else would. The process stands still meanwhile, 50 to 150 ms: call it
 * once, before the server listens.
 */
export function returnMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
