import { openDatabase, sql, type Database } from '@app/database';
import { registerClient } from '@app/clients';
import { findPortalByName } from '@app/identity';
import { randomHex, systemClock } from '@app/kernel';
import { makePortal } from '../../chaos/chaos.queries.js';
import type { BenchStack } from '../bench-stack.js';

/**
 * Registers clients, `<name>-0` and so on, with one secret.
 * @param portal its name; by default one of their own, which has room for a hundred
 * @returns their credentials as a {@link Paced} form, in which `{client}` differs from one request to the next
 */
export async function makeClients(
  stack: BenchStack,
  name: string,
  count: number,
  portal?: string,
): Promise<{ client_id: string; client_secret: string }> {
  const secret = randomHex(40);
  await asOwner(stack, async (database) => {
    const portalId = portal
      ? (await findPortalByName(database, portal))!.id
      : await makePortal(database, `${name}-${randomHex(8)}.learning.localhost`);
    await database.write(async (tx) => {
      for (let number = 0; number < count; number++) {
        const clientId = `${name}-${number}`;
        const registration = { clientId, name: clientId, secret, redirectUri: null, isSpecial: false };
        await registerClient(tx, { ...registration, portalId }, systemClock.now());
      }
    });
  });
  return { client_id: `${name}-{client}`, client_secret: secret };
}

/** Otherwise Postgres, which does it every five minutes, might do it during a measurement. */
export const checkpoint = (stack: BenchStack): Promise<void> =>
  asOwner(stack, async (database) => {
    await database.many(sql`checkpoint`.unprepared());
  });

async function asOwner(stack: BenchStack, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ url: stack.ownerUrl, applicationName: 'bench', poolSize: 1 });
  try {
    await work(database);
  } finally {
    await database.dataSource.destroy();
  }
}
