import {
  asStored,
  Flag,
  hidden,
  Id,
  LanguageTag,
  listFrom,
  pickMembers,
  namesHaving,
  listNames,
  RoleEnum,
  RoleName,
  listShownNames,
  storedTime,
  storedTimeOrNull,
  WireTime,
  type Field,
  type NamesWith,
  type Role,
  type RowOf,
} from '@app/contracts';
import { limits } from '@app/limits';
import { z } from 'zod';
import { Email, Name } from './person.schema.js';

/** A field of a user: a column of `identity.accounts`, or a computed value. */
interface UserField extends Field {
  /** Whether it is no column of `identity.accounts`; `account.queries.ts` computes or writes it. */
  isComputed?: true;
  /** Its schema in POST; the output of the schema is stored. */
  inPost?: z.ZodType;
  /** Its schema in PATCH; null keeps the stored value. */
  inPatch?: z.ZodType;
  /** For a column in POST: its value in an account that is created without it. */
  initially?: unknown;
  /** What happens to it when its person is erased: it stays, or gets this value, as SQL. */
  erased: 'stays' | { becomes: string };
}

const shown = <Schema extends z.ZodType>(schema: Schema) => ({
  ...asStored(schema),
  erased: 'stays' as const,
});
const internal = <RowValue>() => ({ ...hidden<RowValue>(), erased: 'stays' as const });

const Managers = listFrom(Id, limits.managers.most).describe(
  'Account ids of the managers; replaces the whole list.',
);
const MAX_FIELDS_BYTES = limits.custom_fields_bytes.most.toLocaleString('en');
/** PHP writes an empty object as `[]`. */
const CustomFields = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
);
/** Each role once; every account has at least one. An empty string is not a role, and must not remove one. */
const Roles = listFrom(RoleName, 10_000).transform((roles): Role[] =>
  roles.length === 0 ? ['Learner'] : [...new Set(roles)],
);

/**
 * The only list of a user's fields, in the order of answers. The rows, the statements that read, write, export and
 * erase them, the wire object, its example and both bodies are generated from it.
 */
export const userFields = {
  id: { ...shown(z.int().describe('Account id.')), example: 12 },
  portal_id: internal<number>(),
  person_id: internal<number | null>(),
  client_id: internal<string | null>(),
  email: {
    ...shown(z.string()),
    isComputed: true,
    example: 'ana.silva@acme.example',
    inPost: Email,
    inPatch: Email.describe(
      'Corrects the address of a user whose `state` is `invited`: they get a new invitation, and the former one ends. Ignored once they have accepted.',
    ),
  },
  first_name: {
    ...shown(z.string()),
    example: 'Ana',
    inPost: Name,
    inPatch: Name,
    erased: { becomes: `'Erased'` },
  },
  last_name: {
    ...shown(z.string()),
    example: 'Silva',
    inPost: Name,
    inPatch: Name,
    erased: { becomes: `'Person'` },
  },
  profile_picture: { ...shown(z.string().nullable()), example: null, erased: { becomes: 'null' } },
  roles: {
    ...shown(z.array(RoleEnum)),
    example: ['Learner'],
    inPost: Roles.optional().describe('Learner by default.'),
    inPatch: Roles,
    initially: ['Learner'],
    erased: { becomes: `'{Learner}'` },
  },
  status: {
    ...shown(z.boolean().describe('false: blocked.')),
    example: true,
    inPatch: Flag.describe('false blocks the user and immediately ends all tokens and sessions.'),
    erased: { becomes: 'false' },
  },
  state: {
    ...shown(
      z
        .enum(['invited', 'active', 'blocked'])
        .describe('`invited` until the user accepts the account, `blocked` if `status` is false.'),
    ),
    isComputed: true,
    example: 'active',
  },
  locale: {
    ...shown(z.string()),
    example: 'en',
    inPost: LanguageTag.optional(),
    inPatch: LanguageTag,
    initially: 'en',
    erased: { becomes: `'en'` },
  },
  created_time: { ...storedTime, example: '2026-01-31T06:29:13+00:00', erased: 'stays' },
  updated_time: { ...storedTime, example: '2026-01-31T06:29:13+00:00', erased: 'stays' },
  last_login_time: { ...storedTimeOrNull, example: null, erased: { becomes: 'null' } },
  managers: {
    ...shown(z.array(z.int()).describe('Account ids.')),
    isComputed: true,
    example: [3],
    inPost: Managers.optional(),
    inPatch: Managers,
  },
  custom_fields: {
    ...shown(z.record(z.string(), z.unknown())),
    example: { department: 'Sales' },
    inPost: CustomFields.optional().describe(
      `Fields that the portal has not defined are ignored. At most ${MAX_FIELDS_BYTES} bytes together, as JSON.`,
    ),
    inPatch: CustomFields.describe(
      `Merged into the existing fields; null clears one. At most ${MAX_FIELDS_BYTES} bytes together, as JSON.`,
    ),
    initially: {},
    erased: { becomes: `'{}'` },
  },
  closed_time: {
    ...storedTimeOrNull,
    shown: WireTime.nullable()
      .optional()
      .describe('With `closed`: when the account was closed; null: it is open.'),
    erased: 'stays',
  },
  is_accepted: { ...internal<boolean>(), isComputed: true },
  /** Whether this account represents its portal as administrator, see `countsAsAdministrator`. */
  counts_as_administrator: { ...internal<boolean>(), isComputed: true },
} as const satisfies Record<string, UserField>;

type Fields = typeof userFields;
export type ComputedUserField = NamesWith<Fields, { isComputed: true }>;
type PostedColumn = Exclude<NamesWith<Fields, { inPost: z.ZodType }>, ComputedUserField>;
type PatchedColumn = Exclude<NamesWith<Fields, { inPatch: z.ZodType }>, ComputedUserField>;
type ColumnWithStart = NamesWith<Fields, { initially: unknown }>;

/** An account with the person or application behind it. */
export type AccountRow = RowOf<Fields>;

/** The person or application of an account, as part of another object. */
export type NamedAccount = Pick<AccountRow, 'id' | 'email' | 'first_name' | 'last_name' | 'closed_time'>;

/** The columns that the creation of an account sets; those with a value in {@link initially} may be absent. */
export type NewAccountFields = Pick<AccountRow, Exclude<PostedColumn, ColumnWithStart>> & {
  [Name in ColumnWithStart]?: AccountRow[Name] | undefined;
};

/** The columns that a PATCH writes; undefined keeps the value. */
export type AccountChange = { [Name in PatchedColumn]?: AccountRow[Name] | undefined };

const isColumn = <Name extends string>(
  name: Name | ComputedUserField,
): name is Exclude<Name, ComputedUserField> => !('isComputed' in userFields[name as keyof Fields]);

export const userFieldNames = listNames(userFields);
export const publicUserFields = listShownNames(userFields);
export const shownColumns = publicUserFields.filter(isColumn);
export const postedColumns = namesHaving(userFields, 'inPost').filter(isColumn);
export const patchedUserColumns = namesHaving(userFields, 'inPatch').filter(isColumn);

/** The values of an account that is created without them. */
export const initially: Partial<Record<string, unknown>> = pickMembers(
  userFields,
  namesHaving(userFields, 'initially'),
  'initially',
);

/** The values of accounts after erasing their person, as SQL, by column. */
export const erased = userFieldNames.flatMap((name): [name: string, becomes: string][] => {
  const { erased: fate }: UserField = userFields[name];
  return fate === 'stays' ? [] : [[name, fate.becomes]];
});

export const shownUserShape = pickMembers(userFields, publicUserFields, 'shown');

/** Example values for answers, by name. */
export const shownUserExample = pickMembers(userFields, namesHaving(userFields, 'example'), 'example');

/** The Zod shapes of the bodies of POST and PATCH. */
export const postShape = pickMembers(userFields, namesHaving(userFields, 'inPost'), 'inPost');
export const userPatchShape = z
  .object(pickMembers(userFields, namesHaving(userFields, 'inPatch'), 'inPatch'))
  .partial().shape;
