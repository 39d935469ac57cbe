import { createHash } from 'node:crypto';
import { sameBytes } from '@app/kernel';

/** `code_challenge` and `code_verifier`: 43 to 128 unreserved characters (RFC 7636 4.1, 4.2; contract 3.13). */
const grammar = /^[A-Za-z0-9._~-]{43,128}$/;
const s256Grammar = /^[A-Za-z0-9_-]{43}$/;

export const isCodeVerifier = (text: string): boolean => grammar.test(text);

/** Whether `text` has the form of a base64url-encoded SHA-256. */
export const isS256Challenge = (text: string): boolean => s256Grammar.test(text);

/** Whether `verifier` is the one whose S256 challenge was sent (RFC 7636 4.6). */
export function verifiesChallenge(verifier: string, challenge: string): boolean {
  const computed = createHash('sha256').update(verifier).digest('base64url');
  return sameBytes(Buffer.from(computed), Buffer.from(challenge));
}
