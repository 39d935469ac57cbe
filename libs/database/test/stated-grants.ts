import { allFunctions } from './all-functions.js';
import { grants } from './grants.js';

/** Every right that a role has for a reason, as `granted()` writes it. */
export async function statedGrants(): Promise<string[]> {
  const ofFunctions = (await allFunctions()).flatMap(({ name, execute }) =>
    Object.keys(execute).map(
      (role) => `${role === 'everybody' ? 'public' : `lp_${role}`} ${name}(): execute`,
    ),
  );
  const others = Object.entries(grants).flatMap(([role, objects]) =>
    Object.entries(objects).map(([object, [privileges]]) => `${role} ${object}: ${privileges}`),
  );
  return [...ofFunctions, ...others];
}
