import { tableRegistry, type TableEntry } from '../src/schema/tables/index.js';
import { allFunctions } from './all-functions.js';
import { otherGrants } from './other-grants.js';

/** A right that a role has: the line as `granted()` writes it, and the reason. */
interface StatedGrant {
  line: string;
  why: string;
}

/** Every right, as tables and functions and the list of others say. */
export async function statedGrants(): Promise<StatedGrant[]> {
  const functionRights = (await allFunctions()).flatMap(({ name, execute }) =>
    Object.entries(execute).map(([role, why]) => ({
      line: `${role === 'public' ? role : `lp_${role}`} ${name}(): execute`,
      why,
    })),
  );
  const tableRights = Object.entries<TableEntry>(tableRegistry).flatMap(([table, { grants }]) =>
    Object.entries(grants).map(([role, [privileges, why]]) => ({
      line: `lp_${role} ${table}: ${privileges}`,
      why,
    })),
  );
  const otherRights = Object.entries(otherGrants).flatMap(([role, objects]) =>
    Object.entries(objects).map(([object, [privileges, why]]) => ({
      line: `${role} ${object}: ${privileges}`,
      why,
    })),
  );
  return [...functionRights, ...tableRights, ...otherRights];
}
