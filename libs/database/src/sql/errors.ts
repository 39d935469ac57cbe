import { BadRequest, isRefusedCertificate, ServerBusy, Unavailable } from '@app/kernel';

interface PostgresError extends Error {
  code?: string;
  /** The statement that Postgres was executing. */
  where?: string;
}

/** read_only_sql_transaction: the server has become a standby; another connection may find the primary. */
const READ_ONLY = '25006';

/** SQLSTATEs, next to those of class 08, that mean that Postgres as a whole is down. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P04', // database_dropped
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  READ_ONLY,
  '53300', // too_many_connections
]);

/** Postgres, or its pooler, refuses the connection itself: retrying does not help, so the log says why. */
const refused = new Set([
  '08P01', // protocol_violation: a pooler that does not know a setting of ours
  '28000', // invalid_authorization_specification: no pg_hba.conf entry, role that may not log in
  '28P01', // invalid_password
]);
/** A message of `pg` itself, which has no code. */
const unencrypted = /server does not support SSL connections/;

/**
 * Postgres gave up on a statement because others blocked it, or because of a lack of disk or memory; a retry may
 * succeed.
 */
const busy = new Set([
  '57014', // query_canceled, by statement_timeout
  '55P03', // lock_not_available, by lock_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '26000', // invalid_sql_statement_name: sent behind the statement that was to prepare it, which was refused
  '53100', // disk_full
  '53200', // out_of_memory
]);

/** Messages of `pg` itself about a connection that is lost, not available in time, or silent. */
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Query read timeout|Client has encountered a connection error/;

/** Values that no column can store. Schemas should refuse them and name the field, so a schema has missed this one. */
const unstorableMessages: Record<string, string> = {
  '22021': 'A text must not contain NUL or broken characters.', // character_not_in_repertoire
  '22P05': 'A text must not contain NUL or broken characters.', // untranslatable_character
  '22P02': 'A value does not have the form of its type.', // invalid_text_representation
  '22007': 'A time does not have the form of its type.', // invalid_datetime_format
  '22003': 'A number is out of range.', // numeric_value_out_of_range
  '22008': 'A time is out of range.', // datetime_field_overflow
};

/** Postgres cannot be reached, does not answer in time, or accepts no writes. Another connection may work. */
export class DatabaseUnavailable extends Unavailable {}

/** Postgres is up but gave up on the statement: because of a timeout, a lock, or another transaction. */
export class DatabaseBusy extends Unavailable {
  constructor(
    cause: Error,
    /** SQLSTATE. */
    readonly code: string,
  ) {
    super(undefined, undefined, cause);
  }
}

/** No connection in the pool was free in time; the cause names the holders. */
export class ConnectionPoolExhausted extends ServerBusy {
  constructor(reason: string) {
    super('connections', new Error(reason));
  }
}

const isErrorLike = (error: unknown): error is PostgresError =>
  typeof error === 'object' && error !== null && 'message' in error;

/**
 * Converts "Postgres is down" to {@link DatabaseUnavailable}, "too busy" to {@link DatabaseBusy}, and a value that Postgres
 * cannot store to {@link BadRequest}. Returns every other error unchanged, including those already converted.
 */
export function translateError(error: unknown): unknown {
  // checked by its members: Node's own errors are not always instances of this realm's Error
  if (!isErrorLike(error) || error instanceof Unavailable) return error;
  const code = postgresCode(error);
  const isUnavailable =
    (code !== undefined && (unavailableCodes.has(code) || code.startsWith('08'))) ||
    unavailableMessages.test(error.message);
  if (isRefusal(error, code) || isUnavailable) return new DatabaseUnavailable(undefined, undefined, error);
  if (code !== undefined && busy.has(code)) return new DatabaseBusy(error, code);
  const message = unstorableMessages[code ?? ''];
  return message === undefined ? error : new BadRequest('invalid_value', message, { cause: error });
}

const isRefusal = (error: PostgresError, code: string | undefined): boolean =>
  refused.has(code ?? '') || unencrypted.test(error.message) || isRefusedCertificate(innerError(error));

const innerError = (error: unknown): PostgresError =>
  (error as { driverError?: PostgresError }).driverError ?? (error as PostgresError);

/** The SQLSTATE (or socket code) of an error, also inside TypeORM's wrapper. */
export function postgresCode(error: unknown): string | undefined {
  const inner = innerError(error);
  return typeof inner.code === 'string' ? inner.code : undefined;
}

/** Whether Postgres gave up on the statement because others blocked it for too long, or held a lock. */
export const isBusy = (error: unknown): boolean => busy.has(postgresCode(error) ?? '');

/** Whether Postgres gave up on the statement because of a table lock, which also blocks the next statements. */
export const isLockedOut = (error: unknown): boolean => refusedLock(error) === 'table';

/** Whether Postgres gave up on the statement because another transaction has locked a row. */
export const isRowLocked = (error: unknown): boolean => refusedLock(error) === 'row';

/** The kind of lock for which the statement waited longer than `lock_timeout`; undefined for other errors. */
function refusedLock(error: unknown): 'table' | 'row' | undefined {
  const inner = innerError(error);
  const cause = inner instanceof DatabaseBusy ? (inner.cause as PostgresError) : inner;
  if (cause.code !== '55P03') return undefined;
  return /\btuple\b/.test(cause.where ?? '') ? 'row' : 'table';
}

/** Whether Postgres ended the transaction because of a deadlock. */
export const isDeadlock = (error: unknown): boolean =>
  isErrorLike(error) && (postgresCode(error) === '40P01' || postgresCode(error) === '40001');
