import { sql } from '@app/database';
import { oneTimeToken } from '../../../test/links.js';
import { configure, password, useAuthServers, c2Request } from '../../../test/auth-stack.js';
import { accepted, B1, declined, Offering, open } from '../../../test/offers.js';
import { authorizeAddress, parseForms, TestBrowser } from '../../../test/test-browser.js';
import { ExpiredInvitations } from './expired-invitations.js';
import { validate, grantIn } from '../../../test/requests.js';

const stack = useAuthServers();
const offering = new Offering(stack);
const path = '/oauth/account/offer';
const formatPage = (id: number) => `${path}?account=${id}`;
beforeAll(() => stack.db.many(sql`select setval('identity.portals_id_seq', 1000)`));

describe('the page of an offer', () => {
  beforeAll(async () => {
    await stack.register({ ...B1, secret: 'b-secret-0123456789' });
  });

  it('requires a sign-in first, and returns to the offer', async () => {
    const person = await offering.person(1);
    const account = await offering.offer(person.id);
    const browser = await TestBrowser.signIn(stack, formatPage(account), person.email, password);
    expect(browser.form(path).fields).toMatchObject({ account: String(account) });
  });

  it.each([
    [{ offeredBy: 201, through: 'b-app' }, 'Bob Admin invited you, through the application App of B.'],
    [{ offeredBy: 201 }, 'Bob Admin invited you.'],
    [{ through: 'b-app' }, 'The application App of B invited you.'],
    [{}, 'The operator of this service invited you.'],
    [{ offeredBy: 999_999, through: 'gone' }, 'The operator of this service invited you.'],
  ])('names the creator of the account: %j', async (maker, words) => {
    const person = await offering.person(1);
    const browser = await offering.signedIn(person);
    const account = await offering.offer(person.id, { ...maker, roles: ['Administrator', 'Learner'] });
    const page = await browser.get(formatPage(account));
    expect(page.text).toContain(words);
    expect(page.text).toMatch(/Administrator[\s\S]*Learner/);
  });

  it('is available in three languages', async () => {
    const person = await offering.person(1);
    const browser = await offering.signedIn(person);
    const account = await offering.offer(person.id, { lapses: '7 days' });
    for (const [language, words] of [
      ['en', 'Decline'],
      ['de', 'Ablehnen'],
      ['fr', 'Refuser'],
    ] as const) {
      const page = await browser.get(formatPage(account), { 'accept-language': language });
      expect([language, page.text.includes(words)]).toEqual([language, true]);
    }
  });

  it('counts exactly one of several concurrent answers, accept or decline', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await offering.person(1);
      const account = await offering.offer(person.id);
      const browsers = await Promise.all(Array.from({ length: 4 }, () => offering.signedIn(person)));
      await Promise.all(browsers.map((browser) => browser.get(formatPage(account))));
      const answers = await Promise.all(
        browsers.flatMap((browser) =>
          ['accept', 'decline'].map((decision) =>
            browser.post(path, { ...browser.form(path).fields, decision }),
          ),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
      const after = (await offering.account(account))!;
      expect([accepted, declined]).toContainEqual(after);
      const notes = await stack.db.many<{ event: string }>(sql`
        select event from auth.audit_log where account_id = ${account} and event like 'account.%'`);
      expect(notes).toEqual([{ event: after.accepted ? 'account.accepted' : 'account.declined' }]);
      expect(await offering.events(account)).toEqual(after.declined ? ['user.delete'] : []);
    }
  });

  it('refuses forms from another site, without a session, and from a link’s session', async () => {
    const person = await offering.person(1);
    const account = await offering.offer(person.id);
    const browser = await offering.signedIn(person);
    await browser.get(formatPage(account));
    const fields = { ...browser.form(path).fields, decision: 'accept' };
    const limited = await TestBrowser.open(
      stack,
      authorizeAddress({ ...c2Request, one_time_token: await oneTimeToken(stack, account, 2) }),
    );
    await limited.submit('/oauth/authorize/one-time');
    expect(limited.page.text).not.toContain('Invitation to');
    const ownCsrf = parseForms((await limited.get('/oauth/account')).text)[0]!.fields['csrf']!;
    const stranger = await TestBrowser.open(stack, '/oauth/password/forgotten');
    const theirs = parseForms(stranger.page.text)[0]!.fields['csrf']!;
    for (const answer of [
      await browser.post(path, { ...fields, csrf: 'x' }),
      await browser.post(path, fields, { origin: 'https://evil.example' }),
      await browser.post(path, fields, { 'sec-fetch-site': 'cross-site' }),
      await browser.post(path, { ...fields, decision: 'maybe' }),
      await browser.post(path, { ...fields, account: '1 or 1=1' }),
      await limited.post(path, { ...fields, csrf: ownCsrf }),
      await stranger.post(path, { ...fields, csrf: theirs }),
    ])
      expect(answer.status).toBe(403);
    expect(await offering.account(account)).toEqual(open);
  });

  it('shows the same page for offers that are another’s, unknown, blocked, removed or malformed; no answer counts', async () => {
    const [person, other] = [await offering.person(1), await offering.person(1)];
    const browser = await offering.signedIn(person);
    const theirs = await offering.offer(other.id);
    const blocked = await offering.offer(person.id);
    await stack.db.many(sql`update identity.accounts set status = false where id = ${blocked}`);
    const mine = await offering.offer(person.id, { portalId: 1 }).catch(() => undefined);
    expect(mine).toBeUndefined(); // a person has only one account in a portal
    const pages = [];
    for (const id of [theirs, blocked, 99_999_999]) pages.push(await browser.get(formatPage(id)));
    for (const odd of ['0', '-1', '9999999999', 'x', '1%00', `${theirs}&account=${blocked}`])
      pages.push(await browser.get(`${path}?account=${odd}`));
    const withoutLinks = (text: string) => text.replace(/<nav .*?<\/nav>/s, ''); // they keep the query
    for (const page of pages) {
      expect(page.status).toBe(404);
      expect(withoutLinks(page.text)).toBe(withoutLinks(pages[0]!.text));
    }
    const good = await browser.get('/oauth/account');
    const csrf = parseForms(good.text)[0]!.fields['csrf']!;
    for (const id of [theirs, blocked])
      for (const decision of ['accept', 'decline'])
        await browser.post(path, { csrf, account: String(id), decision });
    for (const id of [theirs, blocked]) expect(await offering.account(id)).toEqual(open);
  });

  it('quotes a portal’s name that resembles an address, and shortens a list of a thousand offers', async () => {
    const person = await offering.person(1);
    const browser = await offering.signedIn(person);
    await stack.db.many(sql`
      with portals as (
        insert into identity.portals (name, title)
        select 'hostile' || n || '.learning.localhost', 'Win at https://evil.example/' || n from generate_series(1, 1000) n
        returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, roles)
      select id, ${person.id}, '<b>Eve</b>', 'https://evil.example', '{Administrator}' from portals`);
    const page = await browser.get('/oauth/account');
    expect(page.text.match(/account\/offer\?account=/g)).toHaveLength(20);
    expect(page.text).toContain('There are more');
    expect(page.text).not.toContain('evil.example');
    const [offer] = await stack.db.many<{ id: number; portal_id: number }>(sql`
      select id, portal_id from identity.accounts where person_id = ${person.id} order by id desc limit 1`);
    for (let number = 0; number < 30; number += 1) {
      const clientId = `hostile-${number}`;
      const client = { ...B1, clientId, name: 'Call evil.example now', portalId: offer!.portal_id };
      await stack.register({ ...client, secret: 'h-secret-0123456789' });
    }
    const shown = await browser.get(formatPage(offer!.id));
    expect(shown.text).not.toContain('evil.example');
    expect(shown.text.match(/belongs to the portal/g)).toHaveLength(20);
    const onTheWay = await offering.onTheWay(person);
    expect(onTheWay.page.text).toContain('action="/oauth/authorize/consent"');
    expect(onTheWay.page.text.match(/authorize\/offer\?/g)).toHaveLength(20);
  });

  it('requires a second factor when the portal is entered, not when the offer is accepted', async () => {
    const person = await offering.person(1);
    const account = await offering.offer(person.id, { roles: ['Administrator'] });
    await configure(stack, 2, { require_second_factor: true });
    const browser = await offering.onTheWay(person, B1);
    await browser.submit('/oauth/authorize/offer', { decision: 'accept' });
    expect(await offering.account(account)).toEqual(accepted);
    expect([browser.page.status, browser.page.text.includes('Set up a second factor')]).toEqual([403, true]);
    await configure(stack, 2, {});
  });
});

describe('invitations by address', () => {
  const invite = async (personId: number, lapses = '7 days') => {
    const id = await offering.offer(personId, { roles: ['Administrator'], lapses });
    await stack.db.many(sql`
      update identity.accounts a set last_name = '', first_name = split_part(h.email, '@', 1)
        from identity.persons h where h.id = a.person_id and a.id = ${id}`);
    return id;
  };
  const lapse = (id: number) =>
    stack.db.many(sql`
      update identity.accounts set invitation_expires_at = now() - interval '1 second' where id = ${id}`);
  const readName = (id: number) =>
    stack.db.many(sql`select first_name, last_name from identity.accounts where id = ${id}`);

  it('get the person’s own name once accepted, and webhooks are notified', async () => {
    const person = await offering.person(1);
    const id = await invite(person.id);
    const browser = await offering.signedIn(person);
    await browser.get(formatPage(id));
    expect(browser.page.text).toContain('You can accept until');
    await browser.submit(path, { decision: 'accept' });
    expect(await readName(id)).toEqual([{ first_name: 'Olga', last_name: 'Offered' }]);
    expect(await offering.events(id)).toEqual(['user.update']);
    await lapse(id).catch((error: Error) => expect(error.message).toContain('accounts_accepted_by_people'));
  });

  it('expire: they can be neither accepted nor entered, the page says so, and the scheduled task closes the accounts', async () => {
    const person = await offering.person(1);
    const id = await invite(person.id);
    const browser = await offering.signedIn(person);
    await browser.get(formatPage(id));
    const form = browser.form(path).fields;
    const link = await oneTimeToken(stack, id, 2);
    await lapse(id);
    await browser.post(path, { ...form, decision: 'accept' });
    expect(await offering.account(id)).toEqual(open);
    const isLapsed = async () => {
      const page = await browser.get(formatPage(id));
      return [page.status, page.text.includes('has expired. Ask the person who invited you')];
    };
    expect(await isLapsed()).toEqual([410, true]);
    expect((await browser.get('/oauth/account')).text).not.toContain('Invitation to');
    const linked = await TestBrowser.open(stack, authorizeAddress({ ...c2Request, one_time_token: link }));
    expect(linked.page.text).toContain('This login link has expired');
    const invitations = stack.apps[0]!.get(ExpiredInvitations);
    await Promise.all([invitations.close(), invitations.close()]);
    expect(await offering.account(id)).toEqual({ ...open, closed: true });
    expect(await offering.events(id)).toEqual(['user.delete']);
    expect(await isLapsed()).toEqual([410, true]);
    expect(
      await stack.db.many(sql`select event from auth.audit_log where account_id = ${id} order by id`),
    ).toEqual([{ event: 'invitation.lapsed' }]);
  });

  it('do not block the next one if 700 cannot be closed', async () => {
    const [portal] = await stack.db.many<{ id: number }>(sql`
      insert into identity.portals (name, title) values ('stuck.learning.localhost', 'Stuck') returning id`);
    await stack.db.many(sql`
      with h as (insert into identity.persons (email, first_name, last_name)
                 select 'stuck-' || n || '@example.com', 'S', 'S' from generate_series(1, 700) n returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, invitation_expires_at)
      select ${portal!.id}, id, 'S', 'S', now() - interval '9 days' from h`);
    const person = await offering.person(1);
    const good = await invite(person.id);
    await lapse(good);
    await stack.db.many(sql`
      create function refuse_close() returns trigger language plpgsql as $$
        begin if new.portal_id = ${sql.raw(`${portal!.id}`)} then raise exception 'damaged'; end if; return new; end $$;
      create trigger refuse_close before update on identity.accounts for each row execute function refuse_close()`);
    await expect(stack.apps[0]!.get(ExpiredInvitations).close()).rejects.toThrow('700 invitations stay open');
    expect((await offering.account(good))!.closed).toBe(true);
    await stack.db.many(sql`drop trigger refuse_close on identity.accounts; drop function refuse_close()`);
    await stack.db.many(sql`
      update identity.accounts set invitation_expires_at = null where portal_id = ${portal!.id}`);
  });

  it('do not block the others if one cannot be closed', async () => {
    const [person, other] = [await offering.person(1), await offering.person(1)];
    const [bad, good] = [await invite(person.id), await invite(other.id)];
    await lapse(bad);
    await lapse(good);
    await stack.db.many(sql`
      create function refuse_close() returns trigger language plpgsql as $$
        begin if new.id = ${sql.raw(`${bad}`)} then raise exception 'damaged'; end if; return new; end $$;
      create trigger refuse_close before update on identity.accounts for each row execute function refuse_close()`);
    await expect(stack.apps[0]!.get(ExpiredInvitations).close()).rejects.toThrow('1 invitations stay open');
    expect([(await offering.account(bad))!.closed, (await offering.account(good))!.closed]).toEqual([
      false,
      true,
    ]);
    await stack.db.many(sql`drop trigger refuse_close on identity.accounts; drop function refuse_close()`);
  });
});

describe('Leaving a portal', () => {
  it('requires the password again, closes the account like DELETE, and ends its tokens', async () => {
    const person = await offering.person(1, 2);
    await stack.db.many(sql`
      update identity.accounts set roles = '{Administrator}' where person_id = ${person.id}`);
    const [inA, inB] = person.accounts as [number, number];
    const grant = (portal: string) => grantIn(stack, portal, person.email);
    const issued = await Promise.all([grant('a.learning.localhost'), grant('b.learning.localhost')]);
    const valid = () =>
      Promise.all(issued.map(async ({ body }) => (await validate(stack, body.access_token)).status));
    expect(await valid()).toEqual([200, 200]);
    const browser = await offering.signedIn(person);
    expect(browser.page.text).toContain('Leave: Portal B');
    await stack.db.many(sql`
      update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes'
       where person_id = ${person.id}`);
    await browser.follow(await browser.get(`/oauth/account/leave?account=${inB}`));
    expect(browser.page.text).toContain('Confirm that it is you');
    await browser.login(person.email, password);
    expect(browser.page.text).toContain('Leave Portal B?');
    await browser.submit('/oauth/account/leave');
    expect(browser.page.text).not.toContain('Leave: Portal B');
    expect(browser.page.text).toContain('Leave: Portal A');
    expect(await offering.account(inB)).toEqual({ ...accepted, closed: true });
    expect(await offering.events(inB)).toEqual(['user.delete']);
    expect(await valid()).toEqual([200, 401]);
    expect(await offering.account(inA)).toEqual(accepted);
  });

  it('refuses the last administrator who has accepted, even if another account is offered', async () => {
    const [portal] = await stack.db.many<{ id: number }>(sql`
      insert into identity.portals (name, title) values ('leaving.learning.localhost', 'Leaving')
      returning id`);
    const portalId = portal!.id;
    const [person, other] = [await offering.person(1, portalId), await offering.person(1)];
    const account = person.accounts[1]!;
    await stack.db.many(sql`update identity.accounts set roles = '{Administrator}' where id = ${account}`);
    const offer = await offering.offer(other.id, { portalId, roles: ['Administrator'] });
    const browser = await offering.signedIn(person);
    const submitLeaving = async () => {
      await browser.get(`/oauth/account/leave?account=${account}`);
      return browser.submit('/oauth/account/leave');
    };
    const refused = await submitLeaving();
    expect([refused.status, refused.text.includes('You are the last administrator of Leaving.')]).toEqual([
      409,
      true,
    ]);
    expect(await offering.account(account)).toEqual(accepted);
    const otherBrowser = await offering.signedIn(other);
    await otherBrowser.get(formatPage(offer));
    await otherBrowser.submit(path, { decision: 'accept' });
    expect((await submitLeaving()).status).toBe(200);
    expect((await offering.account(account))!.closed).toBe(true);
  });

  it('requires an existing second factor, so that a stolen password closes no account', async () => {
    const person = await offering.person(1, 2);
    const account = person.accounts[1]!;
    const browser = await offering.signedIn(person);
    await stack.db.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${person.id}, '', now() - interval '1 second')`);
    await stack.db.many(sql`insert into auth.recovery_codes values (${person.id}, sha256('abcde'), null)`);
    const { csrf } = parseForms(browser.page.text)[0]!.fields;
    const posted = await browser.post('/oauth/account/leave', { csrf: csrf!, account: String(account) });
    expect(posted.headers.get('location')).toBe(`/oauth/account/leave?account=${account}`);
    const factor = `/oauth/account/leave/factor?account=${account}`;
    await browser.get(`/oauth/account/leave?account=${account}`);
    expect(browser.page.text).not.toContain('Leave Portal B?');
    expect((await browser.submit(factor, { otp: '000000' })).status).toBe(400);
    expect((await offering.account(account))!.closed).toBe(false);
    await browser.submit(factor, { otp: 'abcde' });
    expect(browser.page.text).toContain('Leave Portal B?');
    await browser.submit('/oauth/account/leave');
    expect((await offering.account(account))!.closed).toBe(true);
  });

  it('refuses accounts of others, offers, and forms from another site', async () => {
    const [person, other] = [await offering.person(1), await offering.person(1)];
    const offer = await offering.offer(person.id);
    const browser = await offering.signedIn(person);
    const { csrf } = parseForms(browser.page.text)[0]!.fields;
    for (const id of [other.accounts[0]!, offer]) {
      await browser.post('/oauth/account/leave', { csrf: csrf!, account: String(id) });
      expect((await offering.account(id))!.closed).toBe(false);
    }
    const accountId = String(person.accounts[0]);
    expect((await browser.post('/oauth/account/leave', { csrf: 'x', account: accountId })).status).toBe(403);
    expect((await offering.account(person.accounts[0]!))!.closed).toBe(false);
  });
});
