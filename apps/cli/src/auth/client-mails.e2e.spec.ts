import { applyBootstrap, Bootstrap, followAddresses } from '@app/bootstrap-files';
import { sql } from '@app/database';
import { writeLetter, type MailTemplate } from '@app/mail';
import { systemClock } from '@app/kernel';
import { languages } from '@app/texts';
import { useDatabase } from '@app/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { addClientKeys, createClient, regenerateSecret, rescopeClient, switchClient } from './clients.js';

/** The rule of apps/auth-server/src/applications/registration/clients.e2e.spec.ts, for operators. */
describe('mails to the administrators of a portal', () => {
  const harness = useDatabase();
  const portal = { host: 'a.learning.localhost', name: 'a', title: 'Portal A' };
  const admin = { email: 'ada@a.example', first_name: 'Ada', last_name: 'Admin' };
  const people = [{ ...admin, accounts: [{ portal: portal.host, roles: ['Administrator'] }] }];
  const client = { id: 'filed', name: 'Filed', portal: portal.host, secret: { env: 'SECRET' } };
  const redirect_uri = { env: 'PARTNER_URL', path: '/back', default: 'https://one.example' };
  const env = { SECRET: 'the-first-secret' };
  const parsed = (entry: object, more = {}) =>
    Bootstrap.parse({ portals: [portal], people, clients: [{ ...client, redirect_uri, ...entry }], ...more });
  const apply = (entry: object, variables: Record<string, string> = env) =>
    applyBootstrap(harness.database, parsed(entry), {
      clock: systemClock,
      env: { NODE_ENV: 'test', ...variables },
      events: false,
    });

  type Mail = { template: MailTemplate; recipient: string; data: Record<string, string> };
  /** Reads the mails that wait, and empties them. */
  const readMails = async (): Promise<[string, Record<string, string>][]> => {
    const mails = await harness.db.many<Mail>(sql`
      select template, recipient, data from identity.mails order by template`);
    await harness.db.many(sql`delete from identity.mails`);
    for (const { template, recipient, data } of mails) {
      expect(recipient).toBe(admin.email);
      for (const language of languages) expect(writeLetter(template, language, data).text).toContain('Filed');
    }
    return mails.map(({ template, data }) => [template, data]);
  };
  const mail = (template: string, more = {}) => [
    template,
    { name: 'Ada Admin', portal: portal.title, client: 'Filed', by: 'operator', ...more },
  ];

  it('are not sent for applications that came with the portal', async () => {
    await apply({});
    await apply({});
    expect(await readMails()).toEqual([]);
  });

  it('are sent for another secret and another redirect_uri, by apply', async () => {
    await apply({}, { SECRET: 'the-second-secret' });
    expect(await readMails()).toEqual([mail('secret-rotated')]);
    const moved = { ...env, SECRET: 'the-second-secret', PARTNER_URL: 'https://two.example' };
    await apply({}, moved);
    await followAddresses(harness.database, parsed({}), moved);
    expect(await readMails()).toEqual([mail('redirect-uri-changed', { host: 'two.example' })]);
    await followAddresses(harness.database, parsed({}), { PARTNER_URL: 'https://three.example' });
    expect(await readMails()).toEqual([mail('redirect-uri-changed', { host: 'three.example' })]);
  });

  it('are not sent for other changes', async () => {
    const same = { SECRET: 'the-second-secret', PARTNER_URL: 'https://three.example' };
    await apply({ scopes: ['lo.read'], name: 'Filed again' }, same);
    await rescopeClient(harness.database, 'filed', ['lo.read', 'user.read']);
    await switchClient(harness.database, 'filed', 0);
    await switchClient(harness.database, 'filed', 1);
    expect(await readMails()).toEqual([]);
    await apply({}, same);
  });

  it('are sent for a new application, a new secret and new keys, by the command line', async () => {
    await createClient(harness.database, 'Filed by hand', {
      id: 'hand',
      portal: portal.host,
      secret: true,
      special: false,
    });
    expect(await readMails()).toEqual([mail('new-client', { client: 'Filed by hand' })]);
    await regenerateSecret(harness.database, 'filed', 0);
    expect(await readMails()).toEqual([mail('secret-rotated')]);
    const { publicKey } = await generateKeyPair('ES256');
    await addClientKeys(harness.database, 'filed', JSON.stringify({ keys: [await exportJWK(publicKey)] }));
    expect(await readMails()).toEqual([mail('keys-replaced')]);
  });

  it('are sent for a new application, by apply', async () => {
    await apply({ id: 'second', redirect_uri: undefined });
    expect(await readMails()).toEqual([mail('new-client')]);
  });

  it('are not sent for an application without a portal', async () => {
    await createClient(harness.database, 'Unbound', { id: 'unbound', secret: true, special: false });
    await regenerateSecret(harness.database, 'unbound', 0);
    expect(await readMails()).toEqual([]);
  });
});
