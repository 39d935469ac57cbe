import {
  Cursor,
  Flag,
  Id,
  LanguageTag,
  listFrom,
  listOf,
  many,
  paging,
  RoleName,
  type Role,
  Text,
  unset,
  windowError,
  withinWindow,
} from '@app/contracts';
import { Email, Name, User } from '@app/identity';
import { minPasswordLength } from '@app/passwords';
import { limits } from '@app/limits';
import { z } from 'zod';

export const UserPage = listOf(User, 'UserPage').extend({
  next_cursor: z
    .string()
    .optional()
    .describe('Send it as `cursor` for the next page; absent on the last one.'),
});
export type UserPage = z.output<typeof UserPage>;

export const ListUsersQuery = z
  .object({
    ...paging(),
    first_name: Text.optional().describe('The beginning of the first name, in any letter case.'),
    last_name: Text.optional().describe('The beginning of the last name, in any letter case.'),
    email: Text.optional().describe('The whole e-mail address, in any letter case.'),
    roles: many(RoleName).optional().describe('People with any of these roles.'),
    cursor: Cursor.optional().describe(
      'Pages through any number of people, oldest change first: `*` for the first page, then `next_cursor`.',
    ),
  })
  .refine(withinWindow, windowError);
export type ListUsersQuery = z.output<typeof ListUsersQuery>;

const Managers = unset(
  listFrom(z.array(Id).max(limits.managers.most).describe('Account ids of the managers; replaces the list.')),
);
/** PHP writes an empty object as `[]`. */
const CustomFields = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
);
/** Each once; nobody is without a role. An empty text is no role, and must not take one away. */
const Roles = unset(
  listFrom(z.array(RoleName).max(10_000)).transform((roles): Role[] =>
    roles.length === 0 ? ['Learner'] : [...new Set(roles)],
  ),
);

/** What else holds of it needs the e-mail address, see `assertGoodPassword`. */
export const Password = Text.min(minPasswordLength).describe(
  'Opens this portal’s account alone, until the person sets a password of their own through a mailed link; has no effect for somebody who has. Refused is one of the most common passwords, and what everybody knows: the e-mail address, its first part, the name of this service.',
);

export const CreateUserBody = z
  .object({
    email: Email,
    first_name: Name,
    last_name: Name,
    roles: Roles.describe('Learner when absent.'),
    send_login_email: Flag.default(true).describe(
      'Sends a mail: with a link that sets a password, or, to somebody who has one of their own, an invitation.',
    ),
    custom_fields: CustomFields.optional().describe('Fields that the portal has not defined are ignored.'),
    managers: Managers,
    password: Password.optional(),
    locale: LanguageTag.optional(),
  })
  .meta({
    id: 'CreateUser',
    example: {
      email: 'ana.silva@acme.example',
      first_name: 'Ana',
      last_name: 'Silva',
      roles: ['Learner'],
      send_login_email: false,
      custom_fields: { department: 'Sales' },
    },
  });
export type CreateUserBody = z.output<typeof CreateUserBody>;

export const UpdateUserBody = z
  .object({
    status: Flag.optional().describe('false blocks the user and ends all tokens and sessions at once.'),
    roles: Roles,
    custom_fields: CustomFields.optional().describe('Merged into the fields there are; null empties one.'),
    managers: Managers,
    first_name: Name.optional(),
    last_name: Name.optional(),
    locale: LanguageTag.optional(),
  })
  .meta({ id: 'UpdateUser', example: { status: false } });
export type UpdateUserBody = z.output<typeof UpdateUserBody>;

/** What existing plugins read from /v2/user-accounts. */
export const UserAccount = User.extend({ standard_fields: z.object({}) }).meta({ id: 'UserAccount' });
export type UserAccount = z.output<typeof UserAccount>;
