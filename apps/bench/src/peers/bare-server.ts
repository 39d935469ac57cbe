import { createServer, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { accountColumns, accountTables, presentUser, type AccountRow } from '@app/identity';
import { registerTypeParsers, sql } from '@app/database';
import pg from 'pg';
import { KnownTokens } from './known-tokens.js';

// The server to compare with: only node:http and pg, with the same statements and answers as GET /v2/users/{user-id} and
// GET /v2/users; a token is verified once and remembered, as by us; no rights, revocations, limits, log, metrics or
// framework. Rows by key are pipelined on two connections, with one write for each turn of the event loop, which costs
// least; lists go through a pool.
registerTypeParsers();
const connection = { connectionString: process.env['DATABASE_URL'], application_name: 'bare-server' };
const PORTAL = 1;
const tokens = new KnownTokens(`${process.env['AUTH_URL']}/.well-known/jwks.json`, {
  issuer: process.env['AUTH_URL']!,
  audience: process.env['API_URL']!,
});

class PipelinedConnection {
  readonly #socket = new Socket();
  readonly #client = new pg.Client({
    ...connection,
    pipeline: true,
    stream: () => this.#socket,
  });

  connect(): Promise<unknown> {
    return this.#client.connect();
  }

  send(query: pg.QueryConfig, done: (error: Error | null, result: pg.QueryResult<AccountRow>) => void): void {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      setImmediate(() => this.#socket.uncork());
    }
    this.#client.query(query, done);
  }
}

const lines = [new PipelinedConnection(), new PipelinedConnection()];
const pool = new pg.Pool({ ...connection, max: 20 });
let turn = 0;

const one = sql`select ${accountColumns} from ${accountTables}
  where a.portal_id = ${PORTAL} and a.person_id is not null and a.closed_time is null and a.id = ${1}`.text;
const page = sql`select ${accountColumns} from ${accountTables}
  where a.portal_id = ${PORTAL} and a.person_id is not null and a.closed_time is null
  order by a.created_time desc, a.id desc limit ${50}`.text;
const count = `select coalesce(sum(n), 0)::bigint as total from (
  select count as n from identity.account_counts where portal_id = $1
  union all select change from identity.account_count_changes where portal_id = $1) c`;

function answer(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function user(id: number, response: ServerResponse): void {
  turn = 1 - turn;
  lines[turn]!.send({ name: 'user', text: one, values: [PORTAL, id] }, (error, result) => {
    const row = error ? undefined : result.rows[0];
    if (row) answer(response, presentUser(row));
    else response.writeHead(error ? 500 : 404).end();
  });
}

async function users(response: ServerResponse): Promise<void> {
  const counted = await pool.query<{ total: number }>({ name: 'count', text: count, values: [PORTAL] });
  const { rows } = await pool.query<AccountRow>({ name: 'page', text: page, values: [PORTAL, 50] });
  answer(response, { total: counted.rows[0]!.total, hits: rows.map((row) => presentUser(row)) });
}

function serve(url: string, response: ServerResponse): void {
  const id = Number(/^\/v2\/users\/(\d+)$/.exec(url)?.[1]);
  if (id) return user(id, response);
  if (url.startsWith('/v2/users?')) return void users(response).catch(() => response.writeHead(500).end());
  response.writeHead(404).end();
}

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/health/ready') return void response.writeHead(200).end();
  const { authorization = '' } = request.headers;
  if (tokens.has(authorization)) return serve(url, response);
  tokens.add(authorization).then(
    () => serve(url, response),
    () => response.writeHead(401).end(),
  );
});

void Promise.all(lines.map((line) => line.connect())).then(() =>
  server.listen(Number(process.env['PORT']), '127.0.0.1'),
);
