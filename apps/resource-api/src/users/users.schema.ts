import {
  csv,
  Cursor,
  cursorError,
  Flag,
  inAnyCase,
  isCursorOfSort,
  isPagedBySort,
  listSchema,
  many,
  NextCursor,
  PastOrPresent,
  paging,
  RoleName,
  sortedOffsetError,
  sortingBy,
  Text,
  UnixSeconds,
  Words,
  windowError,
  withinWindow,
} from '@app/contracts';
import { toAsciiAddress, User, userExample, userPatchShape, userPostShape } from '@app/identity';
import { MIN_PASSWORD_LENGTH } from '@app/credentials';
import { z } from 'zod';
import { exportExamples, exportParameters } from '../exports/index.js';

export const UserPage = listSchema(User, 'UserPage', { next_cursor: NextCursor });
export type UserPage = z.output<typeof UserPage>;

const closed = PastOrPresent.default('false').describe(
  'true: only accounts that were closed; all: these too. Their rows carry `closed_time`.',
);

export const UserQuery = z.object({ closed });
export type UserQuery = z.output<typeof UserQuery>;

/** A `+` that was not encoded arrives as a blank, which no address contains. */
const AddressFilter = Text.transform((address) => toAsciiAddress(address.replaceAll(' ', '+')));

const MAX_FIELDS_FILTERED = 3;

/** Filters shared by lists and exports. */
const filters = {
  first_name: Words.optional().describe(
    'The beginning of the first name, whatever its letter case and accents.',
  ),
  last_name: Words.optional().describe(
    'The beginning of the last name, whatever its letter case and accents.',
  ),
  email: AddressFilter.optional().describe('The whole e-mail address; case-insensitive.'),
  roles: many(RoleName).optional().describe('People with any of these roles.'),
  q: Words.max(255)
    .optional()
    .describe(
      'The beginning of the first, last or full name, whatever its accents, or of the e-mail address; case-insensitive.',
    ),
  status: Flag.optional().describe('true: only active people; false: only those who are blocked.'),
  state: csv(inAnyCase(User.shape.state))
    .optional()
    .describe('Comma-separated: `invited`, `active`, `blocked`; matches any of them.'),
  updated: UnixSeconds.optional().describe('Unix seconds; changed at or after this time.'),
  last_login_before: UnixSeconds.optional().describe(
    'Unix seconds: people who have not signed in since then, or never and were created before.',
  ),
  custom_fields: z
    .record(z.string(), Text)
    .refine((fields) => Object.keys(fields).length <= MAX_FIELDS_FILTERED, {
      message: `must name at most ${MAX_FIELDS_FILTERED} fields`,
    })
    .optional()
    .describe(
      '`custom_fields[badge_no]=E-4711`: people with this value; at most three fields of the portal.',
    ),
  closed,
};
/** The filters, with values of custom fields in the types of the portal. */
export type UserFilters = Omit<z.output<z.ZodObject<typeof filters>>, 'custom_fields'> & {
  custom_fields?: Record<string, unknown> | undefined;
};

export const ExportUsersQuery = z.object({ ...exportParameters, ...filters });
export type ExportUsersQuery = z.output<typeof ExportUsersQuery>;

/** What people are sorted by; each has an index. Addresses are in another table, which no index joins. */
export const userSorts = ['created_time', 'first_name', 'last_login_time', 'last_name'] as const;
export type UserSort = (typeof userSorts)[number];

export const ListUsersQuery = z
  .object({
    ...paging(),
    ...filters,
    sort: sortingBy(userSorts)
      .optional()
      .describe(
        '`created_time`, `first_name`, `last_login_time` (people who never signed in are earliest), `last_name`, with `:asc` or `:desc`. With it, pages go on with `cursor`, not with `offset`.',
      ),
    cursor: Cursor.optional().describe(
      'For reading all people, oldest change first, or in the order of `sort`: `*` for the first page, then `next_cursor`.',
    ),
  })
  .refine(withinWindow, windowError)
  .refine(isPagedBySort, sortedOffsetError)
  .refine(isCursorOfSort, cursorError)
  .refine(({ sort, closed }) => !sort || closed === 'false' || sort.key === 'created_time', {
    path: ['sort'],
    message: 'must be created_time for closed accounts',
  });
export type ListUsersQuery = z.output<typeof ListUsersQuery>;

/** The remaining rules depend on the e-mail address, see `assertGoodPassword`. */
export const Password = Text.min(MIN_PASSWORD_LENGTH).describe(
  'Opens only this portal’s account, until the person sets a password of their own through a mailed link. It has no effect for a person who has done so. The most common passwords are refused, and so are the e-mail address, the part before the @ and the name of this service.',
);

const { email, first_name, last_name, roles, custom_fields, managers, ...otherFields } = userPostShape;

export const CreateUserBody = z
  .object({
    email,
    first_name,
    last_name,
    roles,
    send_login_email: Flag.default(true).describe(
      'Sends an e-mail: a link for setting a password, or an invitation to a person who already has one.',
    ),
    custom_fields,
    managers,
    password: Password.optional(),
    ...otherFields,
    dry_run: Flag.default(false).describe(
      'Only checks whether the user could be created: the answer is 200 with the user as it would be, with the id 0.',
    ),
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
  .object(userPatchShape)
  // these come first in the API document
  .pick({ status: true, roles: true, custom_fields: true, managers: true })
  .extend(userPatchShape)
  .meta({ id: 'UpdateUser', example: { status: false } });
export type UpdateUserBody = z.output<typeof UpdateUserBody>;

/** The fields that existing plugins read from /v2/user-accounts. */
export const UserAccount = User.extend({
  standard_fields: z.record(z.string(), z.string()).describe('Always empty.'),
}).meta({ id: 'UserAccount', example: { ...userExample, standard_fields: {} } });
export type UserAccount = z.output<typeof UserAccount>;

const { custom_fields: _, ...plainFields } = User.shape;

/** Columns of a CSV export: the fields of all portals, then the portal's own. */
export const userColumns = (fields: readonly { name: string }[]): string[] => [
  ...Object.keys(plainFields),
  ...fields.map(({ name }) => `custom_fields_${name}`),
];

export const userExportExamples = exportExamples(
  { ...userExample, closed_time: null },
  userColumns([{ name: 'department' }]),
);
