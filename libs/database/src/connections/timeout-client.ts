import pg from 'pg';

type Done = (error: Error | undefined, result?: pg.QueryResult) => void;
type NamedQuery = { name?: string };

/** Members of pg's connection that are missing in its types. */
interface Connection {
  stream: { destroy(): void };
  /** Texts of the statements that Postgres has prepared, by name. */
  parsedStatements: Record<string, string>;
}

export interface WatchedConfig extends pg.ClientConfig {
  /** Milliseconds without an answer after which the connection is closed. */
  answerTimeoutMs?: number | undefined;
}

/**
 * A connection that closes itself when no answer arrives, for instance in a network that drops packets. pg's own
 * `query_timeout` fails only the query and keeps the dead connection. This class uses callbacks: pg's promises keep the
 * garbage of each query alive over several scavenges, which then take several times as long. Source: ADR 7.
 */
export class TimeoutClient extends pg.Client {
  readonly #answerTimeoutMs: number | undefined;
  /** How often Postgres has refused to prepare a statement, by the caller's name for it. */
  readonly #refusals = new Map<string | undefined, number>();

  constructor({ answerTimeoutMs, ...config }: WatchedConfig = {}) {
    super(config);
    this.#answerTimeoutMs = answerTimeoutMs;
  }

  /** Like {@link pg.Client.query}. @throws Error 'Connection terminated unexpectedly' when no answer arrives */
  override query = ((query: unknown, values?: unknown, callback?: Done): unknown => {
    // a query object, such as a cursor, has its own callbacks
    if (typeof (query as Partial<pg.Submittable>).submit === 'function')
      return this.#pgQuery(query, values, callback);
    if (typeof values === 'function') return this.#send(query, undefined, values as Done);
    if (callback) return this.#send(query, values, callback);
    const answer = new Promise((resolve, reject) => {
      this.#send(query, values, (error, result) => (error ? reject(error) : resolve(result)));
    });
    return answer.catch((error: Error) => {
      Error.captureStackTrace(error); // like pg, because the stack of the socket's error is useless
      throw error;
    });
  }) as pg.Client['query'];

  #send(statement: unknown, values: unknown, done: Done): void {
    const query = this.#refusals.size > 0 ? this.#renamed(statement) : statement;
    const timer =
      this.#answerTimeoutMs === undefined
        ? undefined
        : setTimeout(() => this.#closeSilentConnection(), this.#answerTimeoutMs);
    this.#pgQuery(query, values, (error?: Error, result?: pg.QueryResult) => {
      clearTimeout(timer);
      if (error) this.#recordRefusal(statement as NamedQuery, query as NamedQuery);
      done(error, result);
    });
  }

  /** PgBouncer remembers the name of a statement that Postgres refused to prepare, so each attempt needs a new name. */
  #renamed(query: unknown): unknown {
    const { name } = query as NamedQuery;
    const refusals = this.#refusals.get(name);
    return refusals === undefined ? query : { ...(query as NamedQuery), name: `${name}.${refusals}` };
  }

  #recordRefusal({ name }: NamedQuery, sent: NamedQuery): void {
    if (name === undefined || this.#connection.parsedStatements[sent.name!] !== undefined) return;
    this.#refusals.set(name, (this.#refusals.get(name) ?? 0) + 1);
  }

  #pgQuery(...parameters: unknown[]): unknown {
    return (pg.Client.prototype.query as (...parameters: unknown[]) => unknown).apply(this, parameters);
  }

  #closeSilentConnection(): void {
    this.#connection.stream.destroy();
  }

  get #connection(): Connection {
    return (this as unknown as { connection: Connection }).connection;
  }
}
