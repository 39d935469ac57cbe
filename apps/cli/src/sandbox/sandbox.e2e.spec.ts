import { addUpPopularity } from '@app/catalogue';
import { webhookSecretContext } from '@app/contracts';
import { sql } from '@app/database';
import { Sealer, sha256 } from '@app/kernel';
import { TestClock, useDatabase } from '@app/testing';
import { planSandbox } from './sandbox-plan.js';
import { createSandbox, resetSandbox } from './sandbox.js';

describe('sandboxes', () => {
  const secretsKey = Buffer.alloc(32, 5).toString('base64');
  const [red, blue] = ['red', 'blue'].map((team) => planSandbox(team, 'learning.localhost', secretsKey));
  const harness = useDatabase();
  const createContext = () => ({
    database: harness.database,
    clock: new TestClock(),
    keys: { SECRETS_KEY: secretsKey },
    webhookUrl: 'https://team.example/hook',
  });

  const portalId = async (host: string) =>
    Number((await harness.db.one(sql`select id from identity.portals where name = ${host}`))['id']);
  /** Everything a team sees in its portal, without ids and times. */
  async function readContents(host: string) {
    const id = await portalId(host);
    return {
      people: await harness.db.many(sql`
        select p.email, a.first_name, a.last_name, a.roles, a.custom_fields from identity.accounts a
          join identity.persons p on p.id = a.person_id where a.portal_id = ${id} order by p.email`),
      content: await harness.db.many(sql`
        select title, type from learning.learning_objects where portal_id = ${id} and retired_time is null
         order by title, type`),
      webhooks: await harness.db.many(sql`
        select url, enabled, events from learning.webhooks where portal_id = ${id}`),
      enrollments: await harness.db.many(sql`select lo_id from learning.enrollments where portal_id = ${id}`),
      clients: await harness.db.many(sql`
        select client_id, secret_hash from auth.clients where portal_id = ${id} order by 1`),
      configuration: await harness.db.many(sql`select configuration from identity.portals where id = ${id}`),
    };
  }

  it('are created with people, content, a client and a webhook', async () => {
    const { webhookSecret } = await createSandbox(red!, createContext());
    const contents = await readContents(red!.host);
    expect(contents.people).toHaveLength(27);
    expect(contents.people[0]).toMatchObject({ email: red!.administrator, roles: ['Administrator'] });
    expect(contents.content.length).toBeGreaterThan(5);
    expect(contents.webhooks).toEqual([
      {
        url: 'https://team.example/hook',
        enabled: true,
        events: expect.arrayContaining(['user.create', 'lo.update']),
      },
    ]);
    expect(contents.clients).toEqual([
      { client_id: 'sandbox-red-app', secret_hash: sha256(red!.clientSecret) },
    ]);
    const webhook = await harness.db.one(sql`select id, secret from learning.webhooks`);
    expect(
      Sealer.of({ SECRETS_KEY: secretsKey }).open(webhook['secret'], webhookSecretContext(webhook['id'])),
    ).toBe(webhookSecret);
    await expect(createSandbox(red!, createContext())).rejects.toThrow('red already has a sandbox');
  });

  it('are separate for each team', async () => {
    const before = await readContents(red!.host);
    await createSandbox(blue!, createContext());
    expect(await readContents(red!.host)).toEqual(before);
    expect(blue!.clientSecret).not.toBe(red!.clientSecret);
  });

  it('are reset to their initial state without changing others', async () => {
    const [before, other] = [await readContents(red!.host), await readContents(blue!.host)];
    const id = await portalId(red!.host);
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name) values (9001, 'made@test.example', 'M', 'T');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name)
      values (${sql.raw(`${id}`)}, 9001, 9001, 'M', 'T');
      insert into auth.passwords values (9001, 'x', now());
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title) values (${sql.raw(`${id}`)}, 9001, 1, 'x');
      insert into learning.webhooks (portal_id, url) values (${sql.raw(`${id}`)}, 'https://second.example');
      insert into learning.learning_objects (portal_id, provider_id, type, title, description, language,
             created_time, updated_time)
        select ${sql.raw(`${id}`)}, id, 'link', 'Made by a test', '', 'en', now(), now()
          from learning.providers where slug = 'sandbox-red';
      update learning.learning_objects set title = 'Spoilt'
       where id = (select min(id) from learning.learning_objects where portal_id = ${sql.raw(`${id}`)});
      update identity.accounts set first_name = 'Spoilt', status = false
       where portal_id = ${sql.raw(`${id}`)} and 'Manager' = any(roles);
      update identity.portals set configuration = '{"pay_per_seat": true}' where id = ${sql.raw(`${id}`)};`);
    await resetSandbox(red!, createContext());
    const after = await readContents(red!.host);
    expect(after.people).toEqual(before.people);
    expect(after.webhooks).toEqual(before.webhooks);
    expect(after.clients).toEqual(before.clients);
    expect(after.configuration).toEqual(before.configuration);
    expect(after.enrollments).toEqual([]);
    expect(after.content).toEqual(before.content);
    expect(await harness.db.many(sql`select 1 from identity.persons where id = 9001`)).toEqual([]);
    expect(await readContents(blue!.host)).toEqual(other);
    const [revoked] = await harness.db.many(sql`
      select portal_id from auth.revocations where portal_id = ${id}`);
    expect(revoked).toBeDefined();
  });

  it('have their enrollments removed from popularity by a reset', async () => {
    const id = await portalId(red!.host);
    const { lo } = await harness.db.one(sql`
      select min(id) as lo from learning.learning_objects where portal_id = ${await portalId(blue!.host)}
         and retired_time is null`);
    await harness.db.many(sql`update learning.search_doc set popularity = 5 where lo_id = ${lo}`);
    await harness.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, archived_time)
      select portal_id, id, ${lo}, 'x', case when 'Administrator' = any(roles) then now() end
        from identity.accounts where portal_id = ${id} and roles && '{Administrator,Manager}' and person_id is not null`);
    await resetSandbox(red!, createContext());
    await harness.database.write((tx) => addUpPopularity(tx, 1_000));
    expect(await harness.db.one(sql`select popularity from learning.search_doc where lo_id = ${lo}`)).toEqual(
      {
        popularity: 4,
      },
    );
  });

  it('send no webhook events about their creation: the team’s webhook comes last', async () => {
    expect(await harness.db.many(sql`select 1 from learning.outbox`)).toEqual([]);
  });

  it('cannot be reset if unknown, or created under an invalid host name', async () => {
    const none = planSandbox('none', 'learning.localhost', secretsKey);
    await expect(resetSandbox(none, createContext())).rejects.toThrow('none has no sandbox');
    for (const name of ['', 'a', 'Red', '-red', 'red_team', 'x'.repeat(41)]) {
      expect(() => planSandbox(name, 'learning.localhost', secretsKey)).toThrow('A team name has');
    }
  });
});
