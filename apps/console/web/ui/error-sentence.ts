import { ApiError } from '../api/api-error.js';
import { isErrorCode } from '../texts/error-codes.js';
import type { Translate } from '../texts/translate.js';

/** The sentence that a person reads: by the code of the error, so in their language. */
export function errorSentence(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.internal_error');
  return isErrorCode(error.code) ? t(`error.${error.code}`) : error.message;
}

/** The scope or the role that a refusal names. */
export function missingRight({ status, message }: ApiError): string | undefined {
  if (status !== 403) return undefined;
  return /needs the (?:scope|role) (.+?)\.?$/.exec(message)?.[1];
}
