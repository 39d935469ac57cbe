import { z } from 'zod';
import { shownUserExample, shownUserShape } from './user.fields.js';

interface NameParts {
  id: unknown;
  email: unknown;
  first_name: unknown;
  last_name: unknown;
}

/** Inserts the full name after its parts, as in answers. */
export const withFullName = <Fields extends NameParts, FullName>(
  { id, email, first_name, last_name, ...otherFields }: Fields,
  full_name: FullName,
) => ({ id, email, first_name, last_name, full_name, ...otherFields });

/** A user, for the examples of the OpenAPI document. */
export const userExample = withFullName(shownUserExample, 'Ana Silva');

/** A person's account in the portal of the token. */
export const User = z
  .object(withFullName(shownUserShape, z.string()))
  .meta({ id: 'User', example: userExample });
export type User = z.output<typeof User>;
