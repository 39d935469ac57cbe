import { Reader, registerTypeParsers, type Statement } from '@app/database';
import pg from 'pg';

/** Runs statements on a connection or a pool, without preparing them: tests also change tables. */
export class ConnectionReader extends Reader {
  constructor(private readonly connection: Pick<pg.Pool, 'query'>) {
    super();
  }

  override async many<T = Record<string, any>>({ text, values }: Statement): Promise<T[]> {
    return (await this.connection.query(text, [...values])).rows as T[];
  }

  async run({ text, values }: Statement): Promise<number> {
    return (await this.connection.query(text, [...values])).rowCount ?? 0;
  }
}

/** Connects as the owner of the schemas, so that tests can read rows or change stored times. */
export class Owner extends ConnectionReader {
  readonly #pool: pg.Pool;

  constructor(url: string) {
    registerTypeParsers();
    const pool = new pg.Pool({ connectionString: url, max: 5 });
    // errors of idle connections, when a test stops its Postgres
    pool.on('error', () => undefined);
    super(pool);
    this.#pool = pool;
  }

  /** @throws Error when there is no row */
  override async one<T = Record<string, any>>(statement: Statement): Promise<T> {
    const [row] = await this.many<T>(statement);
    if (!row) throw new Error(`no row: ${statement.text}`);
    return row;
  }

  /** @throws Error when there is no row */
  override async value<T = any>(statement: Statement): Promise<T> {
    return Object.values(await this.one<Record<string, T>>(statement))[0]!;
  }

  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  /** Runs `work` while a transaction that has run `statements` is open, and then rolls that back. */
  async duringTransaction<T>(
    statements: string,
    work: (transaction: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const transaction = await this.connect();
    try {
      await transaction.query(`begin; ${statements}`);
      return await work(transaction);
    } finally {
      await transaction.query('rollback');
      transaction.release();
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
