import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';

const MAX_RETRIES = 2;
const FIRST_WAIT_MS = 1_000;
/** If `Retry-After` is longer than this, the error is displayed and the user can retry. */
const MAX_WAIT_SECONDS = 20;

/** Whether a failed read is repeated before the error is displayed. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError) || !error.isTemporary || failures >= MAX_RETRIES) return false;
  return error.status !== 0 && (error.retryAfterSeconds ?? 0) <= MAX_WAIT_SECONDS;
}

const computeWait = (failures: number, error: Error): number =>
  error instanceof ApiError && error.retryAfterSeconds
    ? error.retryAfterSeconds * 1_000
    : FIRST_WAIT_MS * 2 ** failures;

/** Reads repeat by `Retry-After`; changes never repeat by themselves. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: isWorthRetrying,
        retryDelay: computeWait,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
