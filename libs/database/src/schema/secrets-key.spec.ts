import { webhookSecretContext } from '@app/contracts';
import { Sealer, secretsKeyFingerprint } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { sql } from '../sql/sql.js';
import { assertSecretsKey, checkSecretsKey } from './secrets-key.js';

const newKey = () => randomBytes(32).toString('base64');

describe('SECRETS_KEY', () => {
  const harness = useDatabase();
  const roles = ['auth', 'api', 'worker'] as const;
  const listKept = async () =>
    (await harness.db.many(sql`select fingerprint from maintenance.secrets_keys`)).map(
      (row) => row['fingerprint'],
    );
  const check = (role: (typeof roles)[number] | 'owner', key: string) =>
    checkSecretsKey(harness.urls[role], 'test', { SECRETS_KEY: key });
  const tried = (work: Promise<void>) =>
    work.then(
      () => 'starts',
      (error: Error) => error.message,
    );
  afterEach(() =>
    harness.db.many(sql`
      delete from maintenance.secrets_keys; delete from learning.webhooks; delete from auth.signing_keys`),
  );

  it('is known by its fingerprint from its first use; a different one is refused with a message naming the setting', async () => {
    const key = newKey();
    await check('auth', key);
    expect(await listKept()).toEqual([secretsKeyFingerprint(key)]);
    for (const role of roles) {
      await check(role, key);
      await expect(check(role, newKey())).rejects.toThrow(/^SECRETS_KEY is not the key that sealed/);
    }
    expect(await listKept()).toHaveLength(1);
  });

  it('is identified only by its fingerprint, which is none of the other values derived from it', () => {
    const key = newKey();
    expect(secretsKeyFingerprint(key)).toMatch(/^[0-9a-f]{32}$/);
    expect(secretsKeyFingerprint(key)).not.toBe(secretsKeyFingerprint(newKey()));
    expect(Buffer.from(key, 'base64').toString('hex')).not.toContain(secretsKeyFingerprint(key).slice(0, 8));
  });

  it('is the same for servers that start in parallel on an empty database: those with another are refused', async () => {
    const [key, other] = [newKey(), newKey()];
    const starts = await Promise.all(
      Array.from({ length: 24 }, (_, n) => tried(check(roles[n % 3]!, n % 2 ? key : other))),
    );
    const won = (await listKept())[0] === secretsKeyFingerprint(key) ? 1 : 0;
    expect(starts.map((answer) => answer === 'starts')).toEqual(starts.map((_, n) => n % 2 === won));
    expect(await listKept()).toHaveLength(1);
  });

  it('is checked against what was sealed before fingerprints were stored, ignoring damaged values', async () => {
    const key = newKey();
    const sealer = Sealer.of({ SECRETS_KEY: key });
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (1, 'p', 'P')`);
    const secrets = [sealer.seal('whsec', webhookSecretContext(1)), Buffer.from('damaged')];
    for (const [index, secret] of secrets.entries()) {
      await harness.db.many(sql`
        insert into learning.webhooks (id, portal_id, url, events, secret) overriding system value
        values (${index + 1}, 1, 'https://a.example', '{}', ${secret})`);
    }
    await expect(check('worker', newKey())).rejects.toThrow(/SECRETS_KEY/);
    await expect(check('api', newKey())).rejects.toThrow(/SECRETS_KEY/);
    expect(await listKept()).toEqual([]);
    await harness.db.many(sql`
      insert into auth.signing_keys (kid, alg, public_jwk, private_sealed, created_time, signs_from)
      values ('k', 'ES256', '{}', ${sealer.seal('pem', 'k')}, now(), now())`);
    await expect(check('auth', newKey())).rejects.toThrow(/SECRETS_KEY/);
    await check('worker', key);
    expect(await listKept()).toEqual([secretsKeyFingerprint(key)]);
  });

  it('may match one of several stored fingerprints', async () => {
    const [key, next] = [newKey(), newKey()];
    await assertSecretsKey(harness.database, { SECRETS_KEY: key });
    await harness.db.many(sql`
      insert into maintenance.secrets_keys (id, fingerprint) values (2, ${secretsKeyFingerprint(next)})`);
    await check('api', key);
    await check('worker', next);
    await expect(check('auth', newKey())).rejects.toThrow(/SECRETS_KEY/);
  });

  it.each(roles)('cannot be replaced by the role of %s', async (role) => {
    const database = await harness.open(role);
    const run = (text: string) => database.dataSource.query(text);
    await check('auth', newKey());
    await expect(run('delete from maintenance.secrets_keys')).rejects.toThrow(/permission denied/);
    await expect(run("update maintenance.secrets_keys set fingerprint = '0'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(
      run(`insert into maintenance.secrets_keys (id, fingerprint) values (3, '${'0'.repeat(32)}')`),
    ).rejects.toThrow(/permission denied/);
  });
});
