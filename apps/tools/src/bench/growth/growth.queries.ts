import { sql, type Database } from '@app/database';
import { countAnew } from '../lists/lists.queries.js';

/** How much there is of everything. */
export interface Size {
  people: number;
  enrollments: number;
  objects: number;
  portals: number;
  revocations: number;
  /** Access tokens of the past year, spread over its days. */
  expiredTokens: number;
}

const FIRST_ID = 2_000_000;
const DAYS = 365;
/** Objects whose search documents are written by one statement. */
const DOCUMENTS = 1_000;

/** Adds what is missing between two sizes; every value follows from its number, so that each run has the same. */
export async function grow(database: Database, from: Size, to: Size): Promise<void> {
  const write = (statement: Parameters<Database['many']>[0]) => database.many(statement);
  await write(sql`
    insert into identity.portals (id, name, title)
    select ${FIRST_ID}::int + n, 'growth-' || n || '.learning.localhost', 'Portal ' || n
      from generate_series(${from.portals}::int, ${to.portals - 1}::int) n`);
  await write(sql`
    insert into identity.persons (id, email, first_name, last_name)
    select ${FIRST_ID}::int + n, 'growth' || n || '@bench.example', 'First' || n % 2000, 'Last' || n % 5000
      from generate_series(${from.people}::int, ${to.people - 1}::int) n`);
  await write(sql`
    insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, created_time, updated_time)
    select 1, ${FIRST_ID}::int + n, ${FIRST_ID}::int + n, 'First' || n % 2000, 'Last' || n % 5000, '{Learner}',
           now() - n * interval '5 minutes', now() - n * interval '5 minutes'
      from generate_series(${from.people}::int, ${to.people - 1}::int) n`);
  await write(sql`
    insert into learning.providers (id, portal_id, name) values (${FIRST_ID}, 1, 'Growth') on conflict do nothing`);
  await write(sql`
    insert into learning.learning_objects (id, portal_id, provider_id, type, title, description, tags, language, price, premium)
    select ${FIRST_ID}::int + n, 1, ${FIRST_ID}, (array['course', 'video', 'text', 'link'])[1 + n % 4],
           'Topic' || n % 500 || ' subject' || n % 7919, 'About matter' || n % 104729 || ' and theme' || n % 50,
           array['tag' || n % 40], (array['en', 'de', 'fr'])[1 + n % 3], n % 100, true
      from generate_series(${from.objects}::int, ${to.objects - 1}::int) n`);
  for (let first = from.objects; first < to.objects; first += DOCUMENTS) {
    const last = Math.min(first + DOCUMENTS, to.objects) - 1;
    await write(sql`
      select learning.index_documents(array(
        select ${FIRST_ID}::int + n from generate_series(${first}::int, ${last}::int) n))`);
  }
  // one after another for each person; spread over the objects there are
  await write(sql`
    insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, status, created_time, updated_time)
    select 1, ${FIRST_ID}::int + n % ${to.people}::int, ${FIRST_ID}::int + (n / ${to.people}::int + n * 7) % ${to.objects}::int,
           'Growth', (array['not-started', 'in-progress', 'completed', 'completed'])[1 + n % 4],
           now() - n % 730 * interval '1 day', now() - n % 730 * interval '1 day'
      from generate_series(${from.enrollments}::int, ${to.enrollments - 1}::int) n on conflict do nothing`);
  await write(sql`
    insert into auth.revocations (jti, expires_at)
    select to_char(current_date, 'YYYYMMDD') || '.growth' || n, now() + interval '1 day'
      from generate_series(${from.revocations}::int, ${to.revocations - 1}::int) n`);
  await write(
    sql`select maintenance.ensure_day_partitions('auth.access_tokens', current_date - ${DAYS}::int, ${DAYS}::int)`,
  );
  await write(sql`
    insert into auth.access_tokens (day, jti, sid, client_id, seq, expires_at)
    select current_date - 1 - n % ${DAYS - 1}::int, 'growth' || n, 'growth' || n, 'acme-app', n, now() - interval '1 day'
      from generate_series(${from.expiredTokens}::int, ${to.expiredTokens - 1}::int) n`);
  await countAnew(database);
  await database.many(
    sql`vacuum analyze identity.portals, identity.persons, identity.accounts, learning.learning_objects,
      learning.search_doc, learning.enrollments, auth.revocations, auth.access_tokens`.unprepared(),
  );
}

/** How many enrollments there are after all: of some numbers the pair of person and object exists already. */
export async function enrollmentCount(database: Database): Promise<number> {
  const row = await database.one<{ n: number }>(
    sql`select count(*)::int as n from learning.enrollments where lo_title = 'Growth'`,
  );
  return row!.n;
}

/** An account and an object in the middle, which exist at every size. */
export const SOMEBODY = FIRST_ID + 50;
export const SOMETHING = FIRST_ID + 50;

export interface StatementCost {
  text: string;
  calls: number;
  meanMs: number;
}

export async function startCounting(database: Database): Promise<void> {
  await database.many(sql`create extension if not exists pg_stat_statements`.unprepared());
}

export async function forgetStatements(database: Database): Promise<void> {
  await database.many(sql`select pg_stat_statements_reset()`.unprepared());
}

/** Statements of the servers since they were forgotten, also those inside triggers and functions. */
export const statementCosts = (database: Database): Promise<StatementCost[]> =>
  database.many<StatementCost>(sql.camelCase`
    select regexp_replace(s.query, '\\s+', ' ', 'g') as text, sum(s.calls)::int as calls,
           sum(s.total_exec_time) / sum(s.calls) as mean_ms
      from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname in ('lp_api', 'lp_auth') group by 1`);
