import { openDatabase, type Database } from '@app/database';
import { systemClock } from '@app/kernel';
import { enqueueMail } from '@app/mail';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import PostalMime, { type Email } from 'postal-mime';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { MailSender } from './mail-sender.js';
import { MailQueries } from './mail.queries.js';

describe('mails', () => {
  let testDatabase: TestDatabase;
  let owner: Database;
  let worker: Database;
  let smtp: SMTPServer;
  let sender: MailSender;
  const caught: Email[] = [];
  let isRefusing = false;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    owner = await openDatabase({ url: testDatabase.urls.owner, applicationName: 'test', poolSize: 2 });
    worker = await openDatabase({ url: testDatabase.urls.worker, applicationName: 'test', poolSize: 2 });
    await owner.dataSource.query(
      `insert into identity.portals (id, name, title) values (1, 'a.test', 'Portal <A>')`,
    );
    await owner.dataSource.query(
      `insert into identity.persons (id, email, first_name, last_name, locale) values (1, 'ada@a.test', 'Ada', 'Admin', 'de')`,
    );
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (isRefusing) return done(new Error('try later'));
          void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            caught.push(mail);
            done();
          });
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    const settings = {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'x@y.test',
      authPublicUrl: 'https://auth.test',
    };
    sender = new MailSender(
      new MailQueries(worker),
      worker,
      settings,
      systemClock,
      pino({ level: 'silent' }),
    );
  });
  afterAll(async () => {
    sender.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await owner.dataSource.destroy();
    await worker.dataSource.destroy();
    await testDatabase.drop();
  });

  const state = () =>
    owner.dataSource.query<{ sent: boolean; tries: number; waits: boolean; data: object }[]>(
      'select sent_time is not null as sent, tries, next_try_time is not null as waits, data from identity.mails order by id desc limit 1',
    );

  it('make the link only when they are written, in the language asked for, as text and HTML', async () => {
    await owner.write((tx) =>
      enqueueMail(tx, {
        template: 'login',
        recipient: 'ada@a.test',
        personId: 1,
        portalId: 1,
        language: 'fr',
      }),
    );
    expect(await sender.sendDue()).toBe(1);
    const mail = caught.at(-1)!;
    expect(mail.subject).toBe('Votre accès à Portal <A>');
    const link = /https:\/\/auth\.test\/oauth\/password\/set\?token=(pwd_\d{8}_[\w-]{32})/.exec(mail.text!)!;
    expect(mail.html).toContain(link[1]);
    expect(mail.html).not.toContain('<A>');
    const [row] = await state();
    expect(row).toMatchObject({ sent: true, waits: false });
    expect(JSON.stringify(row)).not.toContain(link[1]);
  });

  it('are tried again when the server refuses them, and sent once', async () => {
    isRefusing = true;
    await owner.write((tx) => enqueueMail(tx, { template: 'password-reset', recipient: 'ADA@a.test' }));
    await sender.sendDue();
    expect((await state())[0]).toMatchObject({ sent: false, waits: true, tries: 1 });
    isRefusing = false;
    const before = caught.length;
    await owner.dataSource.query(
      'update identity.mails set next_try_time = now() where next_try_time is not null',
    );
    await Promise.all([sender.sendDue(), sender.sendDue()]);
    expect(caught.length - before).toBe(1);
    expect((await state())[0]).toMatchObject({ sent: true, tries: 2 });
  });

  it('with a link go to the address as it is stored, not as somebody typed it', async () => {
    // the Kelvin sign is a k to who compares without regard to case, and another mailbox to who delivers
    await owner.dataSource.query(
      `insert into identity.persons (id, email, first_name, last_name) values (7, 'Kim@a.test', 'Kim', 'K')`,
    );
    for (const typed of ['KIM@A.TEST', '\u212aim@a.test']) {
      const before = caught.length;
      await owner.write((tx) => enqueueMail(tx, { template: 'password-reset', recipient: typed }));
      await sender.sendDue();
      expect(['Kim@a.test', undefined]).toContain(caught[before]?.to?.[0]?.address);
    }
    expect(caught.filter(({ to }) => to?.[0]?.address === 'Kim@a.test').length).toBeGreaterThan(0);
  });

  it('go to nobody when the address is unknown', async () => {
    const before = caught.length;
    await owner.write((tx) => enqueueMail(tx, { template: 'password-reset', recipient: 'nobody@a.test' }));
    await sender.sendDue();
    expect(caught.length).toBe(before);
    expect((await state())[0]).toMatchObject({ sent: false, waits: false });
  });
});
