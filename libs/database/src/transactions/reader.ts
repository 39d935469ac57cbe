import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement } from '../sql/sql.js';

export abstract class Reader {
  /**
   * All rows.
   * @throws Unavailable when Postgres is down
   */
  abstract many<T>(statement: Statement): Promise<T[]>;

  /**
   * The first row, or undefined.
   * @throws Unavailable when Postgres is down
   */
  async one<T>(statement: Statement): Promise<T | undefined> {
    return (await this.many<T>(statement))[0];
  }

  /**
   * Whether there is a row.
   * @throws Unavailable when Postgres is down
   */
  async has(statement: Statement): Promise<boolean> {
    return (await this.many(statement)).length > 0;
  }

  /**
   * The only column of the first row, or undefined.
   * @throws Unavailable when Postgres is down
   */
  async value<T>(statement: Statement): Promise<T | undefined> {
    const row = await this.one<Record<string, T>>(statement);
    return row && Object.values(row)[0];
  }

  /**
   * The only column of all rows.
   * @throws Unavailable when Postgres is down
   */
  async column<T>(statement: Statement): Promise<T[]> {
    const rows = await this.many<Record<string, T>>(statement);
    return rows.flatMap((row) => Object.values(row));
  }
}

/** The transaction of the current work. */
export const currentTransaction = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Reads inside a transaction must go through it. Taking another connection would deadlock once every connection of the
 * pool holds a transaction that waits for one.
 */
export function assertOutsideTransaction(): void {
  if (currentTransaction.getStore()?.isOpen)
    throw new Error('a transaction is running: read through it, not outside it');
}
