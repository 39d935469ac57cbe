import { Unavailable } from '@app/kernel';
import type { Pool } from 'pg';
import { runStatement, type Queryable } from '../sql/run-statement.js';
import { isLockedOut } from '../sql/errors.js';
import type { DedicatedConnection } from './dedicated-connection.js';
import type { WorkResult, PoolShares } from './pool-shares.js';
import { assertOutsideTransaction, type Reader } from '../transactions/reader.js';
import type { Statement } from '../sql/sql.js';

/** Reads on a separate connection. */
export class DedicatedReads implements Reader {
  readonly isCurrent = true;

  constructor(private readonly connection: DedicatedConnection) {}

  async one<T>(statement: Statement): Promise<T | undefined> {
    return (await runStatement(this.connection, 'vital', statement)).rows[0] as T | undefined;
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await runStatement(this.connection, 'vital', statement)).rows as T[];
  }
}

/** The words of an error about work of this kind. */
export const toWorkResult = (error: unknown): WorkResult =>
  isLockedOut(error) ? 'locked out' : error instanceof Unavailable ? 'other' : 'answered';

/** Reads on the pool, within its users' shares. */
export class PoolReads implements Reader {
  readonly isCurrent = true;

  constructor(
    private readonly database: { readonly pool: Pool },
    private readonly shares: PoolShares,
    private readonly isHeavy: boolean,
  ) {}

  async one<T>(statement: Statement): Promise<T | undefined> {
    return (await this.runStatement(statement)).rows[0] as T | undefined;
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await this.runStatement(statement)).rows as T[];
  }

  runStatement(statement: Statement): ReturnType<Queryable['query']> {
    assertOutsideTransaction();
    const want = { kind: statement.text, isHeavy: this.isHeavy };
    return this.shares.run(want, () => runStatement(this.database.pool, 'pool', statement), toWorkResult);
  }
}
