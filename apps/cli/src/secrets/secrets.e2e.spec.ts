import { launchKeyContext, signatureKey } from '@app/catalogue';
import { webhookSecretContext } from '@app/contracts';
import { assertSecretsKey, sql } from '@app/database';
import { allKeys, Sealer, secretsKeyFingerprint } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { countSealed, rotateSecrets } from './rotation.js';
import { sealedColumns } from './sealed-columns.queries.js';

const newKey = () => randomBytes(32).toString('base64');
/** Bytes that are not sealed: hashes, and images as they are. */
const notSealed = /[._](hash|digest|checksum|bytes)$/;

describe('The exchange of SECRETS_KEY', () => {
  const harness = useDatabase();
  const [old, next] = [newKey(), newKey()];
  const before = { SECRETS_KEY: old };
  const during = { SECRETS_KEY: next, OTHER_SECRETS_KEYS: [old] };
  const after = { SECRETS_KEY: next };
  /** More than two batches. */
  const WEBHOOKS = 450;

  const opened = async (keys: typeof before) => {
    const rows = await harness.db.many<{ id: number; secret: Buffer }>(sql`
      select id, secret from learning.webhooks`);
    return rows.filter(
      ({ id, secret }) => Sealer.of(keys).tryOpen(secret, webhookSecretContext(id)) === `s${id}`,
    );
  };
  const listFingerprints = async () =>
    (await harness.db.many(sql`select fingerprint from maintenance.secrets_keys order by id`)).map(
      ({ fingerprint }) => fingerprint as string,
    );

  beforeAll(async () => {
    await assertSecretsKey(harness.database, before);
    const sealer = Sealer.of(before);
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) overriding system value values (1, 'p', 'P')`);
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name) overriding system value
      values (1, 'a@b.example', 'A', 'B')`);
    const ids = Array.from({ length: WEBHOOKS }, (_, index) => index + 1);
    await harness.db.many(sql`
      insert into learning.webhooks (id, portal_id, url, events, secret, previous_secret) overriding system value
      select id, 1, 'https://example.com', '{user.create}', secret, secret
        from unnest(${ids}::int[],
             ${ids.map((id) => sealer.seal(`s${id}`, webhookSecretContext(id)))}::bytea[]) as t(id, secret)`);
    await harness.db.many(sql`
      insert into auth.signing_keys (kid, alg, public_jwk, private_sealed, created_time, signs_from)
      values ('k', 'ES256', '{}', ${sealer.seal('pem', 'k')}, now(), now())`);
    await harness.db.many(sql`
      insert into auth.id_token_keys (kid, alg, public_jwk, private_sealed, created_time, signs_from)
      values ('i', 'RS256', '{}', ${sealer.seal('pem of ID tokens', 'i')}, now(), now())`);
    await harness.db.many(sql`
      insert into auth.second_factors (person_id, secret_sealed)
      values (1, ${sealer.seal('totp', 'second factor 1')})`);
    await harness.db.many(sql`
      insert into maintenance.idempotency_keys (scope, key, request_hash, answer_sealed, expires_at)
      values ('a b c', 'k', '\\x00', ${sealer.seal('{}', 'idempotency a b c k')}, now()), ('a b c',
             'damaged', '\\x00', '\\x0102', now())`);
  });

  it('lists every sealed column', async () => {
    const columns = await harness.db.many<{ name: string }>(sql`
      select n.nspname || '.' || c.relname || '.' || a.attname as name
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where a.atttypid = 'bytea'::regtype and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p')
         and not c.relispartition and n.nspname in ('auth', 'identity', 'learning', 'maintenance')`);
    const sealed = columns.map(({ name }) => name).filter((name) => !notSealed.test(name));
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      sealed.toSorted(),
    );
  });

  it('begins with a server that also has the old key; one without it does not start', async () => {
    await expect(assertSecretsKey(harness.database, after)).rejects.toThrow(/OTHER_SECRETS_KEYS/);
    await expect(
      assertSecretsKey(harness.database, { SECRETS_KEY: next, OTHER_SECRETS_KEYS: [newKey()] }),
    ).rejects.toThrow(/is not the key/);
    await assertSecretsKey(await harness.open('api'), during);
    expect(await listFingerprints()).toEqual([secretsKeyFingerprint(old), secretsKeyFingerprint(next)]);
  });

  it('counts the values sealed with each key, and changes nothing', async () => {
    const counts = await countSealed(harness.database, during);
    expect(counts.find(({ column }) => column === 'learning.webhooks.secret')).toEqual({
      column: 'learning.webhooks.secret',
      current: 0,
      otherKeys: WEBHOOKS,
      unreadable: 0,
    });
    expect(await opened(before)).toHaveLength(WEBHOOKS);
  });

  it('may be interrupted: no value and no fingerprint is lost', async () => {
    let batches = 0;
    const interrupted = rotateSecrets(harness.database, during, ({ column }) => {
      batches += column === 'learning.webhooks.secret' ? 1 : 0;
      if (batches === 2) throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await opened(during)).toHaveLength(WEBHOOKS);
    expect(await opened(after)).toHaveLength(400);
    expect(await listFingerprints()).toHaveLength(2);
  });

  it('ends with everything sealed again, despite damaged values', async () => {
    const counts = await rotateSecrets(harness.database, during, () => undefined);
    const damaged = counts.filter(({ unreadable }) => unreadable > 0);
    expect(damaged).toEqual([
      { column: 'maintenance.idempotency_keys.answer_sealed', current: 1, otherKeys: 0, unreadable: 1 },
    ]);
    expect(counts.reduce((sum, { otherKeys }) => sum + otherKeys, 0)).toBe(0);
    expect(await opened(after)).toHaveLength(WEBHOOKS);
    const [key] = await harness.db.many<{ private_sealed: Buffer }>(sql`
      select private_sealed from auth.signing_keys`);
    expect(Sealer.of(after).open(key!.private_sealed, 'k')).toBe('pem');
    const [idKey] = await harness.db.many<{ private_sealed: Buffer }>(sql`
      select private_sealed from auth.id_token_keys`);
    expect(Sealer.of(after).open(idKey!.private_sealed, 'i')).toBe('pem of ID tokens');
  });

  it('keeps the key of launch tokens', async () => {
    const [storedKey] = await harness.db.many<{ fingerprint: string; key_sealed: Buffer }>(sql`
      select fingerprint, key_sealed from learning.retired_launch_keys`);
    const launchKey = Sealer.of(after).open(storedKey!.key_sealed, launchKeyContext(storedKey!.fingerprint));
    expect(Buffer.from(launchKey, 'base64')).toEqual(signatureKey(allKeys(before)[0]!, 'launch'));
  });

  it('forgets the old key: a server that still seals with it no longer starts', async () => {
    expect(await listFingerprints()).toEqual([secretsKeyFingerprint(next)]);
    await expect(assertSecretsKey(harness.database, before)).rejects.toThrow(/is not the key/);
    await assertSecretsKey(harness.database, after);
  });
});
