import { pgbouncerKnowsNames } from './pgbouncer-process.js';

/** Connections to Postgres that the servers of all tests share, for each role and database; see `TEST_POOLER`. */
export const pooledConnections = Number(process.env['TEST_POOLER'] ?? Infinity);

/** `describe` for tests that need several connections to Postgres; skipped if all tests share a pooler. */
export function describeUnpooled(name: string, tests: () => void): void {
  if (pooledConnections === Infinity) describe(name, tests);
  else describe.skip(`${name} (needs more connections than TEST_POOLER gives)`, tests);
}

/**
 * `describe` for tests that need a PgBouncer with support for named statements, on the PATH or named by `PGBOUNCER`.
 * Without one they are skipped and listed at the end of `npm test`.
 */
export function describeWithPgBouncer(name: string, tests: () => void): void {
  if (pgbouncerKnowsNames()) describe(name, tests);
  else describe.skip(`${name} (needs pgbouncer)`, tests);
}
