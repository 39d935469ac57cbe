import { pgbouncerKnowsNames } from './pgbouncer-process.js';

/** Connections to Postgres that the servers of all tests share, for each role and database; see `TEST_POOLER`. */
export const pooledConnections = Number(process.env['TEST_POOLER'] ?? Infinity);

/**
 * `describe` for tests of what only happens with enough connections to Postgres; skipped behind the pooler of all
 * tests.
 */
export function describeUnpooled(name: string, tests: () => void): void {
  if (pooledConnections === Infinity) describe(name, tests);
  else describe.skip(`${name} (needs more connections than TEST_POOLER gives)`, tests);
}

/**
 * `describe` for tests that need a PgBouncer that knows named statements, on the PATH or where `PGBOUNCER` says. Without
 * one they are skipped and listed at the end of `npm test`.
 */
export function describeWithPgBouncer(name: string, tests: () => void): void {
  if (pgbouncerKnowsNames()) describe(name, tests);
  else describe.skip(`${name} (needs pgbouncer)`, tests);
}
