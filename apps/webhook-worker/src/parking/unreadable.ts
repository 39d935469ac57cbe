import { postgresCode } from '@app/database';
import { Unavailable } from '@app/kernel';
import { unreadable } from '@app/webhooks';

/** A row holds what cannot be opened, parsed or understood. */
export class Unreadable extends Error {
  /** @param reason as operators see it */
  constructor(
    readonly reason: string,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** Of one delivery, what is to be sent cannot be read; its webhook is as good as any. */
export class UnreadablePayload extends Unreadable {
  constructor(cause: unknown) {
    super(unreadable.payload, cause);
  }
}

/** Classes of SQLSTATE that tell of values, and of what is raised because of them. */
const ofValues = new Set(['21', '22', '23', 'P0']);
const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Whether a failure comes from the row at hand, so that each try would end in it again: then the row is parked. One of
 * Postgres as a whole (away, busy, full, a right or a table missing) is no row's fault and passes.
 */
export function isOfTheRow(error: unknown): boolean {
  if (error instanceof Unavailable) return false;
  const codes = [error, (error as { cause?: unknown } | undefined)?.cause]
    .map((one) => (one ? postgresCode(one) : undefined))
    .filter((code) => code !== undefined && sqlState.test(code));
  return codes.every((code) => ofValues.has(code!.slice(0, 2)));
}

const LONGEST = 300;

/** Why a row is parked, as a column of text can hold it. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.reason;
  const message = error instanceof Error ? error.message : String(error);
  // Postgres text cannot hold NUL
  return message.replaceAll('\u0000', '\ufffd').slice(0, LONGEST);
}
