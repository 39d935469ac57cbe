import { Unavailable } from '@app/kernel';
import { hash as argon2 } from '@node-rs/argon2';
import { setImmediate as turn } from 'node:timers/promises';
import type { QueueOwner } from './priority-queue.js';
import { PasswordPool } from './password-pool.js';
import { cost, hashPassword } from './passwords.js';

const unknownOwner: QueueOwner = { rank: 'unknown', lane: 'other' };
const knownAsker = (lane = 'one'): QueueOwner => ({ rank: 'known', lane });

describe('PasswordPool', () => {
  // each run seems to take a second, however busy the machine is
  let time = 0;
  const pool = new PasswordPool({ threads: 1, maxWaitMs: 20_000, now: () => (time += 1_000) });
  let stored: string;
  beforeAll(async () => {
    stored = await hashPassword('right');
    expect(await pool.matches(unknownOwner, async () => stored, 'right')).toBe(true);
  });
  afterAll(() => pool.onModuleDestroy());

  it('checks passwords, and a dummy if there is none', async () => {
    expect(await pool.matches(unknownOwner, async () => stored, 'wrong')).toBe(false);
    expect(await pool.matches(unknownOwner, async () => undefined, 'nobody has this password')).toBe(false);
    const hashed = await pool.hash('another', 'one');
    expect(await pool.matches(knownAsker(), async () => hashed, 'another')).toBe(true);
  });

  it('compares in NFC, and unchanged for a password stored in another form (NIST SP 800-63B)', async () => {
    const [composed, decomposed] = ['Jörg’s café 1', 'Jörg’s café 1'.normalize('NFD')];
    for (const typed of [composed, decomposed]) {
      for (const stored of [await pool.hash(typed, 'one'), await hashPassword(typed)]) {
        expect(await pool.matches(knownAsker(), async () => stored, composed)).toBe(true);
        expect(await pool.matches(knownAsker(), async () => stored, decomposed)).toBe(true);
      }
    }
    const asTyped = await argon2(decomposed, cost);
    expect(await pool.matches(knownAsker(), async () => asTyped, decomposed)).toBe(true);
    expect(await pool.matches(knownAsker(), async () => asTyped, composed)).toBe(false);
    expect(await pool.matches(knownAsker(), async () => undefined, decomposed)).toBe(false);
  });

  it('keeps working after a hash that cannot be read', async () => {
    await expect(pool.matches(unknownOwner, async () => 'no hash', 'right')).rejects.toThrow();
    expect(await pool.matches(unknownOwner, async () => stored, 'right')).toBe(true);
  });

  it('refuses a check immediately that would wait too long, and prefers known browsers', async () => {
    const order: string[] = [];
    let refused = 0;
    const check = (queueOwner: QueueOwner) =>
      pool
        .matches(queueOwner, async () => stored, 'right')
        .then(() => order.push(queueOwner.rank))
        .catch((error: unknown) => {
          refused += 1;
          expect(error).toBeInstanceOf(Unavailable);
          expect((error as Unavailable).headers).toEqual({ 'retry-after': '2' });
        });
    const storm = Array.from({ length: 1000 }, (_, number) =>
      check({ rank: 'unknown', lane: String(number) }),
    );
    await turn();
    expect(refused).toBeGreaterThan(900);
    expect(() => pool.assertCapacity(knownAsker())).not.toThrow();
    await check(knownAsker());
    expect(order.indexOf('known')).toBeLessThan(3);
    await Promise.all(storm);
    expect(order.length).toBeLessThan(1000);
    expect(() => pool.assertCapacity(unknownOwner)).not.toThrow();
  });

  it('delays only the account of a flood, whether its browser is known or not', async () => {
    const order: string[] = [];
    const check = (queueOwner: QueueOwner) =>
      pool
        .matches(queueOwner, async () => stored, 'right')
        .then(() => order.push(`${queueOwner.rank} ${queueOwner.lane}`));
    let refused = 0;
    const flood = Promise.all(
      Array.from({ length: 300 }, () => check(knownAsker('greedy')).catch(() => (refused += 1))),
    );
    await turn();
    expect(refused).toBeGreaterThan(200);
    expect(() => pool.assertCapacity(knownAsker('other'))).not.toThrow();
    expect(() => pool.assertCapacity(unknownOwner)).not.toThrow();
    await Promise.all([check(knownAsker('other')), check(unknownOwner)]);
    expect(order.indexOf('known other')).toBeLessThan(4);
    expect(order.indexOf('unknown other')).toBeLessThan(6);
    await flood;
  });

  it('does not block the event loop while it hashes', async () => {
    const hashes = Promise.allSettled(Array.from({ length: 5 }, () => pool.hash('another', 'one')));
    let turns = 0;
    let isDone = false;
    void hashes.then(() => (isDone = true));
    while (!isDone) {
      await turn();
      turns += 1;
    }
    expect((await hashes).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    expect(turns).toBeGreaterThan(100);
  });
});
