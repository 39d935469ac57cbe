import { BadRequest } from '@app/kernel';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, normalized } from './passwords.js';

/** Why a password is not acceptable. */
export type PasswordFault = 'short' | 'long' | 'common' | 'own';

const serviceNames = ['learning platform', 'learningplatform', 'learning-platform', 'learning_platform'];

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loaded when a password is first set, because unpacking the list takes about 40 ms. */
const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= MIN_PASSWORD_LENGTH));
};

/**
 * The fault of a new password: it is too short, or a common one. Or it is a word, in any letter case, that is publicly
 * known about this person or this service. Its characters are never a fault. Source: NIST SP 800-63B 3.1.1.2, OWASP
 * ASVS 6.2.1 and 6.2.4; decision people 3.1.
 * @param email of the password's owner
 */
export async function passwordFault(password: string, email: string): Promise<PasswordFault | undefined> {
  if ([...password].length < MIN_PASSWORD_LENGTH) return 'short';
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return 'long';
  const plain = normalized(password).toLowerCase();
  const address = email.trim().toLowerCase();
  const ownTexts = [address, address.slice(0, address.lastIndexOf('@')), ...serviceNames];
  if (ownTexts.includes(plain)) return 'own';
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(plain) ? 'common' : undefined;
}

/** The descriptions of faults for programs that set a password. */
export const passwordFaults: Readonly<Record<PasswordFault, string>> = {
  short: `must have at least ${MIN_PASSWORD_LENGTH} characters`,
  long: `must be at most ${MAX_PASSWORD_BYTES} bytes long`,
  common: 'is one of the most common passwords',
  own: 'must not be the e-mail address, its first part or the name of this service',
};

/**
 * @param path of the field
 * @throws BadRequest naming it, when the password is not acceptable
 */
export async function assertGoodPassword(password: string, email: string, path = 'password'): Promise<void> {
  const fault = await passwordFault(password, email);
  if (fault) throw BadRequest.field(path, passwordFaults[fault], `password_${fault}`);
}
