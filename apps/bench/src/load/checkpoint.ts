import { sql } from '@app/database';
import type { BenchStack } from '../bench-stack.js';
import { withBenchDatabase } from './bench-database.js';

/** Otherwise Postgres, which does it every five minutes, might do it during a measurement. */
export const checkpoint = (stack: BenchStack): Promise<unknown> =>
  withBenchDatabase(stack.ownerUrl, (database) => database.many(sql`checkpoint`.unprepared()));
