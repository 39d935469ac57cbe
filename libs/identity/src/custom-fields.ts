import { Flag, Integer, isCleanText, Numeric } from '@app/contracts';
import { BadRequest, type FieldError } from '@app/kernel';
import { limits } from '@app/limits';
import { z } from 'zod';
import type { CustomFieldRow } from './custom-fields.queries.js';

const MAX_TEXT_LENGTH = 1_000;

/** Accepts only days that exist. */
const isDate = (value: unknown): boolean => z.iso.date().safeParse(value).success;

const checks: Record<CustomFieldRow['type'], (value: unknown, field: CustomFieldRow) => string | undefined> =
  {
    text: (value) =>
      typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && isCleanText(value)
        ? undefined
        : `must be a text of at most ${MAX_TEXT_LENGTH} characters, without control characters or broken ones`,
    integer: (value) => (Number.isSafeInteger(value) ? undefined : 'must be an integer'),
    number: (value) => (Number.isFinite(value) ? undefined : 'must be a number'),
    boolean: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    date: (value) => (isDate(value) ? undefined : 'must be a date such as 2026-01-31'),
    choice: (value, { options }) =>
      (options ?? []).includes(value as string) ? undefined : `must be one of: ${(options ?? []).join(', ')}`,
  };

/** The value that a form's text represents; other text is returned unchanged, to be refused. */
function parseText(value: unknown, type: CustomFieldRow['type']): unknown {
  const kind = { integer: Integer, number: Numeric, boolean: Flag }[type as string];
  return kind?.safeParse(value).data ?? value;
}

/** Names of fields that the portal has not defined, as `custom_fields.shoe`. */
export const undefinedFields = (
  sent: Record<string, unknown>,
  defined: readonly CustomFieldRow[],
): string[] =>
  Object.keys(sent)
    .filter((name) => !defined.some((field) => field.name === name))
    .map((name) => `custom_fields.${name}`);

/**
 * The values that a query asks for, in the types of the fields.
 * @throws BadRequest naming every field that the portal has not defined, or whose value has another type
 */
export function fieldFilter(
  sent: Record<string, string>,
  defined: readonly CustomFieldRow[],
): Record<string, unknown> {
  const unknown = undefinedFields(sent, defined);
  if (unknown.length === 0) return knownCustomFields(sent, defined, { isForm: true });
  const message = 'is not a custom field of the portal';
  throw BadRequest.fields(unknown.map((path) => ({ path, message, error_code: 'invalid' })));
}

const countBytes = (fields: object): number => Buffer.byteLength(JSON.stringify(fields));

/**
 * @param stored the present values of the account; sent values replace them, and null removes one
 * @throws BadRequest when all together are too long, and longer than before
 */
export function assertFieldsFit(sent: Record<string, unknown>, stored: Record<string, unknown> = {}): void {
  const { most } = limits.custom_fields_bytes;
  const merged = Object.entries({ ...stored, ...sent }).filter(([, value]) => value !== null);
  const bytes = countBytes(Object.fromEntries(merged));
  if (bytes > Math.max(most, countBytes(stored)))
    throw BadRequest.field(
      'custom_fields',
      `must have at most ${most.toLocaleString('en')} bytes together, as JSON: these have ${bytes.toLocaleString('en')}`,
    );
}

/**
 * The values of the portal's own fields; undefined fields are ignored, null removes one (specification, Users).
 * @param options.isForm whether they come from a form, in which numbers and booleans are strings
 * @param options.stored the account's present values
 * @throws BadRequest naming every value of the wrong type, or when they are too long together
 */
export function knownCustomFields(
  givenValues: Record<string, unknown>,
  defined: readonly CustomFieldRow[],
  { isForm = false, stored = {} }: { isForm?: boolean; stored?: Record<string, unknown> } = {},
): Record<string, unknown> {
  const errors: FieldError[] = [];
  const knownValues: Record<string, unknown> = {};
  for (const field of defined) {
    if (!Object.hasOwn(givenValues, field.name)) continue;
    const sent = isForm ? parseText(givenValues[field.name], field.type) : givenValues[field.name];
    const value = typeof sent === 'string' ? sent.normalize() : sent;
    const problem = value === null ? undefined : checks[field.type](value, field);
    if (problem)
      errors.push({ path: `custom_fields.${field.name}`, message: problem, error_code: 'invalid' });
    else knownValues[field.name] = value;
  }
  if (errors.length > 0) throw BadRequest.fields(errors);
  assertFieldsFit(knownValues, stored);
  return knownValues;
}
