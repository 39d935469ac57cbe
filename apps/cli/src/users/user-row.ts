import { LanguageTag, RoleName } from '@app/contracts';
import { Email, knownCustomFields, Name, type CustomFieldRow } from '@app/identity';
import { Problem } from '@app/kernel';
import { z } from 'zod';

const Row = z.strictObject({
  email: Email,
  first_name: Name,
  last_name: Name,
  roles: z.array(RoleName).default([]),
  managers: z.array(Email).default([]),
  locale: LanguageTag.optional(),
  status: z.boolean().optional(),
  closed_time: z
    .undefined('the account is closed: leave the line away, or the cell empty to open it again')
    .optional(),
  custom_fields: z.record(z.string(), z.unknown()).default({}),
});

/** One line of the table, checked. */
export type UserRow = Omit<z.output<typeof Row>, 'closed_time'>;

/** @returns the row, or the reason why it is invalid */
export function readUserRow(
  value: unknown,
  defined: readonly CustomFieldRow[],
): UserRow | { reason: string } {
  const result = Row.safeParse(value);
  if (!result.success)
    return {
      reason: result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    };
  try {
    knownCustomFields(result.data.custom_fields, defined);
    return result.data;
  } catch (error) {
    if (error instanceof Problem) return { reason: error.message };
    throw error;
  }
}
