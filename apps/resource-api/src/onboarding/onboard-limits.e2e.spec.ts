import { sql, Database } from '@app/database';
import { SETTINGS } from '@app/kernel';
import { limits, reserveCount, releaseCount } from '@app/limits';
import { randomUUID } from 'node:crypto';
import type { Answer } from '@app/testing';
import { OnboardingStack } from '../../test/onboarding-stack.js';
import type { Settings } from '../config.js';

describe('POST /v2/onboard in production without a payment gateway', () => {
  const stack = new OnboardingStack();
  const { api, gateway, onboard, body, portalsNamed, mailsTo } = stack;
  beforeAll(() =>
    stack.start({ NODE_ENV: 'production', PAYMENT_GATEWAY_URL: undefined, LOG_LEVEL: 'silent' }),
  );
  afterAll(() => stack.stop());

  it('accepts no payment, and creates nothing', async () => {
    const requestBody = body({ customer: { name: 'Initech', payment_token: 'tok_4242' } });
    const answer = await onboard(requestBody, { 'idempotency-key': randomUUID() });
    expect([answer.status, answer.body.additional_errors]).toEqual([
      400,
      [
        {
          path: 'customer.payment_token',
          message: 'cannot be charged: no payment gateway is set up',
          error_code: 'payments_not_set_up',
        },
      ],
    ]);
    expect(await portalsNamed(requestBody.portal.domain)).toEqual([]);
    expect(await mailsTo(requestBody.user.email)).toEqual([]);
    expect(await api.db.many(sql`select 1 from identity.payments`)).toEqual([]);
    expect(gateway.authorized).toEqual([]);
  });

  it('creates portals that need no payment', async () => {
    expect((await onboard(body())).status).toBe(201);
  });
});

describe('POST /v2/onboard', () => {
  const stack = new OnboardingStack();
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  describe('payment and Idempotency-Key', () => {
    const { api, gateway, onboard, body, code, portalsNamed } = stack;
    describe('payment_token', () => {
      const paid = (rest: object = {}) =>
        body({ customer: { name: 'Initech', payment_token: 'tok_4242' }, ...rest });
      const payments = () =>
        api.db.many(sql`select * from identity.payments order by created_time desc, reference limit 1`);

      it('is sent to the gateway first, and stored nowhere', async () => {
        const answer = await onboard(paid());
        expect(answer.status).toBe(201);
        expect(gateway.authorized.at(-1)).toMatchObject({
          payment_token: 'tok_4242',
          amount: 990,
          currency: 'EUR',
        });
        const [payment] = await payments();
        expect(payment).toMatchObject({ state: 'capture', portal_id: answer.body.portal.id });
        for (const table of [
          'identity.customers',
          'identity.payments',
          'identity.portals',
          'maintenance.idempotency_keys',
        ]) {
          const foundRows = await api.db.many(sql`
            select 1 from ${sql.raw(table)} t where t::text like '%tok_4242%'`);
          expect([table, foundRows]).toEqual([table, []]);
        }
      });

      it('answers 400 without effects if the payment is declined', async () => {
        gateway.next(402);
        const requestBody = paid();
        const answer = await onboard(requestBody);
        expect([answer.status, answer.body.additional_errors[0]]).toMatchObject([
          400,
          { path: 'customer.payment_token', error_code: 'payment_declined' },
        ]);
        expect(await portalsNamed(requestBody.portal.domain)).toEqual([]);
      });

      it('answers 503 when the gateway is down', async () => {
        gateway.next(500);
        expect((await onboard(paid())).status).toBe(503);
      });

      it('is voided when no portal is created', async () => {
        const user = { ...stack.someone(), email: (await api.account(stack.partner)).email };
        expect(code(await onboard(paid({ user })))).toEqual([409, 'user_exists']);
        expect((await payments())[0]).toMatchObject({ state: 'void', portal_id: null });
      });
    });

    describe('a refused onboarding requests no payment', () => {
      const paid = (rest: object = {}) =>
        body({ customer: { name: 'Refused', payment_token: 'tok_4242' }, ...rest });
      const countRequests = async () => ({
        gateway: gateway.authorized.length,
        rows: (await api.db.one(sql`select count(*)::int as n from identity.payments`))['n'],
      });
      /** An application that has reached this limit in this hour, and in the next one in case it begins in between. */
      async function spent(limit: 'payments_asked' | 'known_people') {
        const id = stack.label();
        await stack.client(id);
        await api.db.many(sql`
          insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
          select ${limit}, ${id}, date_bin('1 hour', now(), 'epoch') + n * interval '1 hour', ${limits[limit].most},
                 now() + interval '2 days' from generate_series(0, 1) n`);
        return api.mint.sign({ clientId: id });
      }

      it('if no lookup is left', async () => {
        const token = await spent('known_people');
        const before = await countRequests();
        expect((await onboard(paid(), {}, token)).status).toBe(429);
        expect(await countRequests()).toEqual(before);
      });

      it('if the application has requested 50 in an hour', async () => {
        const token = await spent('payments_asked');
        const before = await countRequests();
        const answer = await onboard(paid(), {}, token);
        expect(answer.body).toMatchObject({ error_code: 'limit_reached', limit: 'payments_asked', most: 50 });
        expect(await countRequests()).toEqual(before);
        expect((await onboard(body(), {}, token)).status).toBe(201); // without a payment
      });

      it('where the domain is taken', async () => {
        const { portal } = (await onboard(body())).body;
        const before = await countRequests();
        const takenBody = paid({ portal: { domain: portal.name, seats: 5 } });
        expect(code(await onboard(takenBody))).toEqual([409, 'domain_taken']);
        expect(await countRequests()).toEqual(before);
      });

      it('counts each that was declined', async () => {
        const id = stack.label();
        await stack.client(id);
        gateway.next(402);
        await onboard(paid(), {}, await api.mint.sign({ clientId: id }));
        const counted = await api.db.many(sql`
          select limit_name, count from maintenance.limit_counts where owner = ${id} and count > 0`);
        expect(counted).toEqual([{ limit_name: 'payments_asked', count: 1 }]);
      });
    });

    describe('Idempotency-Key', () => {
      it('returns the first answer again, tokens included', async () => {
        const [key, requestBody] = [randomUUID(), body()];
        const first = await onboard(requestBody, { 'idempotency-key': key });
        const again = await onboard(requestBody, { 'idempotency-key': key });
        expect([first.status, again.status]).toEqual([201, 201]);
        expect(again.body).toEqual(first.body);
        expect(first.body.oauth_token).not.toBeNull();
      });

      it('creates one portal from 20 parallel requests', async () => {
        const [key, requestBody] = [
          randomUUID(),
          body({ customer: { name: 'Twenty', payment_token: 'tok_1' } }),
        ];
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => onboard(requestBody, { 'idempotency-key': key })),
        );
        expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
        expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
        const references = gateway.authorized.filter((one) => one.description === 'Portal for Twenty');
        expect(new Set(references.map((one) => one.reference)).size).toBe(1);
      });

      it('requests no second payment for a late request whose twin has created the portal', async () => {
        const [key, requestBody] = [
          randomUUID(),
          body({ customer: { name: 'Late', payment_token: 'tok_1' } }),
        ];
        expect((await onboard(requestBody, { 'idempotency-key': key })).status).toBe(201);
        // as for a request that looked for a stored answer before its twin had committed
        await api.db.many(sql`delete from maintenance.idempotency_keys where key = ${key}`);
        expect(code(await onboard(requestBody, { 'idempotency-key': key }))).toEqual([409, 'domain_taken']);
        const authorizations = gateway.authorized.filter((one) => one.description === 'Portal for Late');
        expect(new Set(authorizations.map((one) => one.reference)).size).toBe(1);
        const payments = await api.db.many(sql`
          select state from identity.payments where reference = ${authorizations[0]!.reference}`);
        expect(payments).toEqual([{ state: 'capture' }]);
      });

      it('answers oauth_token null when it cannot be fetched; the same request can retry for ten minutes', async () => {
        const [key, requestBody] = [randomUUID(), body()];
        const settings = api.server.app.get<Settings>(SETTINGS);
        const { AUTH_INTERNAL_URL } = settings;
        settings.AUTH_INTERNAL_URL = 'http://127.0.0.1:1';
        const first = await onboard(requestBody, { 'idempotency-key': key });
        expect([first.status, first.body.oauth_token]).toEqual([201, null]);
        settings.AUTH_INTERNAL_URL = AUTH_INTERNAL_URL;
        const again = await onboard(requestBody, { 'idempotency-key': key });
        expect(again.body).toEqual({
          ...first.body,
          oauth_token: expect.objectContaining({ token_type: 'Bearer' }),
        });
        const third = await onboard(requestBody, { 'idempotency-key': key });
        expect(third.body).toEqual(again.body);
      });
    });
  });

  describe('limits', () => {
    const { api, onboard, body } = stack;
    it('creates only as many portals a day per application as the limit, even concurrently; the rest have no effects', async () => {
      await api.db.many(sql`
        insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
        select 'portals_made', 'seller', date_bin('1 day', now(), 'epoch') + n * interval '1 day',
               ${limits.portals_made.most - 2},
               now() + interval '2 days' from generate_series(0, 1) n
        on conflict (limit_name, owner, window_start) do update set count = excluded.count`);
      const portals = () => api.db.one(sql`select count(*)::int n from identity.portals`);
      const before = (await portals())['n'];
      const answers = await Promise.all(Array.from({ length: 6 }, () => onboard(body({}))));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(4);
      expect(refused[0]!.body).toMatchObject({
        error_code: 'limit_reached',
        limit: 'portals_made',
        most: 200,
      });
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
});
