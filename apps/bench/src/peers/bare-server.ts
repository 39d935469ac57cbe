import { createServer, type ServerResponse } from 'node:http';
import { accountColumns, accountTables, presentUser, type AccountRow } from '@app/identity';
import { registerTypeParsers, sql } from '@app/database';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import pg from 'pg';

// The server to compare with: only node:http and pg, with the same statements and answers as GET /v2/users/{user-id} and
// GET /v2/users; a token is verified once and remembered, as by us; no rights, revocations, limits, log, metrics or
// framework. All of it goes through a pool, as with us.
registerTypeParsers();
const connection = { connectionString: process.env['DATABASE_URL'], application_name: 'bare-server' };
const PORTAL = 1;
const keys = createRemoteJWKSet(new URL(`${process.env['AUTH_URL']}/.well-known/jwks.json`));
/** When each token that was verified expires, in milliseconds since 1970, by its Authorization header. */
const expiries = new Map<string, number>();

const pool = new pg.Pool({ ...connection, max: 20 });

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

async function user(id: number, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<AccountRow>({ name: 'user', text: one, values: [PORTAL, id] });
  if (rows[0]) answer(response, presentUser(rows[0]));
  else response.writeHead(404).end();
}

async function users(response: ServerResponse): Promise<void> {
  const counted = await pool.query<{ total: number }>({ name: 'count', text: count, values: [PORTAL] });
  const { rows } = await pool.query<AccountRow>({ name: 'page', text: page, values: [PORTAL, 50] });
  answer(response, { total: counted.rows[0]!.total, hits: rows.map((row) => presentUser(row)) });
}

function serve(url: string, response: ServerResponse): void {
  const id = Number(/^\/v2\/users\/(\d+)$/.exec(url)?.[1]);
  const answered = id ? user(id, response) : users(response);
  answered.catch(() => response.writeHead(500).end());
}

/** Verifies and remembers a token. @throws Error when it is not valid */
async function verify(authorization: string): Promise<void> {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
  const { payload } = await jwtVerify(token, keys, {
    issuer: process.env['AUTH_URL']!,
    audience: process.env['API_URL']!,
    algorithms: ['ES256'],
    requiredClaims: ['exp'],
  });
  expiries.set(authorization, payload.exp! * 1000);
}

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/health/ready') return void response.writeHead(200).end();
  const { authorization = '' } = request.headers;
  if (Date.now() < (expiries.get(authorization) ?? 0)) return serve(url, response);
  verify(authorization).then(
    () => serve(url, response),
    () => response.writeHead(401).end(),
  );
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
