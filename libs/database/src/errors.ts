import { Unavailable } from '@app/kernel';

interface PostgresError extends Error {
  code?: string;
  constraint?: string;
}

const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
]);

const isErrorLike = (error: unknown): error is PostgresError =>
  typeof error === 'object' && error !== null && 'message' in error;

/** Turns "Postgres is away" into {@link Unavailable}; leaves every other error as it is. */
export function translateError(error: unknown): unknown {
  // by its shape: an error of Node's own is no instance of this realm's Error everywhere
  if (!isErrorLike(error)) return error;
  const code = postgresCode(error);
  const gone =
    (code !== undefined && (away.has(code) || code.startsWith('08'))) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    );
  return gone ? new Unavailable() : error;
}

/** The SQLSTATE (or socket code) of an error, TypeORM's wrapper looked through. */
export function postgresCode(error: unknown): string | undefined {
  const inner = (error as { driverError?: PostgresError }).driverError ?? (error as PostgresError);
  return typeof inner.code === 'string' ? inner.code : undefined;
}

/** Whether `error` is a violation of a unique constraint or index, of this name when one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const inner = (error as { driverError?: PostgresError }).driverError ?? (error as PostgresError);
  return inner.code === '23505' && (constraint === undefined || inner.constraint === constraint);
}

/** Whether Postgres ended the transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean =>
  isErrorLike(error) && (postgresCode(error) === '40P01' || postgresCode(error) === '40001');
