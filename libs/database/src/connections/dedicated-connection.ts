import type pg from 'pg';
import { TimeoutClient, type WatchedConfig } from './timeout-client.js';

/**
 * A connection outside the pool, for reads that must work when the pool is full or broken. It is opened by the first
 * read, and again by the first read after a failure; reads run one after the other.
 */
export class DedicatedConnection {
  #client: Promise<TimeoutClient> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly config: WatchedConfig) {}

  /** @throws the errors of `pg` */
  query(query: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult> {
    const answer = this.#last.then(
      () => this.#runQuery(query),
      () => this.#runQuery(query),
    );
    this.#last = answer;
    return answer;
  }

  /** Closes the connection after the read in progress. */
  async end(): Promise<void> {
    await this.#last.catch(() => undefined);
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #runQuery(query: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult> {
    return (await (this.#client ??= this.#open())).query(query);
  }

  #open(): Promise<TimeoutClient> {
    const client = new TimeoutClient({ ...this.config, keepAlive: true });
    const opening = client.connect().then(() => client);
    const forget = () => {
      if (this.#client === opening) this.#client = undefined;
    };
    client.on('error', forget).on('end', forget);
    opening.catch(forget);
    return opening;
  }
}
