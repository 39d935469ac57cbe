import pg from 'pg';

interface Payload {
  grantId?: string;
  [name: string]: unknown;
}

interface Row {
  payload: Payload;
  consumed_at: Date | null;
}

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** Statements are prepared once per connection, like ours. */
const runQuery = <T extends object>(name: string, text: string, values: unknown[]) =>
  pool.query<T>({ name, text, values });

/** Creates the table in which oidc-provider stores everything. */
export async function makeTable(): Promise<void> {
  await pool.query(`
    create schema if not exists oidc;
    create table if not exists oidc.things (
      id text primary key,
      kind text not null,
      grant_id text,
      payload jsonb not null,
      expires_at timestamptz,
      consumed_at timestamptz
    );
    create index if not exists things_grant on oidc.things (grant_id) where grant_id is not null`);
}

/** The store that oidc-provider requires; like the example of its documentation, for Postgres: a row for each token. */
export class PostgresAdapter {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: Payload, expiresIn: number | undefined): Promise<void> {
    const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000);
    await runQuery(
      'upsert',
      `insert into oidc.things (id, kind, grant_id, payload, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      [this.#key(id), this.#kind, payload.grantId ?? null, JSON.stringify(payload), expiresAt],
    );
  }

  async find(id: string): Promise<Payload | undefined> {
    const text = 'select payload, consumed_at from oidc.things where id = $1';
    const { rows } = await runQuery<Row>('find', text, [this.#key(id)]);
    if (!rows[0]) return undefined;
    const { payload, consumed_at: consumedAt } = rows[0];
    return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload;
  }

  async consume(id: string): Promise<void> {
    await runQuery('consume', 'update oidc.things set consumed_at = now() where id = $1', [this.#key(id)]);
  }

  async destroy(id: string): Promise<void> {
    await runQuery('destroy', 'delete from oidc.things where id = $1', [this.#key(id)]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await runQuery('revoke', 'delete from oidc.things where grant_id = $1', [grantId]);
  }

  /** Only for device codes and sessions, which this benchmark does not use. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  #key(id: string): string {
    return `${this.#kind}:${id}`;
  }
}
