import { sql } from '@app/database';
import type { Owner } from '@app/testing';

/** A portal whose rows are damaged, and what is in it. */
export interface Hurt {
  portal: number;
  account: number;
  person: number;
  client: string;
  secret: string;
  lo: number;
  webhook: number;
}

type Values = Record<string, string>;

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Rows of a damaged portal that servers read repeatedly; they are repaired after their turn. */
const lasting: Record<string, (hurt: Hurt) => string> = {
  'identity.portals': ({ portal }) => `id = ${portal}`,
  'identity.accounts': ({ account }) => `id = ${account}`,
  'identity.persons': ({ person }) => `id = ${person}`,
  'identity.custom_fields': ({ portal }) => `portal_id = ${portal}`,
  'auth.clients': ({ client }) => `client_id = ${text(client)}`,
  'auth.second_factors': ({ person }) => `person_id = ${person}`,
  // shared by everybody; running servers have it in memory
  'auth.signing_keys': () => 'kid = (select kid from auth.signing_keys order by signs_from limit 1)',
  'auth.id_token_keys': () => 'kid = (select kid from auth.id_token_keys order by signs_from limit 1)',
  'learning.learning_objects': ({ lo }) => `id = ${lo}`,
  'learning.enrollments': ({ portal }) => `portal_id = ${portal}`,
  'learning.webhooks': ({ webhook }) => `id = ${webhook}`,
  'learning.webhook_mailboxes': ({ webhook }) => `webhook_id = ${webhook}`,
};

/** Values that make a new row one that is processed. */
const atWork: Record<string, (hurt: Hurt) => Values> = {
  'identity.mails': ({ person }) => ({
    template: `'invitation'`,
    language: `'en'`,
    person_id: String(person),
    next_try_time: 'now()',
  }),
  'identity.payments': () => ({ state: `'capture'`, next_try_time: 'now()' }),
  'learning.webhook_test_deliveries': () => ({ data: `'{}'`, state: '0' }),
  'learning.webhook_deliveries': ({ webhook, portal }) => ({
    seq: `(select last_seq + 1000 + (random() * 1e6)::int from learning.webhook_mailboxes where webhook_id = ${webhook})`,
    outbox_id: `(select max(id) from learning.outbox where portal_id = ${portal})`,
    state: '0',
    next_at: 'now()',
  }),
};

const byName: Record<string, (hurt: Hurt) => string> = {
  portal_id: ({ portal }) => String(portal),
  account_id: ({ account }) => String(account),
  person_id: ({ person }) => String(person),
  client_id: ({ client }) => text(client),
  lo_id: ({ lo }) => String(lo),
  webhook_id: ({ webhook }) => String(webhook),
  expires_at: () => `now() + interval '1 hour'`,
};

const byType: Record<string, string> = {
  text: `'x' || md5(random()::text)`,
  bytea: `decode(md5(random()::text) || md5(random()::text), 'hex')`,
  jsonb: `'{}'`,
  json: `'{}'`,
  uuid: 'gen_random_uuid()',
  date: `(now() at time zone 'utc')::date`,
  boolean: 'false',
  smallint: '1',
  integer: '1 + (random() * 1e9)::int',
  bigint: '1 + (random() * 1e9)::bigint',
  'timestamp with time zone': 'now()',
  interval: `'1 hour'`,
  inet: `'127.0.0.1'`,
  xid8: 'pg_current_xact_id()',
};
const chooseValue = (type: string): string => (type.endsWith('[]') ? `'{}'` : (byType[type] ?? '1'));

/** @returns SQL that writes an event of the portal, which the relay processes */
const insertEvent = (hurt: Hurt, values: Values = {}): string =>
  insert('learning.outbox', {
    event_id: 'gen_random_uuid()',
    portal_id: String(hurt.portal),
    type: `'user.update'`,
    object_type: `'user'`,
    object_id: String(hurt.account),
    shard: '7',
    data: `'{}'`,
    ...values,
  });

const insert = (table: string, values: Values): string =>
  `insert into ${table} (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`;

/** Damages one value of `table.column` that belongs to a damaged portal. @returns a function that repairs it */
export async function damage(
  owner: Owner,
  { table, column, type }: { table: string; column: string; type: string },
  value: string,
  hurt: Hurt,
): Promise<() => Promise<void>> {
  const lives = lasting[table];
  // no earlier damage may hide this one from the worker
  await owner.many(sql`
    update learning.webhook_mailboxes
       set state = 0, ramp = 3, failures_in_row = 0, parked_reason = null, lease_token = null, lease_until = null
     where webhook_id = ${sql.raw(`${hurt.webhook}`)}`);
  if (!lives) {
    await transaction(owner, await newRow(owner, table, column, value, hurt));
    return () => Promise.resolve();
  }
  const where = lives(hurt);
  const before = await owner.one<{ value: string | null }>(sql`
    select ${sql.raw(column)}::text as value from ${sql.raw(table)} where ${sql.raw(where)}`);
  // gives the process that reads it something to do
  await transaction(owner, [
    ...asRestorer,
    `update ${table} set ${column} = ${value} where ${where}`,
    ...asOwner,
    insertEvent(hurt),
    `update learning.webhook_mailboxes set next_due = now() where webhook_id = ${hurt.webhook}`,
  ]);
  return async () => {
    const was = before.value === null ? 'null' : `${text(before.value)}::${type}`;
    await transaction(owner, [...asRestorer, `update ${table} set ${column} = ${was} where ${where}`]);
  };
}

/** Without triggers and foreign keys, like damage on a disk. */
const asRestorer = [`set local session_replication_role = replica`];
const asOwner = [`set local session_replication_role = origin`];

async function newRow(
  owner: Owner,
  table: string,
  column: string,
  value: string,
  hurt: Hurt,
): Promise<string[]> {
  if (table === 'learning.outbox') return [insertEvent(hurt, { [column]: value })];
  if (table === 'learning.outbox_pending') {
    const newest = `(select max(id) from learning.outbox_pending where portal_id = ${hurt.portal})`;
    return [
      insertEvent(hurt),
      `update learning.outbox_pending set ${column} = ${value} where id = ${newest}`,
    ];
  }
  const required = await owner.many<{ name: string; type: string }>(sql`
    select a.attname as name, format_type(a.atttypid, null) as type
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
       and a.attidentity = '' and a.attgenerated = '' and d.oid is null`);
  const values: Values = Object.fromEntries(
    required.map(({ name, type }) => [name, byName[name]?.(hurt) ?? chooseValue(type)]),
  );
  // counts include damaged changes automatically
  const row = `${insert(table, { ...values, ...atWork[table]?.(hurt), [column]: value })} on conflict do nothing`;
  const due = `update learning.webhook_mailboxes set next_due = now() where webhook_id = ${hurt.webhook}`;
  const before = table === 'learning.webhook_deliveries' ? [insertEvent(hurt)] : [];
  return [...before, ...asRestorer, row, ...asOwner, due];
}

async function transaction(owner: Owner, statements: readonly string[]): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`${statements.join(';\n')}: ${String(error)}`, { cause: error });
  } finally {
    client.release();
  }
}
