import type { Bench } from './bench.js';
import { lists } from './lists/lists.bench.js';
import { reads } from './reads/reads.bench.js';
import { neighbours } from './neighbours/neighbours.bench.js';
import { tokens } from './tokens/tokens.bench.js';
import { webhooks } from './webhooks/webhooks.bench.js';
import { searchBench } from './search/search.bench.js';
import { USUAL_SEARCH } from './search/search-options.js';

export const search = searchBench(USUAL_SEARCH);

/** In the order of docs/performance.md. */
export const benches: Bench[] = [tokens, reads, search, lists, webhooks, neighbours];
