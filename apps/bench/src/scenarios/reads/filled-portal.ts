import type { BenchStack } from '../../bench-stack.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { addPeople } from './reads.queries.js';

/** Fills the portal of the demo data. */
export const fillDemoPortal = (stack: BenchStack): Promise<void> =>
  withBenchDatabase(stack.ownerUrl, addPeople);

/** @returns the path of a user in it. @throws Error when the demo data is not there */
export async function someUser(api: string, authorization: string): Promise<string> {
  const response = await fetch(`${api}/v2/users?email=learner@acme.example`, { headers: { authorization } });
  const { hits } = (await response.json()) as { hits: { id: number }[] };
  if (!hits[0]) throw new Error('The demo data has no learner@acme.example.');
  return `/v2/users/${hits[0].id}`;
}
