import { sql } from '@app/database';
import { enqueueMail, type OutgoingMail } from '@app/mail';
import { useDatabase } from '@app/testing';
import { MailPost } from '../../../test/mail-post.js';

const harness = useDatabase();
beforeAll(async () => {
  await harness.db.many(sql`
    insert into identity.portals (id, name, title)
    values (1, 'a.test', 'Portal <A>'), (2, 'b.test', 'B'), (3, 'c.test', 'C')`);
  await harness.db.many(sql`
    insert into identity.persons (id, email, first_name, last_name, locale)
    values (1, 'ada@a.test', 'Ada', 'Admin', 'de')`);
});

describe('mails', () => {
  let post: MailPost;

  beforeAll(async () => {
    post = await MailPost.start(harness.urls.worker, 'https://auth.test');
  });
  afterAll(() => post.stop());

  const enqueue = (mail: OutgoingMail) => harness.database.write((tx) => enqueueMail(tx, mail));
  const state = () =>
    harness.db.many<{ sent: boolean; tries: number; waits: boolean; data: object }>(sql`
      select sent_time is not null as sent, tries, next_try_time is not null as waits, data
        from identity.mails order by id desc limit 1`);

  it('create the link only when they are written, in the requested language, as text and HTML', async () => {
    await enqueue({
      template: 'login',
      recipient: 'ada@a.test',
      personId: 1,
      portalId: 1,
      language: 'fr',
    });
    expect(await post.sendDue()).toBe(1);
    const mail = post.caught.at(-1)!;
    expect(mail.subject).toBe('Votre accès à «\u00a0Portal A\u00a0»');
    const link = /https:\/\/auth\.test\/oauth\/password\/set\?token=(pwd_\d{8}_[\w-]{32})/.exec(mail.text!)!;
    expect(mail.html).toContain(link[1]);
    expect(mail.html).not.toContain('<A>');
    const [row] = await state();
    expect(row).toMatchObject({ sent: true, waits: false });
    expect(JSON.stringify(row)).not.toContain(link[1]);
  });

  it('of a portal with a brand show its name and colour, and are sent from it and us', async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (7, 'g.test', 'Globex');
      insert into identity.portal_brands (portal_id, name, color, sender_name)
      values (7, 'Globex Campus', '#ff0000', 'Globex')`);
    await enqueue({ template: 'login', recipient: 'ada@a.test', personId: 1, portalId: 7 });
    expect(await post.sendDue()).toBe(1);
    const { from: sender, html, subject } = post.caught.at(-1)!;
    expect(subject).toBe('Your access to “Globex Campus”');
    expect(html).toContain('<strong>Globex Campus</strong>');
    expect(html).not.toContain('#1d5bd6');
    expect(sender?.name).toMatch(/^Globex \(.+\)$/);
  });

  it.each(
    ['new-client', 'application-approved', 'secret-rotated', 'keys-replaced', 'redirect-uri-changed'].flatMap(
      (template) => ['en', 'de', 'fr'].map((language) => [template, language] as const),
    ),
  )(
    'of what happened to an application (%s, %s) name who did it and lead to the applications page',
    async (template, language) => {
      await harness.db.many(sql`truncate identity.mails`);
      const data = { client: 'Finder', administrator: 'Ada Admin', host: 'finder.example' };
      const mail = { template: template as OutgoingMail['template'], recipient: 'ada@a.test', personId: 1 };
      await enqueue({ ...mail, portalId: 1, language, data });
      expect(await post.sendDue()).toBe(1);
      const { text } = post.caught.at(-1)!;
      for (const words of ['Finder', 'Ada Admin', 'https://auth.test/oauth/account/applications?portal=1'])
        expect(text).toContain(words);
    },
  );
  it('contain the logo only if sent to the portal’s administrators', async () => {
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (8, 'h.test', 'Hooli')`);
    const png = Buffer.from(`89504e470d0a1a0a0000000d49484452${'00000050'}${'00000014'}0806000000`, 'hex');
    const store = (type: string, bytes: Buffer) =>
      harness.db.many(sql`
        insert into identity.portal_images (portal_id, kind, media_type, bytes, digest)
        values (8, 'logo', ${type}, ${bytes}, 'd')
        on conflict (portal_id, kind) do update set media_type = excluded.media_type, bytes = excluded.bytes`);
    const sent = async (template: OutgoingMail['template']) => {
      const data = { client: 'C', administrator: 'A' };
      await enqueue({ template, recipient: 'ada@a.test', personId: 1, portalId: 8, data });
      expect(await post.sendDue()).toBe(1);
      return post.caught.at(-1)!;
    };
    await store('image/png', png);
    const { html, attachments } = await sent('secret-rotated');
    expect(html).toContain('<img src="cid:logo@brand" alt="" width="80" height="20">');
    expect(attachments).toMatchObject([{ contentId: '<logo@brand>', disposition: 'inline', related: true }]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer)).toEqual(png);
    expect((await sent('login')).attachments).toEqual([]);
    await store('image/png', Buffer.concat([png, Buffer.alloc(65_536)]));
    expect((await sent('secret-rotated')).attachments).toEqual([]);
    await store('image/svg+xml', Buffer.from('<svg/>'));
    expect((await sent('secret-rotated')).html).not.toContain('<img');
  });

  it('T18 no portal sends a link that sets the password to a person who has proven the address', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name, verified_time, verified_by)
      values (2, 'pia@a.test', 'Pia', 'Proven', now(), 'mail')`);
    await harness.db.many(sql`
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name)
      values (1, 22, 2, 'Pia', 'P')`);
    await enqueue({ template: 'login', recipient: 'pia@a.test', personId: 2, portalId: 1 });
    expect(await post.sendDue()).toBe(1);
    const { text, html, subject } = post.caught.at(-1)!;
    expect(subject).toBe('Invitation to “Portal A”');
    expect(text).toContain('https://auth.test/oauth/account/offer?account=22');
    expect(`${text} ${String(html)}`).not.toContain('token=');
    expect(await harness.db.many(sql`select 1 from auth.password_links where person_id = 2`)).toEqual([]);
  });

  it('T27 waiting for a placeholder become one once the address is proven', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name)
      values (3, 'late@a.test', 'Lea', 'Late')`);
    await harness.db.many(sql`
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name)
      values (1, 33, 3, 'Lea', 'L')`);
    for (let time = 0; time < 3; time += 1)
      await enqueue({ template: 'login', recipient: 'late@a.test', personId: 3, portalId: 1 });
    await harness.db.many(sql`
      update identity.persons set verified_time = now(), verified_by = 'mail' where id = 3`);
    const before = post.caught.length;
    expect(await post.sendDue()).toBe(3);
    expect(post.caught.slice(before).map(({ text }) => text?.includes('offer?account=33'))).toEqual([true]);
    expect(await state()).toMatchObject([{ sent: false, waits: false }]);
  });

  it.each([
    ['accepted', 'accepted_at = now()'],
    ['closed', 'status = false, closed_time = now()'],
    ['lapsed', `invitation_expires_at = now() - interval '1 second'`],
  ])('T22 about an offer that is %s by then are not sent', async (_, change) => {
    await harness.db.many(sql`truncate identity.mails`);
    await harness.db.many(sql`
      update identity.accounts set accepted_at = null, invitation_expires_at = null, status = true,
        closed_time = null where id = 22`);
    await enqueue({ template: 'login', recipient: 'pia@a.test', personId: 2, portalId: 1 });
    await harness.db.many(sql`update identity.accounts set ${sql.raw(change)} where id = 22`);
    const before = post.caught.length;
    expect(await post.sendDue()).toBe(1);
    expect(post.caught).toHaveLength(before);
    expect(await state()).toMatchObject([{ sent: false, waits: false }]);
  });

  it('notify a person who created a portal with their own login', async () => {
    await enqueue({ template: 'new-portal', recipient: 'pia@a.test', personId: 2, portalId: 1 });
    await post.sendDue();
    const { text, subject } = post.caught.at(-1)!;
    expect(subject).toBe('Your portal “Portal A”');
    expect(text).toContain('https://auth.test/oauth/account\n');
    expect(text).toContain('If this was not you');
  });

  it.each([
    'password-changed',
    'second-factor-on',
    'second-factor-off',
    'recovery-codes',
    'second-factor-guessed',
  ] as const)(
    '%s explains the remedy if another user did it, and does not advise to ignore it',
    async (template) => {
      for (const [language, advice] of [
        ['en', 'If this was not you, set a new password at once'],
        ['de', 'Falls Sie das nicht waren'],
        ['fr', 'Si ce n’était pas vous'],
      ] as const) {
        await harness.db.many(sql`
          delete from identity.mails where template = '${sql.raw(template)}'`); // some come once a day
        await enqueue({ template, recipient: 'ada@a.test', personId: 1, language });
        await post.sendDue();
        const { text, subject } = post.caught.at(-1)!;
        expect(text).toContain(advice);
        expect(text).toContain('https://auth.test/oauth/password/forgotten');
        expect([subject, /[{}]|ignor/.test(`${subject} ${text}`)]).toEqual([subject, false]);
      }
    },
  );

  it('are retried when the server refuses them, and sent once', async () => {
    post.isRefusing = true;
    await enqueue({ template: 'password-reset', recipient: 'ADA@a.test' });
    await post.sendDue();
    expect((await state())[0]).toMatchObject({ sent: false, waits: true, tries: 1 });
    post.isRefusing = false;
    const before = post.caught.length;
    await harness.db.many(sql`
      update identity.mails set next_try_time = now() where next_try_time is not null`);
    await Promise.all([post.sendDue(), post.sendDue()]);
    expect(post.caught.length - before).toBe(1);
    expect((await state())[0]).toMatchObject({ sent: true, tries: 2 });
  });

  it('with a link go to the address as stored, not as typed in the request', async () => {
    // the Kelvin sign is a k in a case-insensitive comparison, but a different mailbox for delivery
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name) values (7, 'Kim@a.test', 'Kim', 'K')`);
    for (const typed of ['KIM@A.TEST', '\u212aim@a.test']) {
      const before = post.caught.length;
      await enqueue({ template: 'password-reset', recipient: typed });
      await post.sendDue();
      expect(['Kim@a.test', undefined]).toContain(post.caught[before]?.to?.[0]?.address);
    }
    expect(
      post.caught.filter(({ to: recipients }) => recipients?.[0]?.address === 'Kim@a.test').length,
    ).toBeGreaterThan(0);
  });

  it('of a portal invalidate no link that the person requested, and contain no command in the greeting', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name)
      values (8, 'vic@a.test', 'Verify at https://evil.example', 'V')`);
    const send = async (mail: Omit<OutgoingMail, 'recipient'>) => {
      await enqueue({ ...mail, recipient: 'vic@a.test' });
      await post.sendDue();
      return post.caught.at(-1)!;
    };
    const works = async (link: string) => {
      const [row] = await harness.db.many<{ n: string }>(sql`
        select count(*) n from auth.password_links where hash = sha256(${link}::text::bytea)
           and used_at is null`);
      return Number(row!.n) === 1;
    };
    const linkIn = ({ text }: { text?: string | undefined }) => /token=(pwd_[\w-]+)/.exec(text!)![1]!;
    const resetLink = linkIn(await send({ template: 'password-reset' }));
    const mail = await send({ template: 'login', personId: 8, portalId: 1 });
    expect(await works(resetLink)).toBe(true);
    expect(await works(linkIn(mail))).toBe(true);
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/evil|Verify/);
    expect(mail.text).toMatch(/^Hello,\n/);
    const newer = linkIn(await send({ template: 'password-reset' }));
    expect([await works(resetLink), await works(newer), await works(linkIn(mail))]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('are not sent if the address is unknown', async () => {
    const before = post.caught.length;
    await enqueue({ template: 'password-reset', recipient: 'nobody@a.test' });
    await post.sendDue();
    expect(post.caught.length).toBe(before);
    expect((await state())[0]).toMatchObject({ sent: false, waits: false });
  });

  it('that cannot be written are abandoned immediately, with the reason, and later ones are sent', async () => {
    const before = post.caught.length;
    const damages = [
      ["template = 'nobody-knows'", 'template_unknown'],
      [`data = '"text"'`, 'data_unreadable'],
      [`data = 'null'`, 'data_unreadable'],
      [`data = '[1]'`, 'data_unreadable'],
      [`data = '{"url": {"a": 1}}'`, 'data_unreadable'],
    ] as const;
    for (const [set] of damages) {
      const mail = { template: 'login', recipient: 'ada@a.test', personId: 1, language: 'de' } as const;
      await enqueue(mail);
      await harness.db.many(sql`
        update identity.mails set ${sql.raw(set)} where id = (select max(id) from identity.mails)`);
    }
    const good = { template: 'login', recipient: 'ada@a.test', personId: 1, language: 'xx' } as const;
    await enqueue(good);
    expect(await post.sendDue()).toBe(damages.length + 1);
    expect(post.caught).toHaveLength(before + 1);
    const rows = await harness.db.many(sql`
      select last_error, next_try_time, sent_time is not null as sent from identity.mails
       order by id desc limit 6`);
    expect(rows).toEqual([
      { last_error: null, next_try_time: null, sent: true },
      ...damages.toReversed().map(([, last_error]) => ({ last_error, next_try_time: null, sent: false })),
    ]);
    expect(await post.sendDue()).toBe(0);
  });

  it('do not block later mails if their state cannot be stored', async () => {
    const before = post.caught.length;
    await harness.db.many(sql`
      create function identity.refuse() returns trigger language plpgsql as $$ begin raise 'poison'; end $$;
      create trigger refuse before update on identity.mails for each row
        when (new.last_error is not null and old.language = 'poison') execute function identity.refuse()`);
    for (const language of ['poison', 'en']) {
      const mail = { template: 'login', recipient: 'ada@a.test', personId: 1, language } as const;
      await enqueue(mail);
    }
    await harness.db.many(sql`update identity.mails set data = '1' where language = 'poison'`);
    expect(await post.sendDue()).toBe(2);
    expect(post.caught).toHaveLength(before + 1);
  });
});

describe('mails of many portals', () => {
  let post: MailPost;

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
