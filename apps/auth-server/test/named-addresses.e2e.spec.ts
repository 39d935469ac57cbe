import { hashPassword } from '@app/credentials';
import { sql } from '@app/database';
import { decodeJwt } from 'jose';
import { AddressChanging, CONFIRM_ADDRESS_PATH } from './address-changes.js';
import { approve } from './approvals.js';
import { registerKey, type AssertionKey, assertPerson } from './assertions.js';
import { C1, C2, c2Request } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { canSignIn, signedIn, type TestPerson } from './people.js';
import { placeholder } from './placeholders.js';
import { expectPage, expectRefusal, isAlive } from './requests.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';

const changing = AddressChanging.use();
const { stack, letters, fresh, person } = changing;

describe('an address that a placeholder has', () => {
  it('T40 its accounts become offers to the person who proves it; ids stay, earlier access ends', async () => {
    const newAddress = fresh('named');
    const placeholderRow = await placeholder(stack, newAddress, 2, {
      hash: await hashPassword('Held-password-1'),
    });
    await stack.register({ ...C1, clientId: 'b-app', portalId: 2, redirectUri: 'https://b.example/cb' });
    const browserB = await TestBrowser.signIn(
      stack,
      authorizeAddress({ client_id: 'b-app', redirect_uri: 'https://b.example/cb' }),
      newAddress,
      'Held-password-1',
    );
    expect(returned(await browserB.allow()).query.get('code')).toEqual(expect.any(String));

    const provenPerson = await person([1]);
    await changing.changed(provenPerson, newAddress);
    expect(
      await stack.db.many(sql`
        select id, person_id::int, accepted_at is not null as accepted from identity.accounts
         where id = any(${[provenPerson.accounts[1], placeholderRow.accountId]}) order by id`),
    ).toEqual(
      expect.arrayContaining([
        { id: provenPerson.accounts[1], person_id: provenPerson.personId, accepted: true },
        { id: placeholderRow.accountId, person_id: provenPerson.personId, accepted: false },
      ]),
    );
    const remainingRows = await stack.db.many(sql`
      select 'person' from identity.persons where id = ${placeholderRow.personId}
      union all select 'session' from auth.sessions where person_id = ${placeholderRow.personId}
      union all select 'password' from auth.portal_passwords where account_id = ${placeholderRow.accountId}
      union all select 'consent' from auth.consents where account_id = ${placeholderRow.accountId}`);
    expect(remainingRows).toEqual([]);
    expect(await canSignIn(stack, newAddress, 'Held-password-1')).toBe(false);
    expect(await canSignIn(stack, newAddress)).toBe(true);
  });

  it('T40 where both have an account in one portal, the placeholder’s is not moved, and does not block the change', async () => {
    const newAddress = fresh('named');
    const placeholderRow = await placeholder(stack, newAddress, 1, {
      hash: await hashPassword('Held-password-1'),
    });
    const elsewhere = await placeholder(stack, newAddress, 2);
    const provenPerson = await person([1]);
    await changing.changed(provenPerson, newAddress);
    const where = await stack.db.many<{ id: number; person_id: number; email: string }>(sql`
      select a.id, a.person_id::int, h.email from identity.accounts a join identity.persons h on h.id = a.person_id
       where a.id = any(${[placeholderRow.accountId, elsewhere.accountId]}) order by a.id`);
    expect(where).toEqual([
      {
        id: placeholderRow.accountId,
        person_id: placeholderRow.personId,
        email: `apart-${placeholderRow.personId}@apart.invalid`,
      },
      { id: elsewhere.accountId, person_id: provenPerson.personId, email: newAddress },
    ]);
    expect(await changing.updates([placeholderRow.accountId, elsewhere.accountId])).toEqual([
      { id: placeholderRow.accountId, email: `apart-${placeholderRow.personId}@apart.invalid` },
    ]);
    expect(
      await stack.db.many(sql`
        select 1 from auth.portal_passwords where account_id = ${placeholderRow.accountId}`),
    ).toEqual([]);
  });

  it('8 requests name it while it is being proven: each account has an owner', async () => {
    const newAddress = fresh('named');
    await placeholder(stack, newAddress, 2);
    const provenPerson = await person([1]);
    const browser = await signedIn(stack, provenPerson.email);
    await changing.requestChange(browser, newAddress);
    await browser.get((await letters.last(newAddress)).path);
    await stack.db.many(sql`
      insert into identity.portals (id, name, title) select n, 'p' || n || '.learning.localhost', 'P'
        from generate_series(11, 18) n`);
    const [page, ...named] = await Promise.all([
      browser.submit(CONFIRM_ADDRESS_PATH),
      ...[11, 12, 13, 14, 15, 16, 17, 18].map((portal) => placeholder(stack, newAddress, portal)),
    ]);
    expect(page.status).toBe(200);
    const owners = await stack.db.many<{ person_id: number }>(sql`
      select distinct person_id::int from identity.accounts
       where id = any(${named.map(({ accountId }) => accountId)})`);
    expect(owners).toEqual([{ person_id: provenPerson.personId }]);
  });
});

/** A person in portal A who has not accepted the account that portal B offers. */
async function offered(): Promise<TestPerson> {
  const provenPerson = await person([1, 2]);
  await stack.db.many(sql`
    update identity.accounts set accepted_at = null, roles = '{Learner}'
     where id = ${provenPerson.accounts[2]}`);
  return provenPerson;
}
/** The answer of POST /v2/users in portal B for an address. */
const nameInB = async (email: string) => {
  const { accountId } = await placeholder(stack, email, 2, { role: 'Learner' });
  return (accountId as number | undefined) === undefined ? 409 : 201;
};
const readOwner = async (accountId: number) =>
  (
    await stack.db.many<{ person_id: number; email: string; accepted: boolean; left_by: number | null }>(sql`
      select h.id::int as person_id, h.email, a.accepted_at is not null as accepted, a.left_by::int
        from identity.accounts a join identity.persons h on h.id = a.person_id where a.id = ${accountId}`)
  )[0]!;
const undo = '/oauth/account/address/undo';
async function undoChange(former: string): Promise<void> {
  const path = (await letters.listFor(former)).filter((mail) => mail.path.startsWith(undo)).at(-1)!.path;
  const browser = await TestBrowser.open(stack, path);
  const page = await browser.submit(undo, { password: 'Taken-back-1234', repeated: 'Taken-back-1234' });
  expect(page.status).toBe(200);
}

describe('an account that the person has not accepted', () => {
  let key: AssertionKey;
  beforeAll(async () => {
    key = await registerKey(stack, C2.clientId);
    await approve(stack, C2.clientId, { portalId: 2, scopes: ['user.read'] });
  });
  const assert = (sub: string) => assertPerson(stack, key, sub, { portal_name: 'b.learning.localhost' });

  it('T36, T38 stays with the address its portal named: naming both does not reveal that they are one person', async () => {
    const provenPerson = await offered();
    const account = provenPerson.accounts[2]!;
    const before = (await assert(provenPerson.email)).body.access_token;
    const { browser, newAddress } = await changing.changed(provenPerson);

    expect(await changing.updates([account])).toEqual([]);
    expect(await readOwner(account)).toMatchObject({
      email: provenPerson.email,
      accepted: false,
      left_by: provenPerson.personId,
    });
    // like two strangers, of whom one has an account there
    expectRefusal(await assert(newAddress), 400, 'invalid_grant');
    expect([await nameInB(provenPerson.email), await nameInB(newAddress)]).toEqual([409, 201]);
    expect(await nameInB(fresh())).toBe(201);
    const subjects = [];
    for (const sub of [provenPerson.email, newAddress]) {
      const { user } = decodeJwt((await assert(sub)).body.access_token) as {
        user: { id: number; email: string };
      };
      subjects.push(user);
    }
    expect(subjects.map(({ email }) => email)).toEqual([provenPerson.email, newAddress]);
    expect(subjects[0]!.id).toBe(account);
    expect(subjects[1]!.id).not.toBe(account);
    expect(await isAlive(stack, before)).toBe(true);
    // the person sees what was offered to their current address
    const page = (await browser.get('/oauth/account')).text;
    expect(page).toContain(`account=${subjects[1]!.id}"`);
    expect(page).not.toContain(`account=${account}"`);
  });

  it('is displayed with the portal’s name for the person, in tokens and on pages opened by a login link', async () => {
    const provenPerson = await offered();
    await stack.db.many(sql`
      update identity.persons set first_name = 'Very', last_name = 'Private'
       where id = ${provenPerson.personId}`);
    const limited = new TestBrowser(stack);
    const link = await oneTimeToken(stack, provenPerson.accounts[2]!, 2);
    await limited.get(authorizeAddress({ ...c2Request, one_time_token: link }));
    await limited.submit('/oauth/authorize/one-time');
    const page = (await limited.get('/oauth/account')).text;
    expect([page.includes('Ann Example') || !page.includes('Very'), page.includes('Private')]).toEqual([
      true,
      false,
    ]);
    const claims = decodeJwt((await assert(provenPerson.email)).body.access_token);
    expect(claims['user']).toMatchObject({
      email: provenPerson.email,
      first_name: 'Ann',
      last_name: 'Example',
    });
  });

  it('T40 stays unchanged when the portal has named both addresses, and webhooks get no event', async () => {
    const provenPerson = await offered();
    const newAddress = fresh('named');
    const other = await placeholder(stack, newAddress, 2, { role: 'Learner' });
    await changing.changed(provenPerson, newAddress);
    expect(await readOwner(provenPerson.accounts[2]!)).toMatchObject({ email: provenPerson.email });
    expect(await readOwner(other.accountId)).toMatchObject({
      email: newAddress,
      person_id: provenPerson.personId,
    });
    expect(await changing.updates([provenPerson.accounts[2]!, other.accountId])).toEqual([]);
    expect([await nameInB(provenPerson.email), await nameInB(newAddress)]).toEqual([409, 409]);
  });

  it('T39 is the person’s again after an undo; offers to the thief’s address stay with that address', async () => {
    const provenPerson = await offered();
    const { newAddress } = await changing.changed(provenPerson);
    await stack.db.many(sql`
      insert into identity.portals (id, name, title) values (21, 'thief.test', 'T') on conflict do nothing`);
    const thiefPlaceholder = await placeholder(stack, newAddress, 21);
    await undoChange(provenPerson.email);
    expect(await readOwner(provenPerson.accounts[2]!)).toEqual({
      person_id: provenPerson.personId,
      email: provenPerson.email,
      accepted: false,
      left_by: null,
    });
    expect(await readOwner(thiefPlaceholder.accountId)).toMatchObject({
      email: newAddress,
      left_by: provenPerson.personId,
    });
    expect([await nameInB(provenPerson.email), await nameInB(newAddress)]).toEqual([409, 201]);
  });

  it('T39 is also theirs after they change back themselves, and stays declined if it was declined before', async () => {
    const provenPerson = await offered();
    const { browser, newAddress } = await changing.changed(provenPerson);
    await changing.requestChange(browser, provenPerson.email);
    await changing.use(browser, provenPerson.email);
    expect(await readOwner(provenPerson.accounts[2]!)).toMatchObject({
      person_id: provenPerson.personId,
      left_by: null,
    });
    await stack.db.many(sql`
      update identity.accounts set closed_time = now(), declined_at = now(), status = false
       where id = ${provenPerson.accounts[2]}`);
    await changing.requestChange(browser, newAddress);
    await changing.use(browser, newAddress);
    expect(await readOwner(provenPerson.accounts[2]!)).toMatchObject({
      email: provenPerson.email,
      left_by: provenPerson.personId,
    });
  });

  it('belongs to the person who proves the address once it is free, and cannot be proven in the seven days before', async () => {
    const provenPerson = await offered();
    await changing.changed(provenPerson);
    const { person_id: reader } = await readOwner(provenPerson.accounts[2]!);
    const mailed = new TestBrowser(stack);
    expectPage(await mailed.get(`/oauth/password/set?token=${await passwordToken(stack, reader, 2)}`), 400);
    await stack.db.many(sql`
      update auth.former_addresses set expires_at = now() - interval '1 second'
       where person_id = ${provenPerson.personId}`);
    await mailed.setPassword(await passwordToken(stack, reader, 2), 'Quite-new-5678');
    expect(await readOwner(provenPerson.accounts[2]!)).toEqual({
      person_id: reader,
      email: provenPerson.email,
      accepted: true,
      left_by: null,
    });
  });

  it('passes on a pending mail to the placeholder left behind, at the address that was named', async () => {
    const provenPerson = await offered();
    await stack.db.many(sql`
      insert into identity.mails (portal_id, person_id, recipient, template, next_try_time)
      values (2, ${provenPerson.personId}, ${provenPerson.email}, 'login', now() + interval '1 hour')`);
    await changing.changed(provenPerson);
    const { person_id: reader } = await readOwner(provenPerson.accounts[2]!);
    expect(
      await stack.db.many(sql`
        select person_id::int from identity.mails where template = 'login'
           and recipient = ${provenPerson.email}`),
    ).toEqual([{ person_id: reader }]);
  });

  it('accepted while the address changes, moves with the person or stays unchanged; eight rounds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const provenPerson = await offered();
      const newAddress = fresh();
      const [one, other] = [
        await signedIn(stack, provenPerson.email),
        await signedIn(stack, provenPerson.email),
      ];
      await changing.requestChange(one, newAddress);
      await one.get((await letters.last(newAddress)).path);
      await other.get(`/oauth/account/offer?account=${provenPerson.accounts[2]}`);
      const [page] = await Promise.all([
        one.submit(CONFIRM_ADDRESS_PATH),
        other.submit('/oauth/account/offer', { decision: 'accept' }),
      ]);
      expect(page.status).toBe(200);
      const { person_id, email, accepted } = await readOwner(provenPerson.accounts[2]!);
      expect([email, accepted]).toEqual(
        person_id === provenPerson.personId ? [newAddress, true] : [provenPerson.email, false],
      );
    }
  });
});
