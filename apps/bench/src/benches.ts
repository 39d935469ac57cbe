import type { Bench } from './bench.js';
import { reads } from './scenarios/reads/reads.bench.js';
import { neighbours } from './scenarios/neighbours/neighbours.bench.js';
import { operations } from './scenarios/operations/operations.bench.js';
import { tokens } from './scenarios/tokens/tokens.bench.js';
import { webhooks } from './scenarios/webhooks/webhooks.bench.js';
import { searchBench } from './scenarios/search/search.bench.js';
import { USUAL_OBJECTS } from './scenarios/search/search-options.js';

export const search = searchBench(USUAL_OBJECTS);

/** In the order of docs/performance.md. */
export const benches: Bench[] = [tokens, reads, operations, search, webhooks, neighbours];
