import {
  Cursor,
  Flag,
  Id,
  LanguageTag,
  listFrom,
  listOf,
  many,
  NextCursor,
  PastOrPresent,
  paging,
  RoleName,
  type Role,
  Text,
  UnixSeconds,
  windowError,
  withinWindow,
} from '@app/contracts';
import { Email, Name, User, userExample } from '@app/identity';
import { MIN_PASSWORD_LENGTH } from '@app/credentials';
import { limits } from '@app/limits';
import { z } from 'zod';
import { exportExamples, ExportFormat } from '../exports/index.js';

export const UserPage = listOf(User, 'UserPage', { next_cursor: NextCursor });
export type UserPage = z.output<typeof UserPage>;

const closed = PastOrPresent.default('false').describe(
  'true: only accounts that were closed; all: these too. Their rows carry `closed_time`.',
);

/** Query parameters of the detail. */
export const UserQuery = z.object({ closed });
export type UserQuery = z.output<typeof UserQuery>;

/** Filters shared by lists and exports. */
const filters = {
  first_name: Text.optional().describe('The beginning of the first name; case-insensitive.'),
  last_name: Text.optional().describe('The beginning of the last name; case-insensitive.'),
  email: Text.optional().describe('The whole e-mail address; case-insensitive.'),
  roles: many(RoleName).optional().describe('People with any of these roles.'),
  q: Text.max(255)
    .optional()
    .describe('The beginning of the first, last or full name, or of the e-mail address; case-insensitive.'),
  status: Flag.optional().describe('true: only active people; false: only those who are blocked.'),
  updated: UnixSeconds.optional().describe('Unix seconds; changed at or after this time.'),
  closed,
};
export type UserFilters = z.output<z.ZodObject<typeof filters>>;

export const ExportUsersQuery = z.object({ format: ExportFormat, ...filters });
export type ExportUsersQuery = z.output<typeof ExportUsersQuery>;

export const ListUsersQuery = z
  .object({
    ...paging(),
    ...filters,
    cursor: Cursor.optional().describe(
      'For reading all people, oldest change first: `*` for the first page, then `next_cursor`.',
    ),
  })
  .refine(withinWindow, windowError);
export type ListUsersQuery = z.output<typeof ListUsersQuery>;

const Managers = listFrom(Id, limits.managers.most)
  .optional()
  .describe('Account ids of the managers; replaces the whole list.');
/** PHP writes an empty object as `[]`. */
const CustomFields = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
);
/** Each once; everybody has at least one role. An empty string is not a role, and must not remove one. */
const Roles = listFrom(RoleName, 10_000)
  .transform((roles): Role[] => (roles.length === 0 ? ['Learner'] : [...new Set(roles)]))
  .optional();

/** The remaining rules depend on the e-mail address, see `assertGoodPassword`. */
export const Password = Text.min(MIN_PASSWORD_LENGTH).describe(
  'Opens only this portal’s account, until the person sets a password of their own through a mailed link; it has no effect for somebody who has done so. The most common passwords are refused, and so are the e-mail address, the part before the @ and the name of this service.',
);

export const CreateUserBody = z
  .object({
    email: Email,
    first_name: Name,
    last_name: Name,
    roles: Roles.describe('Learner by default.'),
    send_login_email: Flag.default(true).describe(
      'Sends an e-mail: a link for setting a password, or an invitation to somebody who already has one.',
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
    status: Flag.optional().describe('false blocks the user and immediately ends all tokens and sessions.'),
    roles: Roles,
    custom_fields: CustomFields.optional().describe('Merged into the existing fields; null clears one.'),
    managers: Managers,
    first_name: Name.optional(),
    last_name: Name.optional(),
    locale: LanguageTag.optional(),
  })
  .meta({ id: 'UpdateUser', example: { status: false } });
export type UpdateUserBody = z.output<typeof UpdateUserBody>;

/** The fields that existing plugins read from /v2/user-accounts. */
export const UserAccount = User.extend({
  standard_fields: z.record(z.string(), z.string()).describe('Always empty.'),
}).meta({ id: 'UserAccount', example: { ...userExample, standard_fields: {} } });
export type UserAccount = z.output<typeof UserAccount>;

const { custom_fields: _, ...others } = User.shape;

/** Columns of an export as CSV: what every portal knows of a user, then its own fields. */
export const userColumns = (fields: readonly { name: string }[]): string[] => [
  ...Object.keys(others),
  ...fields.map(({ name }) => `custom_fields_${name}`),
];

export const userExportExamples = exportExamples(
  { ...userExample, closed_time: null },
  userColumns([{ name: 'department' }]),
);
