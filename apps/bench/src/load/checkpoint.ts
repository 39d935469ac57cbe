import { openDatabase, sql } from '@app/database';
import type { BenchStack } from '../bench-stack.js';

/** Otherwise Postgres, which does it every five minutes, might do it during a measurement. */
export async function checkpoint(stack: BenchStack): Promise<void> {
  const database = await openDatabase({ url: stack.ownerUrl, applicationName: 'bench', poolSize: 1 });
  try {
    await database.many(sql`checkpoint`.unprepared());
  } finally {
    await database.dataSource.destroy();
  }
}
