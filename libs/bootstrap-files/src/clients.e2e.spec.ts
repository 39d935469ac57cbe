import { sql } from '@app/database';
import { systemClock } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { applyBootstrap } from './apply-bootstrap.js';
import { Bootstrap } from './bootstrap.schema.js';
import { followAddresses } from './follow-addresses.js';
import { applyEntries } from '../test/apply-entries.js';

const harness = useDatabase();

const host = 'a.example.test';
const people = [
  {
    email: 'ada@example.test',
    first_name: 'Ada',
    last_name: 'Admin',
    accounts: [{ portal: host, roles: ['Administrator'] }],
  },
];
const withClient = (entry: object) =>
  Bootstrap.parse({
    portals: [{ host, name: 'A', title: 'A' }],
    people,
    clients: [{ id: 'c', name: 'C', portal: host, secret: 'x'.repeat(24), ...entry }],
  });
const moving = { env: 'PARTNER_URL', path: '/back', default: 'https://one.example' };
const signedOut = { env: 'PARTNER_URL', path: '/bye', default: 'https://one.example' };

describe('redirect addresses in bootstrap files', () => {
  const apply = (entry: object, env: Record<string, string> = {}) =>
    applyBootstrap(harness.database, withClient(entry), { clock: systemClock, env, events: false });
  const stored = () =>
    harness.db.one(sql`
      select redirect_uri as first, post_logout_redirect_uris as after_logout,
             array(select redirect_uri from auth.client_redirect_uris order by 1) as further from auth.clients`);
  /** Hosts in the mails that wait, which this empties. */
  const readHosts = async () =>
    (
      await harness.db.many<{ host: string }>(sql`
        delete from identity.mails returning data ->> 'host' as host`)
    ).map((mail) => mail.host);

  it('are several, or one', async () => {
    const redirect_uris = [moving, 'https://b.example/cb'];
    await apply({ redirect_uris, post_logout_redirect_uris: [signedOut] });
    const further = ['https://b.example/cb'];
    const after_logout = ['https://one.example/bye'];
    expect(await stored()).toEqual({ first: 'https://one.example/back', further, after_logout });
    await apply({ redirect_uri: 'https://c.example/cb' });
    expect(await stored()).toEqual({ first: 'https://c.example/cb', further: [], after_logout: [] });
    expect(await readHosts()).toEqual(['c.example']);
    await apply({ redirect_uris: ['https://c.example/cb', 'https://d.example/cb'] });
    expect(await readHosts()).toEqual(['d.example']);
  });

  it('change nothing when they are applied again', async () => {
    const redirect_uris = ['https://c.example/cb', 'https://d.example/cb'];
    const version = () => harness.db.one(sql`select xmin::text from auth.clients`);
    const before = await version();
    await apply({ redirect_uris });
    expect(await version()).toEqual(before);
    expect(await readHosts()).toEqual([]);
  });

  it('follow the environment', async () => {
    const entry = { redirect_uris: ['https://b.example/cb', moving], post_logout_redirect_uris: [signedOut] };
    await apply(entry);
    await readHosts();
    await followAddresses(harness.database, withClient(entry), { PARTNER_URL: 'https://two.example' });
    expect(await stored()).toEqual({
      first: 'https://b.example/cb',
      further: ['https://two.example/back'],
      after_logout: ['https://two.example/bye'],
    });
    expect(await readHosts()).toEqual(['two.example']);
  });

  it('are set together with id_token_alg, which is RS256 if the file omits it', async () => {
    const alg = () => harness.db.one(sql`select id_token_alg as alg from auth.clients`);
    const redirect_uri = 'https://c.example/cb';
    await apply({ redirect_uri, id_token_alg: 'ES256' });
    expect(await alg()).toEqual({ alg: 'ES256' });
    await apply({ redirect_uri });
    expect(await alg()).toEqual({ alg: 'RS256' });
    expect(() => withClient({ redirect_uri, id_token_alg: 'none' })).toThrow('id_token_alg');
  });

  it.each([
    ['both members', { redirect_uri: 'https://b.example/', redirect_uris: ['https://b.example/'] }],
    ['none in the list', { redirect_uris: [] }],
    ['an eleventh', { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://${n}.example/`) }],
  ])('are refused: %s', (_what, entry) => expect(() => withClient(entry)).toThrow('redirect_uris'));

  it('are refused where one comes twice', async () => {
    const redirect_uris = ['https://one.example/back', moving];
    await expect(apply({ redirect_uris })).rejects.toThrow(
      'The client c has an address twice among its redirect_uris.',
    );
  });
});

describe('approvals in a bootstrap file', () => {
  const portals = [{ host, name: 'A', title: 'A', features: [] }];
  const client = (more: object) => ({ id: 'partner', name: 'Partner', secret: 'secret', ...more });
  const apply = (approval: object) => {
    const approvals = [{ portal: host, scopes: 'all', ...approval }];
    const clients = [client({ scopes: ['lo.read'], approvals })];
    return applyEntries(harness, { portals, clients }, { NODE_ENV: 'test' });
  };
  const approvals = () =>
    harness.db.many(sql`
      select client_id, scopes, acts_for_people, for_administrators, makes_portals, came_by
        from auth.approvals`);
  const approval = {
    client_id: 'partner',
    scopes: ['lo.read'],
    acts_for_people: true,
    for_administrators: false,
    makes_portals: false,
    came_by: 'operator',
  };

  it('are given once, for no more than the client has, and do not override the portal’s later decisions', async () => {
    await apply({ acts_for_people: true });
    expect(await approvals()).toEqual([approval]);
    await apply({ acts_for_people: true, for_administrators: true });
    expect(await approvals()).toEqual([approval]);
    await harness.db.many(sql`delete from auth.approvals`);
    await harness.db.many(sql`
      insert into auth.client_blocks (portal_id, client_id, blocked_time) select id, 'partner', now()
        from identity.portals`);
    await apply({ acts_for_people: true });
    expect(await approvals()).toEqual([]);
  });

  it('are for clients without a portal', () => {
    const bound = client({ portal: host, approvals: [{ portal: host }] });
    expect(Bootstrap.safeParse({ portals, clients: [bound] }).error?.issues[0]?.path).toEqual([
      'clients',
      0,
      'approvals',
    ]);
  });
});

describe('first-party clients in bootstrap files', () => {
  const read = (entry: object) => ({
    portals: [{ host, name: 'A', title: 'A' }],
    clients: [{ id: 'first', name: 'F', secret: 'x'.repeat(24), ...entry }],
  });
  const apply = (entry: object) => applyEntries(harness, read(entry));
  const stored = () =>
    harness.db.one(sql`
    select is_first_party, token_requests_per_minute from auth.clients where client_id = 'first'`);

  it('are first parties, with their own limit, as long as the file declares it', async () => {
    await apply({ first_party: true, token_requests_per_minute: 6_000 });
    expect(await stored()).toEqual({ is_first_party: true, token_requests_per_minute: 6_000 });
    await apply({});
    expect(await stored()).toEqual({ is_first_party: false, token_requests_per_minute: null });
  });

  it.each([
    ['without a secret', { secret: undefined }],
    ['of a portal', { portal: host }],
    ['with special permissions', { special: true }],
  ])('cannot be one %s', (_, entry) => {
    const { error } = Bootstrap.safeParse(read({ first_party: true, ...entry }));
    expect(error?.issues.map(({ path }) => path)).toEqual([['clients', 0, 'first_party']]);
  });
});
