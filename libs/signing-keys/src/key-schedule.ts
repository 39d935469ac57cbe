import { MAX_TOKEN_SECONDS } from '@app/contracts';

export const KEY_SET_MAX_AGE_SECONDS = 3600;
/** Seconds for which a key is published before it signs: by then even a verifier that never refreshes early has it. */
export const PUBLISH_AHEAD_SECONDS = 2 * KEY_SET_MAX_AGE_SECONDS + 60;
/**
 * Seconds for which a retired key stays published after its last token: that token's lifetime plus clock differences.
 */
const PUBLISH_AFTER_SECONDS = MAX_TOKEN_SECONDS;

export interface ScheduledKey {
  kid: string;
  signsFrom: Date;
  revokedAt: Date | null;
}

export type KeyState = 'next' | 'current' | 'retired' | 'expired' | 'revoked';

/**
 * The state of each key at `now`, derived from its own times and its successor's. A successor that was revoked after it
 * had begun to sign still counts as one: verifiers may have dropped the key before it, which therefore never signs
 * again.
 */
export function keyStates<K extends ScheduledKey>(
  keys: readonly K[],
  now: Date,
): (K & { state: KeyState })[] {
  const signers = keys
    .filter((key) => key.revokedAt === null || key.revokedAt > key.signsFrom)
    .sort((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime() || a.kid.localeCompare(b.kid));
  const state = (key: K): KeyState => {
    if (key.revokedAt !== null) return 'revoked';
    if (key.signsFrom > now) return 'next';
    const successor = signers[signers.indexOf(key) + 1];
    if (!successor || successor.signsFrom > now) return 'current';
    const gone = successor.signsFrom.getTime() + PUBLISH_AFTER_SECONDS * 1000 <= now.getTime();
    return gone ? 'expired' : 'retired';
  };
  return keys.map((key) => ({ ...key, state: state(key) }));
}

/** Whether a key in this state is in the key set. */
export const isPublished = (state: KeyState): boolean =>
  state === 'next' || state === 'current' || state === 'retired';
