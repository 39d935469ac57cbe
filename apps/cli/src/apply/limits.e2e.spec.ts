import { sql } from '@app/database';
import { limits } from '@app/limits';
import { useDatabase } from '@app/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { addClientKeys, createClient } from '../auth/clients.js';
import { setCustomField } from '../users/fields.command.js';
import { fillCollection, upsertCollection } from '@app/catalogue';

describe('limits that apply to the command line', () => {
  const harness = useDatabase();
  const names = Array.from({ length: 6 }, (_, number) => `made_${number}`);
  /** How many of six parallel attempts succeeded; the others must report the limit. */
  async function through(name: keyof typeof limits, tries: Promise<unknown>[]): Promise<number> {
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject({ extra: { limit: name } });
    return results.length - refused.length;
  }

  beforeAll(async () => {
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (1, 'a.example', 'A')`);
  });

  it('custom_fields', async () => {
    await harness.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type) select 1, 'f' || n, 'text'
        from generate_series(1, ${limits.custom_fields.most - 2}) n`);
    const set = (name: string) =>
      setCustomField(harness.database, 'a.example', { name, type: 'text', options: [] });
    expect(await through('custom_fields', names.map(set))).toBe(2);
    await set('f1');
    const options = Array.from({ length: 201 }, (_, number) => `o${number}`);
    await expect(
      setCustomField(harness.database, 'a.example', { name: 'f1', type: 'choice', options }),
    ).rejects.toThrow('200');
  });

  it('collections and their items', async () => {
    await harness.db.many(sql`
      insert into learning.collections (portal_id, slug, name) select 1, 'c' || n, 'C'
        from generate_series(1, ${limits.collections.most - 2}) n`);
    const createCollection = (slug: string) =>
      harness.database.write((tx) => upsertCollection(tx, { portalId: 1, slug, name: 'C' }));
    expect(await through('collections', names.map(createCollection))).toBe(2);
    const id = await createCollection('c1');
    await harness.db.many(sql`
      insert into learning.providers (id, portal_id, slug, name) values (1, 1, 'p', 'p')`);
    await harness.db.many(sql`
      insert into learning.learning_objects (portal_id, provider_id, external_id, type, title)
      select 1, 1, 'x' || n, 'text', 'T' from generate_series(1, ${limits.collection_items.most + 1}) n`);
    await harness.db.many(sql`
      insert into learning.collection_items select ${id}, id from learning.learning_objects
       where id < (select max(id) from learning.learning_objects)`);
    const last = { provider: 'p', external_id: `x${limits.collection_items.most + 1}` };
    await expect(harness.database.write((tx) => fillCollection(tx, id, [last]))).rejects.toMatchObject({
      extra: { limit: 'collection_items' },
    });
  });

  it('clients of a portal, and their keys', async () => {
    const create = (id: string) =>
      createClient(harness.database, id, { id, portal: 'a.example', secret: true, special: false });
    await create('first');
    const keys = async (number: number) =>
      JSON.stringify({
        keys: await Promise.all(
          Array.from({ length: number }, async () =>
            exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey),
          ),
        ),
      });
    await addClientKeys(harness.database, 'first', await keys(limits.client_keys.most - 2));
    const sets = await Promise.all(names.map(() => keys(1)));
    expect(
      await through(
        'client_keys',
        sets.map((set) => addClientKeys(harness.database, 'first', set)),
      ),
    ).toBe(2);
    await harness.db.many(sql`
      insert into auth.clients (client_id, name, secret_hash, portal_id, grants, scopes, created_time, updated_time)
      select 'filled-' || n, 'Filled', '\\x00', 1, '{authorization_code}', '{}', now(), now()
        from generate_series(1, ${limits.clients.most - 3}) n`);
    expect(
      await through(
        'clients',
        names.map((name) => create(name)),
      ),
    ).toBe(2);
  });
});
