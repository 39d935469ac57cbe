import { ApiError } from '../api/api-error.js';
import type { CatalogueKey } from '../texts/en/index.js';
import { listFormat } from '../texts/intl-formats.js';
import type { Words } from '../texts/words.js';

/** The sentence that a person reads: by the code of the error, so in their language. */
export function errorSentence(error: Error, { t, has }: Words): string {
  if (!(error instanceof ApiError)) return t('error.internal_error');
  const key = `error.${error.code}`;
  // before the sentences of refusals are there, all have the same
  return has(key) || !has('error.ref') ? t(key as CatalogueKey) : error.message;
}

/** Roles as the API names them, by the word that texts have. */
export const roleKeys: Readonly<Record<string, CatalogueKey>> = {
  Administrator: 'people.role.administrator',
  Manager: 'people.role.manager',
  'Content administrator': 'people.role.content',
  Learner: 'people.role.learner',
  'that of the user’s manager': 'people.role.manager',
};

/** The scope or the roles that a refusal names. */
export function missingRight({ status, message }: ApiError, { t, locale }: Words): string | undefined {
  const rights = status === 403 ? /needs the (?:scope|role) (.+?)\.?$/.exec(message)?.[1] : undefined;
  if (rights === undefined) return undefined;
  const names = rights.split(/, (?:or )?| or /).map((right) => {
    const key = roleKeys[right];
    return key ? t(key) : right;
  });
  return listFormat(locale).format(names);
}
