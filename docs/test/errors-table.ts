import { errorCodes, fieldErrorCodes, oauthErrorCodes, type ErrorCodeText } from '@app/kernel';

const rows = (table: Record<string, ErrorCodeText>): string[] =>
  Object.entries(table).map(
    ([code, { statuses, message, remedy }]) =>
      `| \`${code}\` | ${statuses.join(', ')} | ${message} | ${remedy} |`,
  );

/** The tables of docs/errors.md, generated from the same list of codes as the code uses. */
export const errorTables = (): string =>
  [
    '## `error_code`',
    '',
    '| code | status | for example | what to do |',
    '| --- | --- | --- | --- |',
    ...rows(errorCodes),
    '',
    'With `limit_reached`, `limit` and `most` name the limit ([limits.md](limits.md)), and with `server_busy` `limit` does; with `enrollment_exists`, `enrollment_id` names the enrollment that there is.',
    '',
    '## `error_code` in `additional_errors`',
    '',
    '| code | what is wrong |',
    '| --- | --- |',
    ...Object.entries(fieldErrorCodes).map(([code, text]) => `| \`${code}\` | ${text} |`),
    '',
    '## `error` on /oauth',
    '',
    'The authorization server answers as RFC 6749 says: `{error, error_description, hint, message}`, where `hint` is for developers and `message` repeats `error_description`.',
    '',
    '| error | status | for example | what to do |',
    '| --- | --- | --- | --- |',
    ...rows(oauthErrorCodes),
  ].join('\n');
