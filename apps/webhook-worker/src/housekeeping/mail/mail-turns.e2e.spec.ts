import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { MailPost } from '../../../test/mail-post.js';

describe('mails of many portals', () => {
  const harness = useDatabase();
  let post: MailPost;

  beforeAll(async () => {
    for (const id of [1, 2, 3])
      await harness.db.many(sql`
        insert into identity.portals (id, name, title) values (${id}, ${`p${id}.test`}, 'A portal')`);
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name, locale)
      values (1, 'ada@a.test', 'Ada', 'Admin', 'en')`);
  });
  beforeEach(async () => {
    await harness.db.many(sql`delete from identity.mails`);
    post = await MailPost.start(harness.urls.worker, 'https://auth.test');
  });
  afterEach(() => post.stop());

  /** Due for longer than those queued after it. */
  const queue = (portalId: number | null, count: number) =>
    harness.db.many(sql`
      insert into identity.mails (portal_id, person_id, recipient, template, next_try_time)
      select ${portalId}, 1, 'ada@a.test', 'password-reset',
             now() - interval '1 hour' + (clock_timestamp() - statement_timestamp())
        from generate_series(1, ${count}::int)`);
  const sent = async () =>
    await harness.db.column<number | null>(sql`
        select portal_id from identity.mails where sent_time is not null order by sent_time`);

  it('are sent round-robin: a portal with many mails delays only its own', async () => {
    await queue(1, 30);
    await queue(3, 2);
    await queue(2, 1);
    await queue(null, 2);
    expect(await post.sendDue()).toBe(35);
    const order = await sent();
    expect(order.slice(0, 8)).toEqual([null, 1, 2, 3, null, 1, 3, 1]);
    expect(order.slice(8).every((portalId) => portalId === 1)).toBe(true);
  });

  it('wait for the next worker when this one stops, except the one in flight', async () => {
    await queue(1, 5);
    post.onMail = () => post.stopSending();
    expect(await post.sendDue()).toBe(1);
    expect(await sent()).toEqual([1]);
  });

  it('are claimed one by one, so that no other worker resends those after a slow one', async () => {
    await queue(1, 2);
    const other = await MailPost.start(harness.urls.worker, 'https://auth.test');
    try {
      let sentByOther = 0;
      post.onMail = async () => {
        // longer than a mail is lent for
        await harness.db.many(sql`
          update identity.mails set next_try_time = next_try_time - interval '5 minutes'
           where sent_time is null`);
        if (sentByOther === 0) sentByOther = await other.sendDue();
      };
      await post.sendDue();
      expect([sentByOther, post.caught.length]).toEqual([2, 1]);
    } finally {
      await other.stop();
    }
  });

  it('stay sent if the first worker fails after another has sent them', async () => {
    await queue(1, 1);
    const other = await MailPost.start(harness.urls.worker, 'https://auth.test');
    try {
      post.onMail = async () => {
        await harness.db.many(sql`update identity.mails set next_try_time = now() - interval '1 minute'`);
        await other.sendDue();
        throw new Error('refused');
      };
      await post.sendDue();
      expect(await sent()).toEqual([1]);
      expect(await harness.db.one(sql`select next_try_time from identity.mails`)).toEqual({
        next_try_time: null,
      });
    } finally {
      await other.stop();
    }
  });
});
