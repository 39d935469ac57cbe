import { addUpPopularity } from '@app/catalogue';
import { sql, type TableEntry, tableRegistry } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { erasePerson } from './erase-person.js';
import { forgetSecondFactor } from './forget-second-factor.js';
import { findPersonWithAccounts, readPersonalData } from './personal-data.queries.js';

/** Occurs in everything kept about the person, so that any leftover is found. */
const mark = 'zenobia';
const email = `${mark}@example.com`;

describe('data protection', () => {
  const harness = useDatabase();
  let loId: number;

  beforeAll(async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B')`);
    const seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    await seed.provider('own', 1);
    const firstAid = { provider: 'own', external_id: 'fa', type: 'text', title: 'First aid' } as const;
    loId = (await seed.load([firstAid])).get('own fa')!;
    await seed.close();
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name) values
        (1, '${sql.raw(email)}', 'Zenobia', 'Marsh'), (2, 'other@example.com', 'Olga', 'Other');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, phone,
             profile_picture, custom_fields, closed_time)
        values (1, 11, 1, 'Zenobia', 'Marsh', '{Administrator}', '+1 ${sql.raw(mark)}',
               'https://${sql.raw(mark)}.example/p', '{"nick": "${sql.raw(mark)}"}', null),
               (2, 21, 1, 'Zenobia', 'Marsh', '{Learner}', null, null, '{}', now()),
               (1, 12, 2, 'Olga', 'Other', '{Learner}', null, null, '{}', null);
      update identity.accounts set accepted_at = now();
      update identity.accounts set closed_email = 'then-${sql.raw(mark)}@example.com' where id = 21;
      insert into identity.account_managers values (1, 12, 11);
      insert into identity.term_consents values (1, 11, true, true, false, now());
      insert into learning.enrollments (portal_id, id, account_id, lo_id, lo_title, status, result)
        values (1, 100, 11, ${sql.raw(`${loId}`)}, 'First aid', 'completed', 90), (1, 101, 12,
               ${sql.raw(`${loId}`)}, 'First aid', 'completed', 80);
      insert into learning.enrollments (portal_id, id, account_id, lo_id, lo_title, created_time,
             updated_time, archived_time)
        values (2, 102, 21, ${sql.raw(`${loId}`)}, 'First aid', '2026-01-01', '2026-01-01', '2026-01-01');
      update learning.search_doc set popularity = 2 where lo_id = ${sql.raw(`${loId}`)};
      insert into learning.enrollment_goals values (1, 100, 7, 3);
      insert into auth.passwords values (1, 'hash-${sql.raw(mark)}', now());
      insert into auth.portal_passwords select portal_id, id, 'hash-${sql.raw(mark)}', now()
        from identity.accounts where person_id = 1;
      insert into auth.second_factors values (1, 'x', now(), null);
      insert into auth.recovery_codes values (1, 'x', null);
      insert into auth.password_links (person_id, hash, portal_id, expires_at) values (1, 'x', 1, now());
      insert into auth.address_changes
      values (1, 'new-${sql.raw(mark)}@example.com', now(), now() + interval '1 day', 'x', now());
      insert into auth.former_addresses
      values ('old-${sql.raw(mark)}@example.com', 1, 'Old-${sql.raw(mark)}@example.com', now(),
             now() + interval '7 days', 'x');
      insert into identity.persons (id, email, first_name, last_name)
      values (9, 'old-${sql.raw(mark)}@example.com', 'Zenobia', 'Marsh');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, left_by)
      values (2, 91, 9, 'Zenobia', 'Marsh', 1);
      insert into identity.mails (person_id, portal_id, recipient, template)
      values (9, 2, 'old-${sql.raw(mark)}@example.com', 'login');
      insert into identity.mails (person_id, recipient, template)
      values (1, 'new-${sql.raw(mark)}@example.com', 'address-change');
      insert into auth.sessions (hash, id, person_id, only_account_id, only_portal_id, authenticated_at, by_password,
        created_time, last_seen_time, expires_at, ip, user_agent)
        values ('x', 's', 1, null, null, now(), true, now(), now(), now(), '10.0.0.1',
               '${sql.raw(mark)}-browser'),
        ('y', 'other', 2, null, null, now(), true, now(), now(), now(), '10.0.0.2', 'browser');
      insert into console.sessions values ('\\x01', gen_random_uuid(), 11, 1, 'a.example',
             'Zenobia ${sql.raw(mark)}', '{}', 'hash-x',
        now(), now(), now(), now(), now() + interval '1 day', '10.0.0.1', '${sql.raw(mark)}-browser');
      insert into auth.merge_logins values ('other', 1, 'mark-${sql.raw(mark)}', true, now());
      insert into auth.merge_requests values (1, 'other', 'mark-${sql.raw(mark)}', true, now(), 'x');
      insert into auth.one_time_tokens values (current_date, 'x', 1, 11, '/${sql.raw(mark)}', now(), null);
      insert into auth.consents values (1, 11, 'app', '{lo.read}', now());
      insert into auth.grant_families values ('f', 1, 11, 'app', '{lo.read}', now(), now(), now() + interval '1 day');
      insert into auth.assertion_families values (1, 11, 'app', 's', now() + interval '1 day');
      insert into auth.audit_log (day, time, event, person_id, account_id, ip, user_agent, details)
        values (current_date, now(), 'login.succeeded', 1, 11, '10.0.0.1', '${sql.raw(mark)}-browser',
               '{"who": "${sql.raw(mark)}"}');
      insert into identity.mails (person_id, recipient, template, data)
      values (1, '${sql.raw(email)}', 'login', '{"name": "${sql.raw(mark)}"}'), (null,
             '${sql.raw(email.toUpperCase())}', 'password-reset', '{}');
      insert into learning.outbox (shard, portal_id, type, object_type, object_id, data) values
        (1, 1, 'user.create', 'user', 11, '{"id":11,"email":"${sql.raw(email)}"}'), (1, 1, 'user.create',
               'user', 12, '{"id":12,"email":"other@example.com"}');
      insert into learning.webhooks (portal_id, url) values (1, 'https://hook.example');
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
        values (current_date, 1, 1, 1, 'user.create', 'user:11', now());
      insert into learning.webhook_attempts
      values (current_date, 1, 1, 1, now(), 5, 200, null, 'thanks, ${sql.raw(mark)}');`);
  });

  /** Tables that contain the mark or the name. */
  async function traces(): Promise<string[]> {
    const tables = await harness.db.many<{ name: string }>(sql`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance')
         and c.relkind in ('r', 'p') and not c.relispartition
       order by 1`);
    const traceNames: string[] = [];
    for (const { name } of tables) {
      const [row] = await harness.db.many(sql`
        select 1 from ${sql.raw(name)} t where t::text ~* '${sql.raw(mark)}|marsh|10\\.0\\.0\\.1' limit 1`);
      if (row) traceNames.push(name);
    }
    return traceNames;
  }

  it('exports everything kept about a person, and no secret', async () => {
    const person = await findPersonWithAccounts(harness.database, email.toUpperCase());
    const keptData = await readPersonalData(harness.database, person!);
    const empty = Object.entries(keptData).filter(([, rows]) => rows.length === 0);
    expect(empty.map(([name]) => name)).toEqual(['tokens']);
    const shown = Object.values<TableEntry>(tableRegistry).flatMap(({ personal }) => personal?.shownAs ?? []);
    expect(Object.keys(keptData).toSorted()).toEqual([...new Set(shown)].sort());
    expect(keptData['accounts']).toEqual([
      expect.objectContaining({ portal: 'a.example', phone: `+1 ${mark}`, custom_fields: { nick: mark } }),
      expect.objectContaining({ portal: 'b.example', named_email: email }),
      expect.objectContaining({ id: 91, named_email: `old-${mark}@example.com` }),
    ]);
    expect(keptData['enrollments']).toEqual([
      expect.objectContaining({ lo_title: 'First aid', goals: [{ goal_id: 7, value: 3 }] }),
      expect.objectContaining({ id: 102, portal_id: 2 }),
    ]);
    expect(keptData['mails']).toHaveLength(4);
    expect(JSON.stringify(keptData)).not.toContain('hash-');
    expect(await findPersonWithAccounts(harness.database, 'nobody@example.com')).toBeUndefined();
  });

  it('turns off the lost second factor of another person, and records it', async () => {
    await harness.db.many(sql`
      insert into auth.second_factors values (2, 'x', now(), null); insert into auth.recovery_codes
      values (2, 'y', null)`);
    await harness.db.many(sql`
      insert into identity.portals (id, name, title, configuration) values
        (3, 'c.example', 'C', '{}'), (4, 'd.example', 'D', '{"require_second_factor": true}');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles) values
        (3, 13, 2, 'Olga', 'Other', '{Administrator}'), (4, 23, 2, 'Olga', 'Other', '{Administrator}');
      insert into auth.grant_families values
        ('in-a', 3, 13, 'app', '{lo.read}', now(), now(), now() + interval '1 day'),
        ('in-b', 4, 23, 'app', '{lo.read}', now(), now(), now() + interval '1 day');`);
    await forgetSecondFactor(harness.database, 'OTHER@example.com', new TestClock());
    expect(
      await harness.db.many(sql`select recipient from identity.mails where template = 'second-factor-off'`),
    ).toEqual([{ recipient: 'other@example.com' }]);
    expect(await harness.db.many(sql`select person_id from auth.second_factors`)).toEqual([{ person_id: 1 }]);
    // ends what they granted in portals that require one, and only there
    const families = sql`select id, ended_because from auth.grant_families where account_id in (13, 23) order by id`;
    expect(await harness.db.many(families)).toEqual([
      { id: 'in-a', ended_because: null },
      { id: 'in-b', ended_because: 'second factor off' },
    ]);
    await harness.db.many(sql`delete from auth.grant_families where account_id in (13, 23)`);
    await harness.db.many(sql`delete from auth.revocations where account_id = 23`);
    await harness.db.many(sql`delete from identity.accounts where id in (13, 23)`);
    expect(await harness.db.many(sql`select person_id from auth.recovery_codes`)).toEqual([{ person_id: 1 }]);
    expect(
      await harness.db.many(sql`
        select person_id, details from auth.audit_log where event = 'second_factor.changed'
           and user_agent like 'command line, %'`),
    ).toEqual([{ person_id: 2, details: { on: false } }]);
    await expect(forgetSecondFactor(harness.database, 'other@example.com', new TestClock())).rejects.toThrow(
      'has no second factor',
    );
    await expect(forgetSecondFactor(harness.database, 'nobody@example.com', new TestClock())).rejects.toThrow(
      'No person has',
    );
  });

  it('refuses to remove a portal’s last administrator', async () => {
    await expect(erasePerson(harness.database, email, new TestClock())).rejects.toThrow(
      'the last active administrator of a.example',
    );
    expect((await traces()).length).toBeGreaterThan(5);
  });

  it('erases a person from every table, and keeps the enrollments', async () => {
    await harness.db.many(sql`update identity.accounts set roles = '{Administrator}' where id = 12`);
    expect(await erasePerson(harness.database, email, new TestClock())).toBe(3);
    expect(await traces()).toEqual([]);
    expect(
      await harness.db.one(sql`
        select account_id, lo_title, status, result from learning.enrollments where id = 100`),
    ).toEqual({
      account_id: 11,
      lo_title: 'First aid',
      status: 'completed',
      result: 90,
    });
    const events = await harness.db.many(sql`select type, object_id, data from learning.outbox order by id`);
    expect(events.map(({ type, object_id, data }) => [type, Number(object_id), JSON.parse(data)])).toEqual([
      ['user.create', 11, { id: 11 }],
      ['user.create', 12, { id: 12, email: 'other@example.com' }],
      ['enrolment.delete', 100, { id: 100 }],
      ['user.delete', 11, { id: 11 }],
      ['user.delete', 91, { id: 91 }],
    ]);
    // clients that synchronise by cursor see it, too
    expect(
      await harness.db.many(sql`
        select id from learning.enrollments where archived_time is not null and updated_time > created_time`),
    ).toEqual([{ id: 100 }]);
    // the account in 21 was closed before, and had already lost its rights
    expect(await harness.db.many(sql`select account_id from auth.revocations order by account_id`)).toEqual([
      { account_id: 11 },
      { account_id: 91 },
    ]);
    expect(
      (
        await harness.db.one(sql`
        select ended_because from auth.grant_families where id = 'f'`)
      )['ended_because'],
    ).toBe('erased');
    expect(await harness.db.many(sql`select email from identity.persons order by id`)).toEqual([
      { email: 'erased-1@erased.invalid' },
      { email: 'other@example.com' },
      { email: 'erased-9@erased.invalid' },
    ]);
  });

  it('keeps accounts that portals created later for a former address of the person', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name, verified_time, verified_by) values
        (40, 'gone@example.com', 'G', 'G', now(), 'mail'), (41, 'shared@example.com', 'N', 'N', null, null),
        (42, 'proven@example.com', 'P', 'P', now(), 'mail');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, left_by) values
        (1, 401, 41, 'Left', 'Behind', 40), (2, 402, 41, 'Named', 'Since', null), (2, 403, 42, 'Left', 'Too', 40);`);
    expect(await erasePerson(harness.database, 'gone@example.com', new TestClock())).toBe(2);
    expect(
      await harness.db.many(sql`
        select id, first_name, closed_time is not null as closed, left_by from identity.accounts
                   where id in (401, 402, 403) order by id`),
    ).toEqual([
      { id: 401, first_name: 'Erased', closed: true, left_by: null },
      { id: 402, first_name: 'Named', closed: false, left_by: null },
      { id: 403, first_name: 'Erased', closed: true, left_by: null },
    ]);
    expect(
      await harness.db.many(sql`select email from identity.persons where id in (41, 42) order by id`),
    ).toEqual([{ email: 'shared@example.com' }, { email: 'proven@example.com' }]);
  });

  it('removes only the person’s open enrollments from popularity', async () => {
    await harness.database.write((tx) => addUpPopularity(tx, 1_000));
    const [searchRow] = await harness.db.many(sql`
      select popularity from learning.search_doc where lo_id = ${loId}`);
    expect(searchRow).toEqual({ popularity: 1 });
  });

  it('lets the address be used again by a new person', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name)
      values (3, '${sql.raw(email)}', 'Z', 'M')`);
    await expect(erasePerson(harness.database, 'nobody@example.com', new TestClock())).rejects.toThrow(
      'No person has',
    );
  });

  it('erases records of people who were merged into the person, directly or indirectly', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name, verified_time, verified_by) values
        (30, 'one@example.com', 'O', 'O', now(), 'mail'), (33, 'bystander@example.com', 'B', 'B', now(), 'mail');
      insert into auth.audit_log (day, time, event, person_id, ip, details) values
        (current_date, now(), 'accounts.merged', 30, '192.0.2.1', '{"person": 31, "accounts": ""}'),
        (current_date, now(), 'accounts.merged', 31, '192.0.2.1', '{"person": 32, "accounts": ""}'),
        (current_date, now(), 'login.succeeded', 31, '192.0.2.1', '{}'), (current_date, now(),
               'login.succeeded', 32, '192.0.2.1', '{}'),
        (current_date, now(), 'login.succeeded', 33, '192.0.2.1', '{}');
      insert into identity.mails (person_id, recipient, template, next_try_time) values
        (30, 'merged@example.com', 'accounts-merged', null), (null, 'Merged@example.com', 'password-reset', null),
        (null, 'bystander@example.com', 'password-reset', null), (30, 'bystander@example.com', 'address-change', null);`);
    await erasePerson(harness.database, 'one@example.com', new TestClock());
    expect(
      await harness.db.many(sql`
        select person_id::int as id from auth.audit_log where ip is not null and person_id > 29`),
    ).toEqual([{ id: 33 }]);
    expect(
      await harness.db.many(sql`
        select recipient from identity.mails where recipient ~* '^(merged|bystander)@' order by id`),
    ).toEqual([{ recipient: 'bystander@example.com' }]);
  });

  it('T25 erases a person who was offered to be the only administrator; only accepted administrators prevent it', async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (7, 'g.example', 'G');
      insert into identity.persons (id, email, first_name, last_name, verified_time, verified_by) values
        (7, 'offered@example.com', 'O', 'O', now(), 'mail');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, is_first_administrator)
        values (7, 77, 7, 'O', 'O', '{Administrator}', true);`);
    expect(await erasePerson(harness.database, 'offered@example.com', new TestClock())).toBe(1);
    expect(
      await harness.db.many(sql`
        select email, closed_time is not null as closed from identity.persons h
          join identity.accounts a on a.person_id = h.id where a.id = 77`),
    ).toEqual([{ email: 'erased-7@erased.invalid', closed: true }]);
  });
});
