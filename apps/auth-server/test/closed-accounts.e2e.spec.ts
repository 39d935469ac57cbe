import { sql } from '@app/database';
import { ADDRESS_PATH, AddressChanging } from './address-changes.js';
import { password as passwordOfAll } from './auth-stack.js';
import { passwordToken } from './links.js';
import { askPage, CONFIRM_MERGE_PATH, MERGE_PATH } from './merges.js';
import { canSignIn, proven, signedIn } from './people.js';
import { placeholder } from './placeholders.js';
import { TestBrowser } from './test-browser.js';

const changing = AddressChanging.use();
const { stack, letters } = changing;

/** More than Postgres can lock in all sessions together (`max_locks_per_transaction` times the connections). */
const many = 30_000;

/** The rows left behind when a portal creates and deletes the account of one address again and again. */
const madeAndRemoved = (personId: number) =>
  stack.db.many(sql`
    insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, status, closed_time)
    select 2, ${personId}, 'Again', 'Again', '{Learner}', false, now() from generate_series(1, ${sql.raw(`${many}`)})`);
const secret = 'Mine-alone-4711';

describe('a portal that creates and deletes the account of one person endlessly', () => {
  it('does not prevent the person from proving their address', async () => {
    const { personId } = await placeholder(stack, 'flooded@example.com', 1);
    await madeAndRemoved(personId);
    const page = await new TestBrowser(stack).setPassword(await passwordToken(stack, personId, 1), secret);
    expect([page.status, await canSignIn(stack, 'flooded@example.com', secret)]).toEqual([200, true]);
  });

  it('does not prevent people from changing their address, even to one that it has named, or undoing that', async () => {
    const provenPerson = await proven(stack, 'left@example.com', [1]);
    await madeAndRemoved(provenPerson.personId);
    const named = await placeholder(stack, 'named@example.com', 2);
    await madeAndRemoved(named.personId);
    const browser = await signedIn(stack, provenPerson.email);
    await changing.requestChange(browser, 'named@example.com');
    const changed = await changing.use(browser, 'named@example.com');
    expect([changed.status, changed.text.includes('You now sign in as named@example.com')]).toEqual([
      200,
      true,
    ]);
    await browser.get((await letters.last(provenPerson.email)).path);
    await browser.submit(`${ADDRESS_PATH}/undo`, { password: secret, repeated: secret });
    expect(await canSignIn(stack, provenPerson.email, secret)).toBe(true);
  });

  it('does not prevent people from merging', async () => {
    const [one, other] = [
      await proven(stack, 'one@example.com', [1]),
      await proven(stack, 'other@example.com', []),
    ];
    await madeAndRemoved(other.personId);
    const browser = await signedIn(stack, one.email);
    await browser.get(MERGE_PATH);
    await browser.submit(MERGE_PATH, { username: other.email, password: passwordOfAll });
    await browser.submit(askPage);
    await browser.get((await letters.last(other.email)).path);
    const page = await browser.submit(CONFIRM_MERGE_PATH);
    expect([page.status, await canSignIn(stack, other.email)]).toEqual([200, false]);
  });
});
