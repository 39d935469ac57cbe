import { migrations } from './migrations/index.js';

/** The name of the last migration that this build needs, as in `schema_migrations`. */
export function newestMigration(): string {
  // by the time in the name: TypeORM itself cuts that to 13 digits, which sorts 14-digit times wrongly
  const times = migrations.map(({ name }) => ({ name, time: Number(/\d+$/.exec(name)?.[0]) }));
  return times.reduce((newest, one) => (one.time > newest.time ? one : newest)).name;
}
