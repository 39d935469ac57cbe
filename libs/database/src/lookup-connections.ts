import { Socket } from 'node:net';
import type pg from 'pg';
import { WatchedClient, type WatchedConfig } from './watched-client.js';

/** How many connections share the lookups of a process. */
const connections = 2;

type Query = pg.QueryConfig<unknown[]>;

/**
 * Read-only connections that carry many short reads at once: a read is sent without waiting for the answers before it
 * (Postgres' pipelining), and the reads of one turn of the event loop leave in one write. Half the system calls of a
 * pool, on both sides; a read that takes long would hold up those behind it. Source: ADR 5.
 */
export class LookupConnections {
  readonly #connections: (Promise<Connection> | undefined)[] = [];
  #last = 0;

  constructor(private readonly config: WatchedConfig) {}

  /** @throws what `pg` throws: Postgres is away, or refuses the statement */
  async query(query: Query): Promise<pg.QueryResult> {
    this.#last = (this.#last + 1) % connections;
    const connection = await (this.#connections[this.#last] ??= this.#open(this.#last));
    return connection.query(query);
  }

  /** Ends the connections once the reads under way are answered. */
  async end(): Promise<void> {
    const opened = this.#connections.splice(0).filter((opening) => opening !== undefined);
    for (const one of await Promise.allSettled(opened)) {
      if (one.status === 'fulfilled') await one.value.client.end();
    }
  }

  /** A connection that fails is forgotten: the next read opens another. */
  #open(index: number): Promise<Connection> {
    const connection = new Connection(this.config);
    const opening = connection.client.connect().then(() => connection);
    const forget = () => {
      if (this.#connections[index] === opening) this.#connections[index] = undefined;
    };
    connection.client.on('error', forget).on('end', forget);
    opening.catch(forget);
    return opening;
  }
}

class Connection {
  readonly #socket = new Socket();
  readonly client: WatchedClient;

  constructor(config: WatchedConfig) {
    this.client = new WatchedClient({
      ...config,
      pipeline: true,
      options: '-c default_transaction_read_only=on',
      stream: () => this.#socket,
    });
  }

  query(query: Query): Promise<pg.QueryResult> {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      setImmediate(() => this.#socket.uncork());
    }
    return this.client.query(query);
  }
}
