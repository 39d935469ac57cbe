import { sql, type Database } from '@app/database';
import { ConfigError, sha256 } from '@app/kernel';
import { useDatabase, TestClock } from '@app/testing';
import { commandLine, schedule, type AuditOrigin } from '@app/access';
import { KeyRotation, SigningKeyQueries, type KeyPurpose } from '@app/signing-keys';
import { removeFromPortal } from './accounts.command.js';
import { listPresets, removePreset } from './presets.queries.js';
import { setPresets } from './presets.command.js';
import { makeLoginLink } from './login-link.js';
import { readAudit } from './clients.queries.js';

const harness = useDatabase();

beforeAll(async () => {
  await harness.db.many(sql`
    insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B');
    insert into identity.persons (id, email, first_name, last_name) values
      (1, 'ada@example.com', 'Ada', 'Admin'), (2, 'olga@example.com', 'Olga', 'Other');
    insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles) values
      (1, 11, 1, 'Ada', 'Admin', '{Administrator}'), (1, 12, 2, 'Olga', 'Other', '{Learner}'),
      (2, 22, 2, 'Olga', 'Other', '{Learner}');
    update identity.accounts set accepted_at = now();
    insert into identity.account_managers values (1, 12, 11);
    insert into learning.enrollments (portal_id, id, account_id, lo_id, lo_title, status, result, pass, end_date)
      values (1, 100, 12, 5, 'First aid', 'in-progress', null, null, null),
             (1, 101, 12, 4, 'Fire safety', 'completed', 80, true, '2026-02-02T10:00:00Z');
    insert into auth.grant_families values ('f', 1, 12, 'app', '{lo.read}', now(), now(), now() + interval '1 day'),
                                           ('g', 2, 22, 'app', '{lo.read}', now(), now(), now() + interval '1 day');`);
});

describe('auth accounts remove', () => {
  it('refuses to remove the last administrator, and reports unknown accounts', async () => {
    await expect(removeFromPortal(harness.database, 'a.example', 'ada@example.com')).rejects.toThrow(
      /at least one active administrator/,
    );
    for (const [host, email] of [
      ['nowhere.example', 'ada@example.com'],
      ['b.example', 'ada@example.com'],
    ] as const) {
      await expect(removeFromPortal(harness.database, host, email)).rejects.toThrow(ConfigError);
    }
    expect(
      await harness.db.many(sql`
      select 1 from identity.accounts where closed_time is not null`),
    ).toEqual([]);
    expect(await harness.db.many(sql`select 1 from auth.revocations`)).toEqual([]);
  });

  it('closes the account only in that portal, ends its rights and notifies webhooks', async () => {
    expect(await removeFromPortal(harness.database, 'A.example', 'Olga@Example.com')).toBe(12);
    expect(
      await harness.db.many(sql`select id, status from identity.accounts where closed_time is not null`),
    ).toEqual([{ id: 12, status: false }]);
    expect(await harness.db.many(sql`select account_id from auth.revocations`)).toEqual([{ account_id: 12 }]);
    expect(
      await harness.db.many(sql`
        select id, ended_because from auth.grant_families where ended_at is not null`),
    ).toEqual([{ id: 'f', ended_because: 'removed' }]);
    expect(
      await harness.db.many(sql`select 1 from learning.enrollments where archived_time is not null`),
    ).toHaveLength(2);
    expect(await harness.db.many(sql`select event, portal_id, details from auth.audit_log`)).toEqual([
      { event: 'user.closed', portal_id: 1, details: { user_id: 12 } },
    ]);
    // clients that synchronise by cursor see it, too
    expect(
      await harness.db.many(sql`
        select 1 from learning.enrollments where archived_time is not null and updated_time > created_time`),
    ).toHaveLength(2);
    expect(await harness.db.many(sql`select 1 from identity.account_managers`)).toEqual([]);
    const events = await harness.db.many(sql`
      select type, object_id, data from learning.outbox order by id`);
    expect(events.map(({ type, object_id, data }) => [type, Number(object_id), JSON.parse(data)])).toEqual([
      ['enrolment.delete', 100, expect.objectContaining({ id: 100, user_id: 12, lo_id: 5, pass: null })],
      [
        'enrolment.delete',
        101,
        expect.objectContaining({ lo_id: 4, pass: 1, completed_time: '2026-02-02T10:00:00+00:00' }),
      ],
      ['user.delete', 12, expect.objectContaining({ id: 12, email: 'olga@example.com' })],
    ]);
    await expect(removeFromPortal(harness.database, 'a.example', 'olga@example.com')).rejects.toThrow(
      /no account/,
    );
  });
});

describe('auth presets', () => {
  it('sets, lists, changes and removes them', async () => {
    const one = 'creation_path: starter\nname: Starter\nfeatures: [webhooks]\nplan: { name: Small }';
    expect(await setPresets(harness.database, one)).toEqual(['starter']);
    const list =
      'presets:\n  - { creation_path: starter, name: Changed }\n  - { creation_path: other, name: Other }';
    expect(await setPresets(harness.database, list)).toEqual(['starter', 'other']);
    expect(await listPresets(harness.database)).toEqual([
      expect.objectContaining({ creationPath: 'other', title: 'Other' }),
      expect.objectContaining({ creationPath: 'starter', title: 'Changed', features: [] }),
    ]);
    expect(await harness.database.write((tx) => removePreset(tx, 'other'))).toBe(true);
    expect(await harness.database.write((tx) => removePreset(tx, 'other'))).toBe(false);
  });

  it('refuses an invalid one, and changes nothing', async () => {
    for (const text of ['name: X', '- { creation_path: "A B", name: X }', 'x', '[{}]', 'presets: 1']) {
      await expect(setPresets(harness.database, text)).rejects.toThrow(ConfigError);
    }
    expect(await listPresets(harness.database)).toHaveLength(1);
  });
});

describe('auth login-link', () => {
  const options = { path: '/', origin: 'https://{portal}' };

  beforeAll(async () => {
    await harness.db.many(sql`update identity.accounts set status = false where id = 22`);
  });

  it('prints a URL on the portal’s host whose token logs in to that account, once, for ten minutes', async () => {
    const place = { path: '/courses/7?tab=a', origin: 'http://{portal}:4000' };
    const url = new URL(await makeLoginLink(harness.database, 'a.example', 'Ada@example.com', place));
    expect([url.origin, url.pathname, url.searchParams.get('tab')]).toEqual([
      'http://a.example:4000',
      '/courses/7',
      'a',
    ]);
    const token = url.searchParams.get('oneTimeToken')!;
    const [row] = await harness.db.many(sql`
      select hash, portal_id, account_id, redirect_path, used_at,
             expires_at > now() + interval '9 minutes' and expires_at < now() + interval '11 minutes' as lives
        from auth.one_time_tokens`);
    expect(row).toEqual({
      hash: sha256(token),
      portal_id: 1,
      account_id: 11,
      redirect_path: '/courses/7?tab=a',
      used_at: null,
      lives: true,
    });
  });

  it.each<[string, string, string, object]>([
    ['no such portal', 'c.example', 'ada@example.com', {}],
    ['no account in that portal', 'a.example', 'bob@example.com', {}],
    ['blocked', 'b.example', 'olga@example.com', {}],
    ['another host', 'a.example', 'ada@example.com', { path: '//evil.example' }],
  ])('%s: reports it and creates none', async (_, portal, account, more) => {
    const before = await harness.db.many(sql`select 1 from auth.one_time_tokens`);
    await expect(makeLoginLink(harness.database, portal, account, { ...options, ...more })).rejects.toThrow(
      ConfigError,
    );
    expect(await harness.db.many(sql`select 1 from auth.one_time_tokens`)).toEqual(before);
  });
});

describe('signing keys in the audit log', () => {
  const daySeconds = 86_400;
  let server: Database;
  const clock = new TestClock();

  beforeAll(async () => {
    server = await harness.open('auth');
    await drainAudit();
  });

  const rotation = (database: Database, origin: AuditOrigin, purpose?: KeyPurpose) =>
    new KeyRotation(
      database,
      new SigningKeyQueries(database, purpose),
      clock,
      { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), SIGNING_ALG: 'ES256' },
      origin,
    );
  const drainAudit = async () => {
    const lines = await readAudit(harness.database, { limit: 50 });
    await harness.db.many(sql`delete from auth.audit_log`);
    return lines.reverse().map(({ event, userAgent, details }) => [event, userAgent, details]);
  };
  const kids = async () =>
    await harness.db.column<string>(sql`select kid from auth.signing_keys order by signs_from`);
  const byHand = expect.stringMatching(/^command line, /);

  it('published on schedule: the first one, and its successor once, in time', async () => {
    const byTime = rotation(server, schedule);
    await byTime.ensureCurrent();
    await byTime.ensureCurrent();
    await byTime.keepSchedule();
    const [first] = await kids();
    expect(await drainAudit()).toEqual([
      ['signing_key.published', 'schedule', { kid: first, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    clock.advance(90 * daySeconds);
    await byTime.keepSchedule();
    await byTime.keepSchedule();
    const [, next] = await kids();
    expect(await drainAudit()).toEqual([
      ['signing_key.published', 'schedule', { kid: next, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    clock.advance(2 * daySeconds);
    await byTime.keepSchedule();
    expect(await drainAudit()).toEqual([['signing_key.removed', 'schedule', { kid: first }]]);
  });

  it('rotated and revoked on the command line: records actor and key', async () => {
    const byCommand = rotation(harness.database, commandLine());
    const [current] = await kids();
    const next = await byCommand.rotate();
    expect(await byCommand.rotate()).toBe(next);
    expect(await drainAudit()).toEqual([
      ['signing_key.published', byHand, { kid: next, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    expect(await byCommand.revoke(current!)).toBe(next);
    expect(await drainAudit()).toEqual([
      ['signing_key.revoked', byHand, { kid: current }],
      ['signing_key.promoted', byHand, { kid: next }],
    ]);
    const fresh = await byCommand.revoke(next);
    expect(await drainAudit()).toEqual([
      ['signing_key.revoked', byHand, { kid: next }],
      ['signing_key.published', byHand, { kid: fresh, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    expect(await byCommand.revoke('unknown')).toBeUndefined();
    expect(await drainAudit()).toEqual([]);
  });

  it('records the purpose of ID token keys, whose rotation does not affect keys of access tokens', async () => {
    const before = await kids();
    const byCommand = rotation(harness.database, commandLine(), 'ID tokens');
    await byCommand.ensureCurrent();
    const next = await byCommand.rotate();
    expect(
      (await drainAudit()).map(([event, , details]) => [event, (details as Record<string, string>)['of']]),
    ).toEqual([
      ['signing_key.published', 'ID tokens'],
      ['signing_key.published', 'ID tokens'],
    ]);
    expect(await kids()).toEqual(before);
    expect(await byCommand.revoke(before[0]!)).toBeUndefined();
    expect(await byCommand.revoke(next)).not.toBe(next);
    await drainAudit();
  });

  it('a change is rolled back when its row cannot be written', async () => {
    const before = await kids();
    await harness.db.many(sql`
      alter table auth.audit_log add constraint closed check (event not like 'signing_key%')`);
    await expect(rotation(harness.database, commandLine()).rotate()).rejects.toThrow();
    expect(await kids()).toEqual(before);
    await harness.db.many(sql`alter table auth.audit_log drop constraint closed`);
  });
});
