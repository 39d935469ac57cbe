import { Database, sql } from '@app/database';
import { reserveCount, releaseCount, limits } from '@app/limits';
import type { Answer } from '@app/testing';
import { OnboardingStack } from '../../test/onboarding-stack.js';

describe('POST /v2/onboard: limits', () => {
  const stack = new OnboardingStack();
  const { api, onboard, body } = stack;
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  it('creates only as many portals a day per application as the limit, even concurrently; the rest have no effects', async () => {
    await api.db.many(sql`
      insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
      select 'portals_made', 'seller', date_bin('1 day', now(), 'epoch') + n * interval '1 day',
             ${limits.portals_made.most - 2},
             now() + interval '2 days' from generate_series(0, 1) n`);
    const portals = () => api.db.one(sql`select count(*)::int n from identity.portals`);
    const before = (await portals())['n'];
    const answers = await Promise.all(Array.from({ length: 6 }, () => onboard(body({}))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(4);
    expect(refused[0]!.body).toMatchObject({ error_code: 'limit_reached', limit: 'portals_made', most: 200 });
    expect((await portals())['n']).toBe(before + 2);
  });

  it('accepts at most a hundred administrators', async () => {
    const requestBody = body({});
    const administrators = Array.from({ length: 101 }, (_, number) => `admin-${number}@example.com`);
    const answer = await onboard({ ...requestBody, portal: { ...requestBody.portal, administrators } });
    expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'portal.administrators']);
    expect(await stack.portalsNamed(requestBody.portal.domain)).toEqual([]);
  });

  describe('lookups of known people', () => {
    const { code, someone } = stack;
    const { most } = limits.known_people;

    /** An application with this many lookups left in this hour, and in the next one in case it begins in between. */
    async function prober(remaining: number) {
      const id = stack.label();
      await stack.client(id);
      await api.db.many(sql`
        insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
        select 'known_people', ${id}, date_bin('1 hour', now(), 'epoch') + n * interval '1 hour', ${most - remaining},
               now() + interval '2 days' from generate_series(0, 1) n`);
      const token = await api.mint.sign({ clientId: id });
      return (json: object): Promise<Answer> => onboard(json, {}, token);
    }
    const knownUser = async () => ({ ...someone(), email: (await api.account(stack.partner)).email });

    it('T14 are refused with 429 for every name if completed ones use up the limit', async () => {
      const ask = await prober(most);
      for (let n = 0; n < most; n += 1) {
        expect(code(await ask(body({ user: await knownUser() })))).toEqual([409, 'user_exists']);
      }
      const [knownPerson, unknown] = [await knownUser(), someone()];
      const [knownAnswer, unknownAnswer] = [
        await ask(body({ user: knownPerson })),
        await ask(body({ user: unknown })),
      ];
      expect([unknownAnswer.status, unknownAnswer.headers['retry-after']]).toEqual([429, '3600']);
      expect({ ...knownAnswer.body, ref: '' }).toEqual({ ...unknownAnswer.body, ref: '' });
      const stored = sql`select 1 from identity.persons where email = ${unknown.email}`;
      expect(await api.db.many(stored)).toEqual([]);
    });

    it('T14 are neither done nor counted if there are too few seats', async () => {
      const ask = await prober(1);
      const refusals = [];
      for (const user of [await knownUser(), someone(), await knownUser(), someone()]) {
        const portal = { domain: stack.domain(), seats: 1 };
        const { status, body: answer } = await ask(body({ user, portal, additional_users: [someone()] }));
        refusals.push([status, answer.error_code, answer.seats]);
      }
      expect(refusals).toEqual(Array.from({ length: 4 }, () => [409, 'no_seat_left', 1]));
      expect(code(await ask(body({ user: await knownUser() })))).toEqual([409, 'user_exists']);
      expect((await ask(body({ user: await knownUser() }))).status).toBe(429);
    });

    it('are neither done nor counted if the domain is taken', async () => {
      const ask = await prober(1);
      const { portal } = (await ask(body())).body;
      const takenPortal = { domain: portal.name, seats: 5 };
      for (const user of [await knownUser(), someone(), await knownUser()])
        expect(code(await ask(body({ user, portal: takenPortal })))).toEqual([409, 'domain_taken']);
      expect(code(await ask(body({ user: await knownUser() })))).toEqual([409, 'user_exists']);
    });

    it('T14 count if the request fails afterwards', async () => {
      const ask = await prober(1);
      await api.db.many(sql`
        create function identity.refuse() returns trigger language plpgsql as $$
        begin raise exception 'refused by a test'; end $$;
        create trigger refuse before insert on identity.accounts for each row
          when (new.first_name = 'Refused') execute function identity.refuse()`);
      const refused = { ...someone(), first_name: 'Refused' };
      expect((await ask(body({ user: refused }))).status).toBe(500);
      expect((await ask(body({ user: refused }))).status).toBe(429);
      await api.db.many(sql`drop function identity.refuse() cascade`);
    });

    it('are returned by requests that create portals', async () => {
      const ask = await prober(1);
      for (let n = 0; n < 3; n += 1) expect((await ask(body())).status).toBe(201);
      expect(code(await ask(body({ user: await knownUser() })))).toEqual([409, 'user_exists']);
    });

    it('in flight do not use up the limit: requests of the client wait for each other', async () => {
      const ask = await prober(4);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(body())));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    });

    it('are limited under concurrent requests that name known people', async () => {
      const ask = await prober(most);
      const named = await Promise.all(Array.from({ length: 2 * most }, knownUser));
      const answers = await Promise.all(named.map((user) => ask(body({ user }))));
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(most);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(most);
    });

    it('are refused for each of several concurrent requests if none is left', async () => {
      const ask = await prober(0);
      const named = await Promise.all(Array.from({ length: 10 }, knownUser));
      const answers = await Promise.all(named.map((user) => ask(body({ user }))));
      expect(answers.map(({ status }) => status)).toEqual(named.map(() => 429));
    });

    it('of an earlier hour are not returned to the current one', async () => {
      const id = stack.label();
      const counts = () =>
        api.db.many(sql`
          select count from maintenance.limit_counts where owner = ${id} order by window_start`);
      const database = api.server.app.get(Database);
      const now = await reserveCount(database, 'known_people', id);
      await releaseCount(database, { ...now, window: now.window - 3_600 });
      expect(await counts()).toEqual([{ count: 1 }]);
    });
  });
});
