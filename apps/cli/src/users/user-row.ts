import { LanguageTag, RoleName } from '@app/contracts';
import { Email, Name, type CustomFieldRow } from '@app/identity';
import { z } from 'zod';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const Row = z.object({
  email: Email,
  first_name: Name,
  last_name: Name,
  roles: list.transform((names): unknown[] => names).pipe(z.array(RoleName)),
  managers: list.pipe(z.array(Email)),
  locale: z.union([z.literal('').transform(() => undefined), LanguageTag]).optional(),
});

/** One line of the table, checked. */
export type UserRow = z.output<typeof Row> & { custom_fields: Record<string, unknown> };

const PREFIX = 'custom_fields.';

/**
 * Parses a line; custom fields are converted to the types that the portal has defined, undefined columns are
 * ignored.
 * @returns the row, or what is wrong with it
 */
export function readUserRow(
  record: Record<string, string>,
  defined: readonly CustomFieldRow[],
): UserRow | { reason: string } {
  const result = Row.safeParse(record);
  if (!result.success) {
    const [issue] = result.error.issues;
    return { reason: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  const customFields: Record<string, unknown> = {};
  for (const field of defined) {
    const text = record[PREFIX + field.name]?.trim();
    if (text) customFields[field.name] = valueOf(text, field.type);
  }
  return { ...result.data, custom_fields: customFields };
}

function valueOf(text: string, type: CustomFieldRow['type']): unknown {
  if (type === 'integer' || type === 'number') return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type !== 'boolean') return text;
  if (/^(true|yes|1)$/i.test(text)) return true;
  return /^(false|no|0)$/i.test(text) ? false : text;
}
