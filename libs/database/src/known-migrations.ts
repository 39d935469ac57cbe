import { migrations } from './migrations/index.js';

/** The name of the last migration that this build needs, as it stands in `schema_migrations`. */
export function newestMigration(): string {
  return migrations
    .map(({ name }) => name)
    .reduce((newest, one) => (timeOf(one) > timeOf(newest) ? one : newest));
}

/**
 * The first migration that has run and that this build does not have, unless it came after all that the build has: a
 * newer database serves an older build, but nothing leads on from an older database whose migrations are gone.
 * @param done names as they stand in `schema_migrations`
 */
export function forgottenMigration(done: readonly string[]): string | undefined {
  const known = new Set(migrations.map(({ name }) => name));
  const newest = timeOf(newestMigration());
  return done
    .filter((name) => !known.has(name) && !(timeOf(name) > newest))
    .sort((one, other) => timeOf(one) - timeOf(other))[0];
}

/** TypeORM itself cuts the time in a name to 13 digits, which sorts 14-digit times wrongly. */
function timeOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0]);
}
