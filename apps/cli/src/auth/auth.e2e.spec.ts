import { sql } from '@app/database';
import { ConfigError } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { removeFromPortal } from './accounts.command.js';
import { listPresets, removePreset } from './presets.queries.js';
import { setPresets } from './presets.command.js';

describe('the command line of the authorization server', () => {
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
      expect(await harness.db.many(sql`select account_id from auth.revocations`)).toEqual([
        { account_id: 12 },
      ]);
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
});
