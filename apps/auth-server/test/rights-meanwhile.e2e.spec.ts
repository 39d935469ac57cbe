import { sql } from '@app/database';
import { SESSIONS_HERE } from '@app/testing';
import type { PoolClient } from 'pg';
import { C1, accounts, password, useAuthServers, c2Request } from './auth-stack.js';
import { currentFactorCode } from './factors.js';
import { oneTimeToken, passwordToken } from './links.js';
import { token, type OAuthAnswer } from './requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from './test-browser.js';
import { redeem } from './openid.js';

const stack = useAuthServers(1, { PORTAL_ORIGIN: 'http://{portal}' });
const manager = { personId: 2, username: 'manager@a.example', accountId: accounts.managerA };
const admin = { personId: 1, username: 'admin@a.example', accountId: accounts.adminA };
const newPassword = 'Quite-new-5678';

/** Keeps a transaction open until it is released. */
class OpenTransaction {
  private constructor(private readonly connection: PoolClient) {}

  static async with(...statements: string[]): Promise<OpenTransaction> {
    const connection = await stack.db.connect();
    await connection.query('begin');
    for (const statement of statements) await connection.query(statement);
    return new OpenTransaction(connection);
  }

  /** Waits until `count` others are blocked on a lock. */
  static async waiting(count: number): Promise<void> {
    const waiting = await stack.db.many(sql`
      select 1 from ${sql.raw(SESSIONS_HERE)} s where wait_event_type = 'Lock'`);
    if (waiting.length < count) return OpenTransaction.waiting(count);
  }

  async end(): Promise<void> {
    await this.connection.query('commit');
    this.connection.release();
  }
}

/** Whichever ends first: `work`, or the wait for `count` others. */
const endedOrWaiting = <T>(work: Promise<T>, count: number) =>
  Promise.race([work, OpenTransaction.waiting(count)]);

async function consentPage(
  { username }: { username: string },
  parameters: Record<string, string | undefined> = {},
): Promise<TestBrowser> {
  const browser = await TestBrowser.signIn(
    stack,
    authorizeAddress({ prompt: 'consent', ...parameters }),
    username,
  );
  expect(browser.page.text).toContain('action="/oauth/authorize/consent"');
  return browser;
}

/** Asserts that the answer has no code, or one that nobody can redeem. */
async function expectNoUse(answer: OAuthAnswer): Promise<void> {
  const { query, fragment } = returned(answer);
  expect(fragment.get('access_token')).toBeNull();
  const code = query.get('code');
  if (code !== null) expect((await redeem(stack, code)).status).toBe(400);
}

const codes = () => stack.db.many(sql`select 1 from auth.codes where used_at is null and expires_at > now()`);

const changePassword = async (personId: number) =>
  new TestBrowser(stack).setPassword(await passwordToken(stack, personId), newPassword);

/** The last write of a password change. */
const lastOfTheChange = 'lock table identity.mails in share mode';

describe('a right revoked during its use', () => {
  const stored = new Map<number, string>();
  beforeAll(async () => {
    for (const row of await stack.db.many<{ person_id: string; hash: string }>(sql`
      select * from auth.passwords`))
      stored.set(Number(row.person_id), row.hash);
  });
  afterEach(async () => {
    for (const [personId, hash] of stored)
      await stack.db.many(sql`update auth.passwords set hash = ${hash} where person_id = ${personId}`);
    await stack.db.many(sql`
      update identity.accounts set status = true, closed_time = null, roles = '{Administrator}'
       where id = 101`);
    await stack.db.many(sql`update identity.accounts set status = true, closed_time = null where id = 102`);
    await stack.db.many(sql`update auth.clients set status = 1`);
    await stack.db.many(sql`update auth.codes set expires_at = 'epoch'`);
  });

  it.each<[string, typeof admin, Record<string, string>]>([
    ['a code', manager, {}],
    ['an implicit token', admin, { ...c2Request, response_type: 'token' }],
    [
      'the credentials of a new client',
      admin,
      {
        client_id: 'some-site',
        new_client: 'Some site',
        redirect_uri: 'https://site.example/cb',
        redirect: 'false',
      },
    ],
  ])('%s of a consent has no effect when it meets a password change', async (_, person, parameters) => {
    const clients = await stack.db.many(sql`select 1 from auth.clients`);
    const browser = await consentPage(person, parameters);
    const heldLock = await OpenTransaction.with(lastOfTheChange);
    const changing = changePassword(person.personId);
    await OpenTransaction.waiting(1);
    const allowing = browser.post('/oauth/authorize/consent', {
      ...browser.form('/oauth/authorize/consent').fields,
      decision: 'allow',
    });
    await endedOrWaiting(allowing, 2);
    await heldLock.end();
    expect((await changing).text).toContain('Your password has been set');
    const answer = await allowing;
    await expectNoUse(answer);
    expect(await codes()).toHaveLength(0);
    expect(await stack.db.many(sql`select 1 from auth.clients`)).toHaveLength(clients.length);
    expect((await browser.follow(answer)).text).toContain('action="/oauth/authorize/login"');
    await browser.login(person.username, newPassword);
    expect(browser.page.text).toContain('action="/oauth/authorize/consent"'); // the request is still waiting
  });

  it('a code stored just before a password change is dead after it', async () => {
    const browser = await consentPage(manager);
    const heldLock = await OpenTransaction.with('lock table auth.consents in share mode');
    const allowing = browser.allow();
    await OpenTransaction.waiting(1);
    const changing = changePassword(manager.personId);
    await endedOrWaiting(changing, 2);
    await heldLock.end();
    await changing;
    await expectNoUse(await allowing);
  });

  const revokeRights = (kind: string, subject: string | number, endsFamilies = true) =>
    `select auth.revoke_rights('${kind}', '${subject}', ${endsFamilies}, 'test', now() + interval '13 hours')`;
  const lockAccount = (id: number) => `select 1 from identity.accounts where id = ${id} for update`;
  const lockClient = `select 1 from auth.clients where client_id = '${C1.clientId}' for update`;

  it.each<[string, string[], string]>([
    [
      'blocked',
      [
        lockAccount(102),
        'update identity.accounts set status = false where id = 102',
        revokeRights('account', 102),
      ],
      'update identity.accounts set status = true where id = 102',
    ],
    [
      'removed',
      [
        lockAccount(102),
        `update identity.accounts set status = false, closed_time = now() where id = 102`,
        revokeRights('account', 102),
      ],
      'update identity.accounts set status = true, closed_time = null where id = 102',
    ],
    [
      'client disabled',
      [
        lockClient,
        `update auth.clients set status = 0 where client_id = '${C1.clientId}'`,
        revokeRights('client', C1.clientId),
      ],
      'update auth.clients set status = 1',
    ],
  ])('%s: a code from that moment is dead, even once let in again', async (_, change, undo) => {
    const browser = await consentPage(manager);
    const heldLock = await OpenTransaction.with(...change);
    const allowing = browser.allow();
    await endedOrWaiting(allowing, 1);
    await heldLock.end();
    const answer = await allowing;
    expect(await codes()).toHaveLength(0);
    await stack.db.many(sql`${sql.raw(undo)}`);
    await expectNoUse(answer);
  });

  it('a person who is no longer an administrator cannot approve a new client', async () => {
    const clients = await stack.db.many(sql`select 1 from auth.clients`);
    const browser = await consentPage(admin, {
      client_id: 'some-site',
      new_client: 'Some site',
      redirect_uri: 'https://site.example/cb',
    });
    const heldLock = await OpenTransaction.with(
      lockAccount(101),
      `update identity.accounts set roles = '{Manager}' where id = 101`,
      revokeRights('account', 101, false),
    );
    const allowing = browser.allow();
    await endedOrWaiting(allowing, 1);
    await heldLock.end();
    expect((await allowing).text).toContain('administrator');
    expect(returned(await allowing).address).toBe('');
    expect(await stack.db.many(sql`select 1 from auth.clients`)).toHaveLength(clients.length);
  });

  it.each<[string, () => Promise<() => Promise<OAuthAnswer>>]>([
    [
      'code',
      async () => {
        const code = await obtainCode(stack, {}, { username: admin.username });
        return () => redeem(stack, code);
      },
    ],
    [
      'refresh token',
      async () => {
        const first = await token(stack, { grant_type: 'password', username: admin.username, password });
        const refresh = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token as string };
        return () => token(stack, refresh);
      },
    ],
    [
      'password',
      () =>
        Promise.resolve(() => token(stack, { grant_type: 'password', username: admin.username, password })),
    ],
  ])('a %s exchanged while the password changes yields nothing', async (_, prepare) => {
    const tryIt = await prepare();
    const heldLock = await OpenTransaction.with(lastOfTheChange);
    const changing = changePassword(admin.personId);
    await OpenTransaction.waiting(1);
    const trying = tryIt();
    await endedOrWaiting(trying, 2);
    await heldLock.end();
    await changing;
    expect([(await trying).status, (await trying).body.error]).toEqual([400, 'invalid_grant']);
  });

  it('a login with the old password creates no session that outlives the change', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress());
    const heldLock = await OpenTransaction.with(lastOfTheChange);
    const changing = changePassword(manager.personId);
    await OpenTransaction.waiting(1);
    const loggingIn = browser.login(manager.username);
    await endedOrWaiting(loggingIn, 2);
    await heldLock.end();
    await changing;
    expect((await loggingIn).text).toContain('action="/oauth/authorize/login"');
    expect(await stack.db.many(sql`select 1 from auth.sessions where person_id = 2`)).toHaveLength(0);
  });

  it('a second factor confirmed while the password changes stays off', async () => {
    const browser = await TestBrowser.signIn(stack, '/oauth/account', manager.username);
    const page = await browser.submit('/oauth/account/second-factor');
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
    const otp = await currentFactorCode(stack, secret);
    const heldLock = await OpenTransaction.with(lastOfTheChange);
    const changing = changePassword(manager.personId);
    await OpenTransaction.waiting(1);
    const confirming = browser.submit('/oauth/account/second-factor/confirm', { otp });
    await endedOrWaiting(confirming, 2);
    await heldLock.end();
    await changing;
    expect((await confirming).text).not.toContain('<li><code>');
    expect(
      await stack.db.many(sql`select 1 from auth.second_factors where confirmed_at is not null`),
    ).toHaveLength(0);
  });

  it('a login link created before a password change is dead after it, even if used at that moment', async () => {
    const links = [
      await oneTimeToken(stack, manager.accountId),
      await oneTimeToken(stack, manager.accountId),
    ];
    const browser = await TestBrowser.open(stack, authorizeAddress({ one_time_token: links[0]! }));
    const heldLock = await OpenTransaction.with(lastOfTheChange);
    const changing = changePassword(manager.personId);
    await OpenTransaction.waiting(1);
    const signingIn = browser.submit('/oauth/authorize/one-time');
    await endedOrWaiting(signingIn, 2);
    await heldLock.end();
    await changing;
    await signingIn;
    expect(await stack.db.many(sql`select 1 from auth.sessions where only_account_id = 102`)).toHaveLength(0);
    const later = await new TestBrowser(stack).get(authorizeAddress({ one_time_token: links[1]! }));
    expect(later.text).not.toContain('action="/oauth/authorize/one-time"');
    const fresh = await oneTimeToken(stack, manager.accountId);
    const next = await new TestBrowser(stack).get(authorizeAddress({ one_time_token: fresh }));
    expect(next.text).toContain('action="/oauth/authorize/one-time"');
  });

  it('a login link used while its account is blocked creates no session that outlives the block', async () => {
    const link = await oneTimeToken(stack, manager.accountId);
    const browser = await TestBrowser.open(stack, authorizeAddress({ one_time_token: link }));
    const heldLock = await OpenTransaction.with(
      lockAccount(102),
      'update identity.accounts set status = false where id = 102',
      revokeRights('account', 102),
      'select auth.end_sessions(102)',
    );
    const signingIn = browser.submit('/oauth/authorize/one-time');
    await endedOrWaiting(signingIn, 1);
    await heldLock.end();
    await signingIn;
    expect(await stack.db.many(sql`select 1 from auth.sessions where only_account_id = 102`)).toHaveLength(0);
  });
});
