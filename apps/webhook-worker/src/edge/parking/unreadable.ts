import { postgresCode } from '@app/database';
import { Unavailable } from '@app/kernel';
import { unreadable } from '@app/webhooks';

/** A row contains something that cannot be decrypted, parsed or understood. */
export class UnreadableRow extends Error {
  /** @param reason for operators */
  constructor(
    readonly reason: string,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** The payload of one delivery cannot be read; there is nothing wrong with its webhook. */
export class UnreadablePayload extends UnreadableRow {
  constructor(cause: unknown) {
    super(unreadable.payload, cause);
  }
}

/** SQLSTATE classes of errors in values, and of exceptions that functions raise. */
const valueErrorClasses = new Set(['21', '22', '23', 'P0']);
const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Whether the row itself causes the failure, so that every retry would fail and the row must be parked. False for
 * failures of Postgres as a whole: down, busy, full, a missing right or table.
 */
export function isRowError(error: unknown): boolean {
  if (error instanceof Unavailable) return false;
  const codes = [error, (error as { cause?: unknown } | undefined)?.cause]
    .map((one) => (one ? postgresCode(one) : undefined))
    .filter((code) => code !== undefined && sqlState.test(code));
  return codes.every((code) => valueErrorClasses.has(code!.slice(0, 2)));
}

const MAX_REASON_LENGTH = 300;

/** Why a row is parked, in a form that a text column can hold. */
export function parkReason(error: unknown): string {
  if (error instanceof UnreadableRow) return error.reason;
  const message = error instanceof Error ? error.message : String(error);
  // Postgres text cannot hold NUL
  return message.replaceAll('\u0000', '\ufffd').slice(0, MAX_REASON_LENGTH);
}
