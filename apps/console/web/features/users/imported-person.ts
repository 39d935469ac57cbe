import { ApiError } from '../../api/api-error.js';
import { errorSentence } from '../../ui/error-sentence.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import type { Words } from '../../texts/words.js';
import { customKey, toCustomFields } from './person-values.js';
import type { NewPerson, PersonField, PersonRole } from './person-types.js';

/** A line with the address of an earlier line of the file. */
export class DuplicateLine extends Error {
  constructor(readonly line: number) {
    super();
  }
}

/** The request body of a line, whose values are text by field. The API checks them. */
export function toNewPerson(
  values: Readonly<Record<string, string>>,
  fields: readonly PersonField[],
  more: Pick<NewPerson, 'send_login_email'>,
): NewPerson {
  const { email = '', first_name = '', last_name = '', roles, locale } = values;
  const filled = fields.map(({ name }) => customKey(name)).filter((key) => values[key]);
  const custom = toCustomFields(values, fields, filled);
  return {
    email,
    first_name,
    last_name,
    ...more,
    ...(roles && { roles: roles.split(/[;,|]/).map((role) => role.trim() as PersonRole) }),
    ...(locale && { locale }),
    ...(custom && { custom_fields: custom }),
  };
}

/** Why a line was refused, with the names of the fields at fault. */
export function explainFault(error: Error, words: Words): string {
  const { t } = words;
  if (error instanceof DuplicateLine) return t('import.duplicate', { line: error.line });
  const faults = error instanceof ApiError ? (error.refusal.additional_errors ?? []) : [];
  if (faults.length === 0) return errorSentence(error, words);
  return faults.map(({ path }) => `${path}: ${fieldSentence(error, path, t)}`).join(' ');
}
