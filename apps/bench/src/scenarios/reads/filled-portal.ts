import { openDatabase } from '@app/database';
import type { BenchStack } from '../../bench-stack.js';
import { analyze, fillPortal } from '../lists/lists.queries.js';

const PEOPLE = 1_000;

/** Fills the portal of the demo data. */
export async function fillDemoPortal(stack: BenchStack): Promise<void> {
  const database = await openDatabase({ url: stack.ownerUrl, applicationName: 'bench', poolSize: 1 });
  try {
    await fillPortal(database, PEOPLE, 0, () => undefined);
    // autovacuum would do it in the middle of a round, and plans made before it would stay
    await analyze(database);
  } finally {
    await database.dataSource.destroy();
  }
}

/** @returns the path of a user in it. @throws Error when the demo data is not there */
export async function someUser(api: string, authorization: string): Promise<string> {
  const response = await fetch(`${api}/v2/users?email=learner@acme.example`, { headers: { authorization } });
  const { hits } = (await response.json()) as { hits: { id: number }[] };
  if (!hits[0]) throw new Error('The demo data has no learner@acme.example.');
  return `/v2/users/${hits[0].id}`;
}
