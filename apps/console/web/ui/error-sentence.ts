import { ApiError } from '../api/api-error.js';
import type { CatalogueKey } from '../texts/en/index.js';
import { listFormat } from '../texts/intl-formats.js';
import type { Words } from '../texts/words.js';

/** The message for the code of an error, in the user's language. */
export function errorSentence(error: Error, { t, has }: Words): string {
  if (!(error instanceof ApiError)) return t('error.internal_error');
  const key = `error.${error.code}`;
  // until the error messages are loaded, all errors have the same one
  return has(key) || !has('error.ref') ? t(key as CatalogueKey) : error.message;
}

/** The text keys of the API's roles. */
export const roleKeys: Readonly<Record<string, CatalogueKey>> = {
  Administrator: 'people.role.administrator',
  Manager: 'people.role.manager',
  'Content administrator': 'people.role.content',
  Learner: 'people.role.learner',
  'that of the user’s manager': 'people.role.manager',
};

/** The scope or the roles that a refusal requires. */
export function missingRight({ status, message }: ApiError, { t, locale }: Words): string | undefined {
  const rights = status === 403 ? /needs the (?:scope|role) (.+?)\.?$/.exec(message)?.[1] : undefined;
  if (rights === undefined) return undefined;
  const names = rights.split(/, (?:or )?| or /).map((right) => {
    const key = roleKeys[right];
    return key ? t(key) : right;
  });
  return listFormat(locale).format(names);
}
