import pg from 'pg';

/** What pg knows of the columns of a result; members of its `Result`, which its types leave out. */
interface Columns {
  fields: pg.FieldDef[];
  _parsers: unknown[];
  _prebuiltEmptyResultObject: object;
}

/** The columns of the prepared statements of one connection, by name, and which ones Postgres refused to prepare. */
export type KnownColumns = Map<string, Columns | 'refused'>;

type Done = (error: Error | undefined, result?: pg.QueryResult) => void;

/** Members of pg's `Query` that its types leave out. */
interface Internals {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  hasBeenParsed(connection: Connection): boolean;
  handleRowDescription(message: unknown): void;
  handleError(error: Error, connection: Connection): void;
}
interface Connection {
  describe(of: unknown): void;
  close(what: { type: 'S'; name: string }): void;
}

const ofPg = pg.Query.prototype as unknown as Internals;

/**
 * A prepared statement that asks Postgres for its columns once a connection, as other drivers do, and not each time: they
 * cannot change (Postgres refuses a plan whose result would have other columns), and to send and to read them costs more
 * than a row.
 */
export class DescribedQuery extends pg.Query {
  readonly #known: KnownColumns;

  constructor(query: { name: string; text: string }, values: unknown[], known: KnownColumns, done: Done) {
    super(query.text, values, done as never); // given as an object, pg would copy it
    this.#internals.name = query.name;
    this.#known = known;
  }

  get #internals(): Internals {
    return this as unknown as Internals;
  }

  /** Called by pg when the statement is sent. */
  prepare(connection: Connection): void {
    const { name } = this.#internals;
    const columns = this.#known.get(name);
    if (!this.#internals.hasBeenParsed(connection)) {
      // PgBouncer keeps the name of a statement that Postgres refused to prepare (1.24)
      if (columns === 'refused') connection.close({ type: 'S', name });
      this.#known.delete(name);
      return ofPg.prepare.call(this, connection);
    }
    if (!columns || columns === 'refused') return ofPg.prepare.call(this, connection);
    const result = this.#internals._result;
    result.fields = columns.fields;
    result._parsers = columns._parsers;
    result._prebuiltEmptyResultObject = columns._prebuiltEmptyResultObject;
    this.#internals._accumulateRows = true;
    ofPg.prepare.call(this, undescribed(connection));
  }

  /** Called by pg when Postgres refuses the statement. */
  handleError(error: Error, connection: Connection): void {
    if (!this.#internals.hasBeenParsed(connection)) this.#known.set(this.#internals.name, 'refused');
    ofPg.handleError.call(this, error, connection);
  }

  /** Called by pg when Postgres has told the columns. */
  handleRowDescription(message: unknown): void {
    ofPg.handleRowDescription.call(this, message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this.#internals._result;
    this.#known.set(this.#internals.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const quiet = new WeakMap<Connection, Connection>();

/** The same connection, which is not asked for columns. */
function undescribed(connection: Connection): Connection {
  let known = quiet.get(connection);
  if (!known) {
    known = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
    quiet.set(connection, known);
  }
  return known;
}
