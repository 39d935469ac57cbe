import { launchKeyContext, signatureKey } from '@app/catalogue';
import { sql } from '@app/database';
import { allKeys, createLogger, Sealer } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { randomBytes } from 'node:crypto';
import type { Settings } from '../config.js';
import { Signer } from './signer.js';

const newKey = () => randomBytes(32).toString('base64');
const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });

describe('Signer', () => {
  const harness = useDatabase('api');
  const [old, next] = [newKey(), newKey()];
  const signer = async (SECRETS_KEY: string, ...OTHER_SECRETS_KEYS: string[]): Promise<Signer> => {
    const newSigner = new Signer(
      harness.database,
      { SECRETS_KEY, OTHER_SECRETS_KEYS } as unknown as Settings,
      logger,
    );
    await newSigner.onModuleInit();
    return newSigner;
  };
  const keep = (fingerprint: string, keySealed: Buffer) =>
    harness.db.many(sql`
      insert into learning.retired_launch_keys (fingerprint, key_sealed)
      values (${fingerprint}, ${keySealed})`);

  it('accepts signatures by the other keys, only for the same purpose', async () => {
    const signed = (await signer(old)).sign('launch', 'package');
    expect((await signer(next, old)).isSigned('launch', 'package', signed)).toBe(true);
    expect((await signer(next, old)).isSigned('preview', 'package', signed)).toBe(false);
    expect((await signer(next)).isSigned('launch', 'package', signed)).toBe(false);
  });

  it('accepts packages from before an exchange of SECRETS_KEY, with and without other damaged keys', async () => {
    const before = await signer(old);
    const [launch, preview] = [before.sign('launch', 'package'), before.sign('preview', 'page')];
    const launchKey = signatureKey(allKeys({ SECRETS_KEY: old })[0]!, 'launch').toString('base64');
    await keep('damaged', Buffer.from('damaged'));
    await keep('old', Sealer.of({ SECRETS_KEY: next }).seal(launchKey, launchKeyContext('old')));
    const after = await signer(next);
    expect(after.isSigned('launch', 'package', launch)).toBe(true);
    expect(after.isSigned('launch', 'another package', launch)).toBe(false);
    expect(after.isSigned('preview', 'page', preview)).toBe(false);
    expect(after.sign('launch', 'package')).not.toBe(launch);
  });
});
