import { sql } from '@app/database';
import { LimitReached, limits } from '@app/limits';
import { useDatabase } from '@app/testing';
import { enqueueMail, mailTemplates, type OutgoingMail } from './outgoing-mail.js';

describe('the number of mails to one address', () => {
  const harness = useDatabase();
  beforeAll(() =>
    harness.db.many(sql`
      insert into identity.portals (id, name, title) select n, 'p' || n || '.test', 'P'
        from generate_series(1, 9) n`),
  );
  beforeEach(() => harness.db.many(sql`truncate identity.mails, maintenance.limit_counts`));

  /** Sends this many in parallel. @returns how many were stored, skipped and refused */
  async function send(number: number, mail: Omit<OutgoingMail, 'recipient'>, byOperator = false) {
    const tries = Array.from({ length: number }, (_, index) =>
      harness.database.write((tx) =>
        enqueueMail(tx, { recipient: index % 2 ? 'ada@a.test' : 'ADA@A.test', ...mail }, byOperator),
      ),
    );
    const results = await Promise.allSettled(tries);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LimitReached);
    const count = (isSent: boolean) =>
      results.filter((result) => result.status === 'fulfilled' && result.value === isSent).length;
    return { stored: count(true), leftOut: count(false), refused: number - count(true) - count(false) };
  }

  it('is limited for every kind of mail, also for parallel requests', async () => {
    for (const template of mailTemplates) {
      await harness.db.many(sql`truncate identity.mails, maintenance.limit_counts`);
      const { stored } = await send(60, { template, portalId: 1 });
      expect([template, stored]).toEqual([template, expect.any(Number)]);
      expect(stored).toBeLessThanOrEqual(limits.own_notices.most);
      expect(stored).toBeGreaterThan(0);
    }
  });

  it('T27 is one for an offer, however many are created in parallel; the portal’s responses do not differ', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name, verified_time, verified_by) values
        (1, 'ada@a.test', 'Ada', 'A', now(), 'mail')`);
    expect(await send(9, { template: 'login', portalId: 1, personId: 1 })).toEqual({
      stored: 5,
      leftOut: 0,
      refused: 4,
    });
    expect(
      await harness.db.many(sql`
        select count(*)::int as n, next_try_time is not null as due from identity.mails group by 2`),
    ).toEqual(
      expect.arrayContaining([
        { n: 4, due: false },
        { n: 1, due: true },
      ]),
    );
    await send(3, { template: 'login', portalId: 2, personId: 1 });
    const due = () =>
      harness.db.many(sql`select portal_id from identity.mails where next_try_time is not null order by 1`);
    expect(await due()).toEqual([{ portal_id: 1 }, { portal_id: 2 }]);
    // a mail that could never be sent leaves room for another
    await harness.db.many(sql`update identity.mails set next_try_time = null where portal_id = 2`);
    await send(1, { template: 'login', portalId: 2, personId: 1 });
    expect(await due()).toEqual([{ portal_id: 1 }, { portal_id: 2 }]);
  });

  it('is five logins and invitations a day from one portal, which gets 409; the command line is not limited', async () => {
    expect(await send(4, { template: 'login', portalId: 1 })).toMatchObject({ stored: 4 });
    expect(await send(4, { template: 'invitation', portalId: 1 })).toEqual({
      stored: 1,
      leftOut: 0,
      refused: 3,
    });
    expect(await send(2, { template: 'login', portalId: 1 }, true)).toEqual({
      stored: 0,
      leftOut: 2,
      refused: 0,
    });
    expect(await send(1, { template: 'login', portalId: 2 })).toMatchObject({ stored: 1 });
    await harness.db.many(sql`update identity.mails set created_time = created_time - interval '1 day'`);
    expect(await send(1, { template: 'login', portalId: 1 })).toMatchObject({ stored: 1 });
  });

  it('does not use up required mails, however often an application changes itself', async () => {
    expect(await send(30, { template: 'secret-rotated', portalId: 1 })).toEqual({
      stored: 20,
      leftOut: 10,
      refused: 0,
    });
    expect(await send(1, { template: 'keys-replaced', portalId: 1 })).toMatchObject({ stored: 0 });
    for (const template of ['new-client', 'application-approved', 'webhook-disabled'] as const)
      expect(await send(1, { template, portalId: 1 })).toMatchObject({ stored: 1 });
  });

  it('mails from a portal use up neither the mails about the person’s account nor those of other portals', async () => {
    expect(await send(30, { template: 'new-client', portalId: 1 })).toEqual({
      stored: 20,
      leftOut: 10,
      refused: 0,
    });
    expect(await send(1, { template: 'webhook-disabled', portalId: 2 })).toMatchObject({ stored: 1 });
    expect(await send(1, { template: 'secret-rotated', portalId: 1 })).toMatchObject({ stored: 1 });
    expect(await send(5, { template: 'login', portalId: 1 })).toMatchObject({ stored: 5 });
    expect(await send(1, { template: 'password-changed' })).toMatchObject({ stored: 1 });
    expect(await send(9, { template: 'password-reset' })).toEqual({ stored: 3, leftOut: 6, refused: 0 });
  });
});
