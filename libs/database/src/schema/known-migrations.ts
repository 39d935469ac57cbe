import { migrations } from './migrations/index.js';

/** The name of the last migration that this build needs, as stored in `schema_migrations`. */
export function newestMigration(): string {
  return migrations
    .map(({ name }) => name)
    .reduce((newest, one) => (parseTime(one) > parseTime(newest) ? one : newest));
}

/**
 * The first migration that has run but is unknown to this build, unless it is newer than all of the build. A newer
 * database serves an older build, but an older database whose migrations are gone cannot be upgraded.
 * @param done names as stored in `schema_migrations`
 */
export function unknownMigration(done: readonly string[]): string | undefined {
  const knownNames = new Set(migrations.map(({ name }) => name));
  const newest = parseTime(newestMigration());
  return done
    .filter((name) => !knownNames.has(name) && !(parseTime(name) > newest))
    .sort((one, other) => parseTime(one) - parseTime(other))[0];
}

/** TypeORM itself cuts the time in a name to 13 digits, which sorts 14-digit times wrongly. */
function parseTime(name: string): number {
  return Number(/\d+$/.exec(name)?.[0]);
}
