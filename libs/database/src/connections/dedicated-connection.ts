import type pg from 'pg';
import { TimeoutClient, type WatchedConfig } from './timeout-client.js';

/**
 * One connection separate from the pool, for reads that must work whatever happens to that. The first read opens it,
 * and the first after a failure opens it again; it answers reads one after the other.
 */
export class DedicatedConnection {
  #client: Promise<TimeoutClient> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly config: WatchedConfig) {}

  /** @throws what `pg` throws */
  query(query: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult> {
    const answer = this.#last.then(
      () => this.#runQuery(query),
      () => this.#runQuery(query),
    );
    this.#last = answer;
    return answer;
  }

  /** Closes the connection once the read in progress is answered. */
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
