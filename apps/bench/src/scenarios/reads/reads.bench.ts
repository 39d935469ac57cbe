import type { Bench, RunOnStack } from '../../bench.js';
import { ratioAtLeast } from '../../report/result.js';
import { measureBeside } from './beside.js';
import { fillDemoPortal, someUser } from './filled-portal.js';

/** Parts that can be measured alone, each within five minutes. */
const parts: Record<string, RunOnStack> = {
  'one-row': async (stack, print) => {
    await fillDemoPortal(stack);
    const authorization = `Bearer ${await stack.token()}`;
    const path = await someUser(stack.api, authorization);
    const targets = { bare: ratioAtLeast(0.7), usual: ratioAtLeast(8) };
    const scenario = 'reads-one-row';
    return measureBeside({ scenario, what: 'one row by key', path, authorization, targets }, stack, print);
  },
  list: async (stack, print) => {
    await fillDemoPortal(stack);
    const authorization = `Bearer ${await stack.token()}`;
    const targets = { bare: ratioAtLeast(0.8), usual: ratioAtLeast(1.7) };
    const [scenario, path] = ['reads-list', '/v2/users?limit=50'];
    return measureBeside({ scenario, what: 'a list of 50', path, authorization, targets }, stack, print);
  },
};

/** The resource API beside a hand-written server and the usual stack. */
export const reads: Bench = {
  name: 'reads',
  description:
    'One row by key and a list of 50, beside a bare server with a pool and beside the usual stack. That is Nest, Express, passport-jwt, class-transformer and TypeORM',
  measuredBy: [
    'The bare server (`node:http` and `pg`) checks a token once and reads through a pool. It has no rights, limits, log or metrics.',
    'The usual stack checks each token and reads through repositories. The benchmark makes sure that all three give the same answer.',
    'Each server answers 20,000 requests first, then takes five rounds of 4 s in turn, over 50 connections. A figure counts the processor time of the server and of its connections to Postgres.',
  ],
  parts,
};
