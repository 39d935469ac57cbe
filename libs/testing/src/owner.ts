import { registerTypeParsers } from '@app/database';
import pg from 'pg';

/** Connects as the owner of the schemas, so that tests can read rows or change stored times. */
export class Owner {
  readonly #pool: pg.Pool;

  constructor(url: string) {
    registerTypeParsers();
    this.#pool = new pg.Pool({ connectionString: url, max: 3 });
    // errors of idle connections, when a test stops its Postgres
    this.#pool.on('error', () => undefined);
  }

  async many<T = Record<string, any>>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.#pool.query(text, values)).rows as T[];
  }

  /** @throws Error when there is no row */
  async one<T = Record<string, any>>(text: string, values: unknown[] = []): Promise<T> {
    const [row] = await this.many<T>(text, values);
    if (!row) throw new Error(`no row: ${text}`);
    return row;
  }

  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
