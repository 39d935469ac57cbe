import { sql } from '@app/database';
import { AddressChanging } from '../../../test/address-changes.js';
import { signedIn } from '../../../test/people.js';

const changing = AddressChanging.use();
const { stack, person } = changing;
const path = '/oauth/account/name';

const readNames = (accountIds: number[]) =>
  stack.db
    .many<{ name: string }>(sql`
    select first_name || ' ' || last_name as name from identity.accounts where id = any(${accountIds})
     order by portal_id`)
    .then((all) => all.map(({ name }) => name));
const listEvents = (accountIds: number[]) =>
  stack.db
    .many<{ name: string }>(sql`
    select data::json ->> 'full_name' as name from learning.outbox
     where type = 'user.update' and object_id = any(${accountIds}) order by id`)
    .then((all) => all.map(({ name }) => name));
const listAudit = ({ personId }: { personId: number }) =>
  stack.db.many(sql`select event from auth.audit_log where person_id = ${personId} and event like 'name.%'`);

async function change(email: string, first_name: string, last_name: string) {
  const browser = await signedIn(stack, email);
  await browser.get(path);
  return browser.submit(path, { first_name, last_name });
}

describe('POST /oauth/account/name', () => {
  it('changes the name of the person and of accounts with that name, in NFC, and notifies portals', async () => {
    const { personId, email, accounts } = await person([1, 2]);
    const accountIds = Object.values(accounts);
    const { status, text } = await change(email, ' Zoe\u0308 ', 'O’Hara-Lee');
    expect([status, text.includes('Zoë O’Hara-Lee')]).toEqual([200, true]);
    expect(text).toContain('<h1>Your account</h1>');
    expect(await readNames(accountIds)).toEqual(['Zoë O’Hara-Lee', 'Zoë O’Hara-Lee']);
    expect(await listEvents(accountIds)).toEqual(['Zoë O’Hara-Lee', 'Zoë O’Hara-Lee']);
    expect(await listAudit({ personId })).toEqual([{ event: 'name.changed' }]);
  });

  it('does not change an account that its portal has renamed, or one that is not accepted', async () => {
    const { email, accounts } = await person([1, 2]);
    await stack.db.many(sql`update identity.accounts set first_name = 'Dr. Ann' where id = ${accounts[1]}`);
    await stack.db.many(sql`update identity.accounts set accepted_at = null where id = ${accounts[2]}`);
    await change(email, 'Zoe', 'Example');
    const accountIds = Object.values(accounts);
    expect(await readNames(accountIds)).toEqual(['Dr. Ann Example', 'Ann Example']);
    expect(await listEvents(accountIds)).toEqual([]);
  });

  it.each([
    ['', 'Example', 'first-name-error'],
    ['Ann', '   ', 'last-name-error'],
    ['Ann\u0007', 'Example', 'first-name-error'],
    ['a'.repeat(256), 'Example', 'first-name-error'],
  ])('marks the invalid field, and keeps the input: %j %j', async (first, last, error) => {
    const { email, accounts, ...rest } = await person();
    const { status, text } = await change(email, first, last);
    expect([status, text.includes(`id="${error}"`)]).toEqual([400, true]);
    expect(await readNames(Object.values(accounts))).toEqual(['Ann Example']);
    expect(await listAudit(rest)).toEqual([]);
  });

  it('neither notifies portals nor writes a row if the name is the same', async () => {
    const { personId, email, accounts } = await person();
    expect((await change(email, 'Ann', 'Example')).text).toContain('<h1>Your account</h1>');
    expect(await listEvents(Object.values(accounts))).toEqual([]);
    expect(await listAudit({ personId })).toEqual([]);
  });

  it('is only for a form of this browser and a login of the last ten minutes', async () => {
    const { personId, email } = await person();
    const browser = await signedIn(stack, email);
    await browser.get(path);
    const { fields } = browser.form(path);
    const name = { first_name: 'Eve', last_name: 'Example' };
    expect((await browser.post(path, { ...fields, ...name, csrf: 'x' })).status).toBe(403);
    stack.clock.advance(601);
    expect((await browser.post(path, { ...fields, ...name })).headers.get('location')).toBe(path);
    expect(await listAudit({ personId })).toEqual([]);
  });

  it('ends after ten changes a day', async () => {
    const { email } = await person();
    for (let count = 1; count <= 10; count += 1) await change(email, `Ann ${count}`, 'Example');
    const { status, text } = await change(email, 'Ann 11', 'Example');
    expect([status, text.includes('Ann 11')]).toEqual([409, false]);
  });

  it.each([
    ['en', 'Your name', 'First name', 'Change your name'],
    ['de', 'Ihr Name', 'Vorname', 'Namen ändern'],
    ['fr', 'Votre nom', 'Prénom', 'Changer de nom'],
  ])('speaks the language of the person: %s', async (language, title, label, link) => {
    const { email } = await person();
    const browser = await signedIn(stack, email);
    const headers = { 'accept-language': language };
    expect((await browser.get('/oauth/account', headers)).text).toContain(`<a href="${path}">${link}</a>`);
    const { text } = await browser.get(path, headers);
    for (const words of [title, label]) expect(text).toContain(words);
  });
});
