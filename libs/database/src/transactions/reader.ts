import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement } from '../sql/sql.js';

/** Reads that may show the state of some seconds ago, where no rights depend on it. */
export interface StaleReader {
  /** The first row, or undefined. @throws Unavailable when Postgres is down */
  one<T>(statement: Statement): Promise<T | undefined>;
  /** All rows. @throws Unavailable when Postgres is down */
  many<T>(statement: Statement): Promise<T[]>;
}

/**
 * Reads of everything committed so far, possible both outside and inside a transaction. A function that takes one
 * cannot be given `Database.replica`.
 */
export interface Reader extends StaleReader {
  readonly isCurrent: true;
}

/** The transaction of the current work. */
export const currentTransaction = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Reads inside a transaction go through it. Taking another connection would deadlock as soon as every connection of
 * the pool holds a transaction that waits for one.
 */
export function assertOutsideTransaction(): void {
  if (currentTransaction.getStore()?.isOpen)
    throw new Error('a transaction is running: read through it, not beside it');
}
