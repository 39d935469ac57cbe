import type pg from 'pg';
import { WatchedClient, type WatchedConfig } from './watched-client.js';

/**
 * One connection apart from the pool and the lookups, for what must be answered whatever becomes of those. Opened by
 * the first question, and anew after it has failed; questions are answered one after the other.
 */
export class OwnConnection {
  #client: Promise<WatchedClient> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly config: WatchedConfig) {}

  /** @throws what `pg` throws */
  query(query: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult> {
    const answer = this.#last.then(
      () => this.#ask(query),
      () => this.#ask(query),
    );
    this.#last = answer;
    return answer;
  }

  /** Ends the connection once the question under way is answered. */
  async end(): Promise<void> {
    await this.#last.catch(() => undefined);
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #ask(query: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult> {
    return (await (this.#client ??= this.#open())).query(query);
  }

  #open(): Promise<WatchedClient> {
    const client = new WatchedClient({ ...this.config, keepAlive: true });
    const opening = client.connect().then(() => client);
    const forget = () => {
      if (this.#client === opening) this.#client = undefined;
    };
    client.on('error', forget).on('end', forget);
    opening.catch(forget);
    return opening;
  }
}
