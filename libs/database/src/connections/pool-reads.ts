import { eventLoopGate } from '@app/kernel';
import type { Pool, QueryResultRow } from 'pg';
import { runStatement, type Queryable } from '../sql/run-statement.js';
import type { DedicatedConnection } from './dedicated-connection.js';
import type { ConnectionLimiter } from './connection-limiter.js';
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

/** Characters in a large result. A page of fifty ordinary objects has about 50,000. */
const LARGE_RESULT = 131_072;

/** Reads through the pool, limited by the shares of portals and kinds of work. */
export class PoolReads extends Reader {
  constructor(
    private readonly database: { readonly pool: Pool },
    private readonly limiter: ConnectionLimiter,
    private readonly isHeavy: boolean,
  ) {
    super();
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await this.runStatement(statement)).rows as T[];
  }

  runStatement(statement: Statement): ReturnType<Queryable['query']> {
    assertOutsideTransaction();
    return this.limiter.run({ kind: statement.text, isHeavy: this.isHeavy }, async () => {
      const result = await runStatement(this.database.pool, 'pool', statement);
      // while this work holds its connection, so that few large results are in memory
      if (this.isHeavy && isLarge(result.rows))
        await eventLoopGate.enter(`portal ${requestContext()?.portalId ?? ''}`);
      return result;
    });
  }
}

/**
 * Whether the texts of these rows have {@link LARGE_RESULT} characters together, so that presenting them takes
 * milliseconds.
 */
function isLarge(rows: readonly QueryResultRow[]): boolean {
  let length = 0;
  for (const row of rows)
    for (const name in row) if (typeof row[name] === 'string') length += row[name].length;
  return length >= LARGE_RESULT;
}
