import { sql } from '@app/database';
import type { BenchStack } from '../bench-stack.js';
import { withBenchDatabase } from './bench-database.js';

/** Makes a checkpoint now, because one of Postgres' own, every five minutes, could fall into a measurement. */
export const checkpoint = (stack: BenchStack): Promise<unknown> =>
  withBenchDatabase(stack.ownerUrl, (database) => database.many(sql`checkpoint`.unprepared()));
