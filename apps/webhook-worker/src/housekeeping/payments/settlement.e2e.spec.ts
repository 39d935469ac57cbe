import { sql } from '@app/database';
import { listen } from '@app/local-services';
import { paymentGateway, SettlementQueries } from '@app/onboarding';
import { TestClock, useDatabase } from '@app/testing';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { pino } from 'pino';
import { PaymentSettlement } from './settlement.js';

describe('payments after onboarding', () => {
  const clock = new TestClock();
  const requests: string[] = [];
  let status = 200;
  let server: Server;
  const harness = useDatabase('worker');
  let settlement: PaymentSettlement;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(status).end();
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    const logger = pino({ level: 'silent' });
    const gateway = paymentGateway(
      { NODE_ENV: 'production', PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_KEY: 'key' },
      logger,
    );
    settlement = new PaymentSettlement(new SettlementQueries(harness.database), gateway, clock, logger);
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    requests.length = 0;
    status = 200;
  });

  async function payment(state: string, dueInSeconds = -1): Promise<string> {
    const reference = randomUUID();
    await harness.db.many(sql`
      insert into identity.payments (reference, request_hash, amount, currency, state, created_time, next_try_time)
      values (${reference}, uuid_send(${reference}), 1, 'EUR', ${state}, ${clock.now()},
             ${new Date(clock.now().getTime() + dueInSeconds * 1000)})`);
    return reference;
  }
  const readState = (reference: string) =>
    harness.db.one(sql`
      select state, next_try_time, last_error from identity.payments where reference = ${reference}`);

  it('settles nothing in production without a gateway, but waits for one', async () => {
    const logger = pino({ level: 'silent' });
    const none = paymentGateway({ NODE_ENV: 'production' }, logger);
    const waiting = new PaymentSettlement(new SettlementQueries(harness.database), none, clock, logger);
    const references = [await payment('capture'), await payment('void')];
    await waiting.settleDue();
    for (const reference of references)
      expect(await readState(reference)).toMatchObject({
        state: expect.stringMatching(/^(capture|void)$/),
        next_try_time: expect.any(Date),
        last_error: expect.stringContaining('PAYMENT_GATEWAY_URL'),
      });
    expect(requests).toEqual([]);
    await harness.db.many(sql`delete from identity.payments`);
  });

  it.each([
    ['production', undefined, false],
    ['production', 'refuse', false],
    ['production', 'agree', true],
    ['development', undefined, true],
    ['test', undefined, true],
    ['development', 'refuse', false],
  ] as const)(
    '%s with PAYMENTS_WITHOUT_GATEWAY=%s: accepting payments is %s',
    async (NODE_ENV, gatewayAnswer, agrees) => {
      const gateway = paymentGateway(
        { NODE_ENV, PAYMENTS_WITHOUT_GATEWAY: gatewayAnswer },
        pino({ level: 'silent' }),
      );
      const authorization = {
        reference: 'r',
        paymentToken: 't',
        amount: 1,
        currency: 'EUR',
        description: 'd',
      };
      const tried = Promise.resolve().then(() => {
        gateway.assertTakesPayments();
        return gateway.authorize(authorization);
      });
      if (agrees) expect(await tried).toBe(true);
      else await expect(tried).rejects.toMatchObject({ status: 400 });
      if (!agrees) await expect(gateway.authorize(authorization)).rejects.toThrow();
    },
  );

  it('captures the payment of a portal that was created, once', async () => {
    const reference = await payment('capture');
    await Promise.all([settlement.settleDue(), settlement.settleDue()]);
    expect(requests).toEqual([`/authorizations/${reference}/capture Bearer key`]);
    expect(await readState(reference)).toMatchObject({ state: 'captured', next_try_time: null });
    expect(await settlement.settleDue()).toBe(0);
  });

  it('voids the payment if no portal was created, even when the request never completed', async () => {
    const [voided, abandoned] = [await payment('void'), await payment('asked', 900)];
    await settlement.settleDue();
    expect((await readState(voided))['state']).toBe('voided');
    expect((await readState(abandoned))['state']).toBe('asked');
    clock.advance(901);
    status = 404; // the gateway never heard of it
    await settlement.settleDue();
    expect((await readState(abandoned))['state']).toBe('voided');
  });

  it('retries until the gateway answers', async () => {
    const reference = await payment('capture');
    status = 500;
    await settlement.settleDue();
    expect(await readState(reference)).toMatchObject({
      state: 'capture',
      last_error: 'the gateway answered 500',
    });
    expect(await settlement.settleDue()).toBe(0);
    status = 200;
    clock.advance(11);
    await settlement.settleDue();
    expect((await readState(reference))['state']).toBe('captured');
  });

  it('parks those in an unknown state, even if it is the name of something else; others are settled', async () => {
    await harness.db.many(sql`alter table identity.payments drop constraint payments_state_check`);
    const unknown = [await payment('nonsense'), await payment('toString'), await payment('constructor')];
    const good = await payment('capture');
    await settlement.settleDue();
    for (const reference of unknown) {
      const row = await readState(reference);
      expect(row).toMatchObject({ next_try_time: null, last_error: 'state_unknown' });
      expect(['nonsense', 'toString', 'constructor']).toContain(row['state']);
    }
    expect(requests).toEqual([`/authorizations/${good}/capture Bearer key`]);
    expect(await settlement.settleDue()).toBe(0);
  });
});
