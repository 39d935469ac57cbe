import { useDatabase } from '@app/testing';
import { Client } from 'pg';
import { sql } from '../../sql/sql.js';
import { tableRegistry, type TableEntry } from './index.js';

const harness = useDatabase();

const entries = Object.entries<TableEntry>(tableRegistry);

/** Columns that no check of Postgres bounds, by what does. */
const BOUNDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'a hash, an id or a seal that the service makes, of a fixed size': `
    auth.access_tokens.jti auth.access_tokens.sid auth.address_changes.hash auth.assertion_families.sid
    auth.authorization_requests.browser_hash auth.authorization_requests.hash auth.clients.previous_secret_hash
    auth.clients.secret_hash auth.codes.family_id auth.codes.hash auth.codes.openid_sid auth.family_logins.family_id
    auth.former_addresses.hash auth.grant_families.id auth.grant_families.openid_sid auth.merge_logins.password_mark
    auth.merge_requests.hash auth.merge_requests.password_mark auth.onboarding_grants.hash auth.one_time_tokens.hash
    auth.password_links.hash auth.passwords.hash auth.recovery_codes.hash auth.refresh_tokens.family_id
    auth.refresh_tokens.hash auth.refresh_tokens.next_hash auth.revocations.jti auth.revocations.kid auth.revocations.sid
    auth.second_factors.proposed_to auth.second_factors.secret_sealed auth.sessions.hash auth.sessions.id
    auth.spent_assertions.jti_hash console.sessions.hash identity.payments.request_hash
    identity.portal_images.digest learning.learning_objects.import_digest`,
  'the check of auth.clients.client_id, which it is taken from': `
    auth.access_tokens.client_id auth.assertion_families.client_id auth.codes.client_id auth.consents.client_id
    auth.grant_families.client_id auth.refresh_tokens.client_id auth.revocations.client_id
    auth.spent_assertions.client_id identity.accounts.client_id identity.accounts.offered_through`,
  'a list of words in the code, each at most once': `
    auth.clients.id_token_alg auth.codes.openid_scopes auth.codes.scopes auth.consents.openid_scopes
    auth.consents.scopes auth.grant_families.amr auth.grant_families.ended_because
    auth.grant_families.openid_scopes auth.grant_families.scopes identity.account_count_changes.roles
    identity.account_counts.roles identity.accounts.roles
    learning.enrollment_count_changes.status learning.enrollment_counts.status
    learning.enrollment_day_changes.status learning.enrollment_days.status`,
  'the row of another table that it repeats': `
    identity.payments.currency learning.outbox_pending.object_type learning.outbox_pending.type learning.search_doc.title_key
    learning.webhook_deliveries.object_key learning.webhook_deliveries.type`,
  'the words of the limit and the ids that it is made of; addresses are hashed': `
    maintenance.limit_counts.limit_name maintenance.limit_counts.owner`,
  'parkReason(), which cuts the text of an error, or the task that counted something': `
    identity.mails.last_error identity.payments.last_error learning.outbox_pending.parked_reason
    learning.visibility_changes.parked_reason learning.webhook_mailboxes.parked_reason
    maintenance.schedules.last_result`,
  'the limit configuration_bytes; one that was larger before may still shrink':
    'identity.portals.configuration',
  'the operator, who alone or whose commands alone write it': `
    auth.id_token_keys.kid auth.id_token_keys.parked_reason auth.id_token_keys.private_sealed
    auth.id_token_keys.public_jwk auth.signing_keys.kid auth.signing_keys.parked_reason
    auth.signing_keys.private_sealed auth.signing_keys.public_jwk identity.presets.content
    identity.presets.creation_path identity.presets.features identity.presets.plan identity.presets.title
    learning.catalogue_imports.key learning.learning_object_events.country
    learning.learning_object_events.locality learning.learning_object_events.thoroughfare
    learning.licences.package learning.retired_launch_keys.fingerprint learning.retired_launch_keys.key_sealed
    learning.search_index.name learning.search_index.past learning.search_index.replaces
    learning.search_index.shown_steps learning.search_index.steps learning.subscriptions.package
    maintenance.applied_files.checksum maintenance.applied_files.file maintenance.schedules.name`,
};

describe('the registry of tables', () => {
  let columns: Map<string, string[]>;
  beforeAll(async () => {
    const rows = await harness.db.many<{ name: string; columns: string[] }>(sql`
      select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and not c.relispartition
         and n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance') group by 1 order by 1`);
    columns = new Map(rows.map((row) => [row.name, row.columns]));
  });

  it('has every table of the database, in order, and no other', () => {
    expect(entries.map(([name]) => name)).toEqual([...columns.keys()].sort());
  });

  it('states for each how it belongs to a portal', () => {
    for (const [name, { portal, acrossPortals }] of entries) {
      const has = columns.get(name)!;
      if (has.includes('portal_id')) expect([name, portal]).toEqual([name, 'portal_id']);
      else if (typeof portal === 'string')
        expect([name, has]).toEqual([name, expect.arrayContaining([portal])]);
      else if ('via' in portal) expect([name, columns.has(portal.via)]).toEqual([name, true]);
      else expect([name, portal.none.length > 8]).toEqual([name, true]);
      if (acrossPortals) expect([name, portal]).toEqual([name, 'portal_id']);
    }
  });

  it('states for each the limit of its rows, or why there is none', () => {
    const without = entries.filter(([, { limitedBy }]) =>
      'unlimited' in limitedBy ? limitedBy.unlimited.length < 3 : limitedBy.length === 0,
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('states for each table of portals the limit of the bytes that one portal stores', () => {
    const without = entries.filter(
      ([, { portal, bytes }]) => (typeof portal === 'string' || 'via' in portal) && !bytes,
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('has a largest value of every text, in every table', async () => {
    const unbounded = await harness.db.many<{ column: string }>(sql`
      select t.name || '.' || a.attname as column
        from unnest(${entries.map(([name]) => name)}::text[]) as t(name)
        join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0 and not a.attisdropped
       where a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'bytea'::regtype,
                            'json'::regtype, 'varchar'::regtype, 'xml'::regtype)
         and not exists (
             select from pg_constraint c where c.conrelid = a.attrelid and a.attnum = any (c.conkey)
                and (c.contype = 'f' or c.contype = 'c'
                     and pg_get_constraintdef(c.oid) ~ 'length\\(|_size\\(|= ANY \\(ARRAY|\\{[0-9,]+\\}'))
       order by 1`);
    const named = Object.values(BOUNDED_ELSEWHERE).flatMap((names) => names.trim().split(/\s+/));
    expect(unbounded.map(({ column }) => column)).toEqual(named.toSorted());
  });

  it('states for each table of people what they may see and how erasing treats it', () => {
    for (const [name, has] of columns) {
      const isOfPeople = has.some((column) => /^(only_)?(person|account)_id$/.test(column));
      const { personal } = tableRegistry[name as keyof typeof tableRegistry] as TableEntry;
      if (isOfPeople) expect([name, personal]).toEqual([name, expect.anything()]);
      if (personal?.erase === 'delete')
        expect([name, has]).toEqual([name, expect.arrayContaining([`${personal.of}_id`])]);
    }
  });
});

const roles = ['auth', 'api', 'worker'] as const;
type Role = (typeof roles)[number];

/** Every table with daily partitions: its owner, and how many days it is kept. */
const keptDays = entries.flatMap(
  ([
    table,
    {
      kept: { by: task, ...how },
    },
  ]) =>
    /^manage-\w+-partitions$/.test(task ?? '') &&
    table !== 'learning.webhook_test_deliveries' &&
    'days' in how
      ? [[table, task === 'manage-auth-partitions' ? 'auth' : 'worker', how.days] as [string, Role, number]]
      : [],
);
const notAllowed = '42501';

describe('retention, whatever an application requests', () => {
  const as = async <T>(role: Role, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client(harness.urls[role]);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const listPartitions = async (table: string): Promise<string[]> =>
    (
      await harness.db.many(sql`
        select right(relname, 8) as day from pg_inherits join pg_class on oid = inhrelid
         where inhparent = ${table}::regclass and relname ~ '_[0-9]{8}$' order by 1`)
    ).map(({ day }) => day as string);
  const dayBefore = async (days: number): Promise<string> =>
    await harness.db.value<string>(sql`
        select to_char((now() at time zone 'utc')::date - ${days}::int, 'YYYYMMDD') as day`);

  it('the list contains every partitioned table', async () => {
    const tables = await harness.db.many(sql`
      select n.nspname || '.' || c.relname as name from pg_partitioned_table p
        join pg_class c on c.oid = p.partrelid join pg_namespace n on n.oid = c.relnamespace order by 1`);
    expect(tables.map(({ name }) => name)).toEqual(keptDays.map(([table]) => table).sort());
  });

  describe.each(keptDays)('%s', (table, owner, days) => {
    it.each(roles)('lp_%s cannot drop a day that must be kept', async (role) => {
      await harness.db.many(sql`
        select maintenance.ensure_day_partitions(${table}::regclass, (now() at time zone 'utc')::date -
          ${days + 2}::int, 3)`);
      const before = await listPartitions(table);
      for (const until of ['tomorrow', 'infinity', '2999-01-01'])
        await as(role, (client) =>
          client
            .query('select maintenance.drop_day_partitions($1::regclass, $2::date)', [table, until])
            .catch((error: unknown) => expect(error).toMatchObject({ code: notAllowed })),
        );
      const after = await listPartitions(table);
      const oldest = await dayBefore(days);
      expect(after).toContain(oldest);
      expect(after).toEqual(role === owner ? before.filter((day) => day >= oldest) : before);
    });
  });

  it('earlier days can be dropped, and a table without a rule is never touched', async () => {
    const { audit, outbox } = { audit: 'auth.audit_log', outbox: 'learning.outbox' };
    await harness.db.many(sql`
      select maintenance.ensure_day_partitions(${audit}::regclass, (now() at time zone 'utc')::date - 405,
        3)`);
    const drop = (role: Role, table: string, until: string | null) =>
      as(role, (client) =>
        client.query('select maintenance.drop_day_partitions($1::regclass, $2::date) as dropped', [
          table,
          until,
        ]),
      );
    const limit = await dayBefore(400);
    expect((await drop('auth', audit, await dayBefore(404))).rows).toEqual([{ dropped: 1 }]);
    const over = (await listPartitions(audit)).filter((day) => day < limit);
    expect(over.length).toBeGreaterThan(1);
    expect((await drop('auth', audit, null)).rows).toEqual([{ dropped: over.length }]);
    expect((await drop('worker', outbox, null)).rows).toEqual([{ dropped: 0 }]);
    await harness.db.many(sql`create table learning.unruled (day date) partition by range (day)`);
    await harness.db.many(sql`
      create table learning.unruled_20200101 partition of learning.unruled for values
        from ('2020-01-01') to ('2020-01-02')`);
    await expect(drop('worker', 'learning.unruled', null)).rejects.toThrow('learning.unruled');
    expect(await listPartitions('learning.unruled')).toEqual(['20200101']);
    await harness.db.many(sql`drop table learning.unruled`);
  });

  it('partitions are created only for the near future', async () => {
    for (const [first, days] of [
      ['2999-01-01', 1],
      ['today', 10_000],
      ['today', 2_000_000_000],
    ] as const)
      await expect(
        as('auth', (client) =>
          client.query('select maintenance.ensure_day_partitions($1::regclass, $2::date, $3)', [
            'auth.audit_log',
            first,
            days,
          ]),
        ),
      ).rejects.toThrow('days');
  });

  it.each(roles)(
    'lp_%s can neither change nor delete the audit log, as a whole or by its parts',
    async (role) => {
      await harness.db.many(sql`
        insert into auth.audit_log (day, id, time, event)
        values ((now() at time zone 'utc')::date, nextval('auth.audit_log_id'), now(), 'test')`);
      const count = () =>
        harness.db.one(sql`select count(*)::int as count, min(event) as event from auth.audit_log`);
      const before = await count();
      await harness.db.many(sql`
        select maintenance.ensure_day_partitions('auth.audit_log', (now() at time zone 'utc')::date, 1)`);
      const part = `auth.audit_log_${await dayBefore(0)}`;
      await as(role, async (client) => {
        for (const table of ['auth.audit_log', part, 'auth.audit_log_default'])
          for (const statement of [
            `delete from ${table}`,
            `update ${table} set event = 'x'`,
            `truncate ${table}`,
            `drop table ${table}`,
            `alter table auth.audit_log detach partition ${part}`,
            `alter table ${table} add column x int`,
            `create trigger t before insert on ${table} execute function suppress_redundant_updates_trigger()`,
            `create rule r as on insert to ${table} do instead nothing`,
            `alter sequence auth.audit_log_id restart`,
            `set role postgres`,
            `create table auth.mine (x int)`,
          ])
            await expect(client.query(statement)).rejects.toMatchObject({ code: notAllowed });
      });
      expect(await count()).toEqual(before);
    },
  );
});
