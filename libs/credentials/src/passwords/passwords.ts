import type { Options } from '@node-rs/argon2';

/** argon2id (2 is its number in the library's const enum) at OWASP's first recommended cost. */
export const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The shortest password that may be set, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
/** The longest password that is checked, in bytes: argon2 must not be given megabytes. */
export const MAX_PASSWORD_BYTES = 1024;

/** The form in which a password is stored and compared (NIST SP 800-63B 3.1.1.2). */
export const normalized = (password: string): string => password.normalize('NFC');

/** Hashes a password for storage. Costs some 20 ms of one core. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(normalized(password), cost);
}
