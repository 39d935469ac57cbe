import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The keys of an environment: 32 bytes each, in base64. One seals and signs; values sealed or signed with the others
 * are accepted as well, so that a key can be exchanged while all servers run (docs/operations/settings.md).
 */
export interface SecretsKeys {
  SECRETS_KEY: string;
  /** The next key before a rotation, the previous one after it; none by default. */
  OTHER_SECRETS_KEYS?: readonly string[];
}

/** All keys, the one that seals and signs first. */
export const allKeys = ({ SECRETS_KEY, OTHER_SECRETS_KEYS = [] }: SecretsKeys): Buffer[] =>
  [SECRETS_KEY, ...OTHER_SECRETS_KEYS].map((key) => Buffer.from(key, 'base64'));

/**
 * Distinguishes keys without revealing anything about them: 32 hexadecimal digits derived by HKDF (RFC 5869) with a
 * label that has no other use.
 * @param key 32 bytes in base64
 */
export const secretsKeyFingerprint = (key: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'fingerprint of SECRETS_KEY', 16)).toString(
    'hex',
  );

/** Encrypts, with AES-256-GCM, values that must be readable again (signing keys, webhook secrets). */
export class Sealer {
  readonly #keys: readonly Buffer[];

  /**
   * A sealed value does not name its key, so that versions of this service with only one key can read it. Opening tries
   * the keys in turn, 2 microseconds each.
   * @param keys the one that seals, then others that only open
   * @throws RangeError if the length of a key is not 32
   */
  constructor(keys: readonly Buffer[]) {
    if (keys.length === 0 || keys.some(({ length }) => length !== 32)) {
      throw new RangeError('a sealing key must be 32 bytes in base64');
    }
    this.#keys = keys;
  }

  /** @throws RangeError if a key has another length than 32 bytes */
  static of(settings: SecretsKeys): Sealer {
    return new Sealer(allKeys(settings));
  }

  /** @param context bound into the seal, so that a sealed value cannot be moved to another row. */
  seal(plain: string, context: string): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0]!, iv).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** @throws Error when the value was altered, or sealed with an unknown key or another context. */
  open(sealed: Buffer, context: string): string {
    const opened = this.#opened(sealed, context);
    if (!opened) throw new Error('a sealed value cannot be opened');
    return opened.plain;
  }

  /** Like {@link open}; undefined when the value was altered, or sealed with an unknown key or another context. */
  tryOpen(sealed: Buffer, context: string): string | undefined {
    return this.#opened(sealed, context)?.plain;
  }

  /**
   * The same value sealed with the current key.
   * @returns the value itself when that key sealed it; undefined when it cannot be opened
   */
  reseal(sealed: Buffer, context: string): Buffer | undefined {
    const opened = this.#opened(sealed, context);
    if (!opened) return undefined;
    return opened.key === this.#keys[0] ? sealed : this.seal(opened.plain, context);
  }

  #opened(sealed: Buffer, context: string): { plain: string; key: Buffer } | undefined {
    for (const key of this.#keys) {
      try {
        return { plain: openWith(key, sealed, context), key };
      } catch {
        // sealed with one of the others, or damaged
      }
    }
    return undefined;
  }
}

/** @throws Error when the value was altered, or sealed with another key or context. */
function openWith(key: Buffer, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}
