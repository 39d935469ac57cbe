import { Statement } from '@app/database';
import type { QueryConfig } from 'pg';
import type { Owner } from './owner.js';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows of tables that a plan has read, those that it has left out included. */
function readRows({ Plans = [], ...plan }: Plan): number {
  const ownRows =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const below = Plans.reduce((sum, one) => sum + readRows(one), 0);
  return (plan['Relation Name'] ? ownRows * plan['Actual Loops'] : 0) + below;
}

/**
 * Runs recorded queries once more.
 * @throws Error with the plan of a query that reads more rows of tables; or when there is no query
 */
export async function assertReadsAtMost(
  most: number,
  db: Owner,
  queries: readonly QueryConfig[],
): Promise<void> {
  if (queries.length === 0) throw new Error('no such query was recorded');
  for (const { text, values } of queries) {
    const plan = await db.value<[{ Plan: Plan }]>(
      new Statement(`explain (analyze, format json) ${text}`, values ?? []),
    );
    const rows = readRows(plan[0].Plan);
    if (rows > most) throw new Error(`${rows} rows are read: ${JSON.stringify(plan)}`);
  }
}
