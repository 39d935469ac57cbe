import { ApiError } from '../../api/api-error.js';

/** Addresses as they are written: one a line. */
export const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The fault of any of the addresses. */
export function addressFault(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.refusal.additional_errors?.find(({ path }) => path.startsWith('redirect_uri'))?.message;
}
