import { createServer } from 'node:http';
import { accountColumns, accountTables, type AccountRow } from '@app/identity';
import { sql } from '@app/database';
import pg from 'pg';

// The server to be measured against: node:http and pg alone, the same statement and the same answer as
// GET /v2/users/{user-id}, no token, no checks, no framework.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const { text } = sql`select ${accountColumns} from ${accountTables}
  where a.portal_id = ${1} and a.person_id is not null and a.closed_time is null and a.id = ${1}`;

const time = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

createServer((request, response) => {
  const id = Number((request.url ?? '').slice('/v2/users/'.length));
  if (!id) return void response.writeHead(request.url === '/health/ready' ? 200 : 404).end();
  pool.query<AccountRow>({ name: 'user', text, values: [1, id] }).then(
    ({ rows: [row] }) => {
      if (!row) return void response.writeHead(404).end();
      const body = JSON.stringify({
        id: row.id,
        email: row.email,
        first_name: row.first_name,
        last_name: row.last_name,
        full_name: `${row.first_name} ${row.last_name}`,
        profile_picture: row.profile_picture,
        roles: row.roles,
        status: row.status,
        locale: row.locale,
        created_time: time(row.created_time),
        updated_time: time(row.updated_time),
        last_login_time: row.last_login_time && time(row.last_login_time),
        managers: row.managers,
        custom_fields: row.custom_fields,
      });
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    () => response.writeHead(500).end(),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
