import { threadTurns, Unavailable } from '@app/kernel';
import type { Pool, QueryResultRow } from 'pg';
import { runStatement, type Queryable } from '../sql/run-statement.js';
import { isLockedOut } from '../sql/errors.js';
import type { DedicatedConnection } from './dedicated-connection.js';
import type { WorkResult, PoolShares } from './pool-shares.js';
import { assertOutsideTransaction, Reader } from '../transactions/reader.js';
import type { Statement } from '../sql/sql.js';
import { requestContext } from '../transactions/request-context.js';

/** Reads on a separate connection. */
export class DedicatedReads extends Reader {
  constructor(private readonly connection: DedicatedConnection) {
    super();
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await runStatement(this.connection, 'vital', statement)).rows as T[];
  }
}

/** The result of work of this kind that an error means. */
export const toWorkResult = (error: unknown): WorkResult =>
  isLockedOut(error) ? 'locked out' : error instanceof Unavailable ? 'other' : 'answered';

/** Characters. A page of fifty ordinary objects has some 50,000. */
const LARGE_RESULT = 131_072;

/** Reads on the pool, within its users' shares. */
export class PoolReads extends Reader {
  constructor(
    private readonly database: { readonly pool: Pool },
    private readonly shares: PoolShares,
    private readonly isHeavy: boolean,
  ) {
    super();
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await this.runStatement(statement)).rows as T[];
  }

  runStatement(statement: Statement): ReturnType<Queryable['query']> {
    assertOutsideTransaction();
    const want = { kind: statement.text, heavy: this.isHeavy ? ('reads' as const) : undefined };
    return this.shares.run(
      want,
      async () => {
        const result = await runStatement(this.database.pool, 'pool', statement);
        // within the share: at most as many large results wait for the thread as there are shares
        if (this.isHeavy && isLarge(result.rows))
          await threadTurns.enter(`portal ${requestContext()?.portalId ?? ''}`);
        return result;
      },
      toWorkResult,
    );
  }
}

/** Whether the texts of these rows have {@link LARGE_RESULT} characters together, so that to show them takes milliseconds. */
function isLarge(rows: readonly QueryResultRow[]): boolean {
  let length = 0;
  for (const row of rows)
    for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  return length >= LARGE_RESULT;
}
