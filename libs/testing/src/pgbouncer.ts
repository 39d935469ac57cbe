import { pgbouncer, pgbouncerKnowsNames } from '@app/local-services';

export { PgBouncer, pgbouncerKnowsNames, pgbouncerSettings } from '@app/local-services';

/**
 * `describe` for tests that need a PgBouncer that knows named statements, on the PATH or where `PGBOUNCER` says; without
 * one they are skipped and listed at the end of `npm test`.
 */
export function describeWithPgBouncer(name: string, tests: () => void): void {
  if (pgbouncer() !== undefined && pgbouncerKnowsNames()) describe(name, tests);
  else describe.skip(`${name} (needs pgbouncer)`, tests);
}
