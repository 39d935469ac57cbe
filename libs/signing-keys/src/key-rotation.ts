import { recordAudit, type AuditEvent, type AuditOrigin } from '@app/access';
import { latestTokenExpiry } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { addSeconds, Sealer, type Clock, type SecretsKeys } from '@app/kernel';
import { keyStates, PUBLISH_AHEAD_SECONDS } from './key-schedule.js';
import { generateSigningKey, type SigningAlgorithm } from './signing-key.js';
import { SigningKeyQueries } from './signing-keys.queries.js';

/** Days that a key signs. An unnoticed theft of a key ends with it, and verifiers follow the key set. */
export const SIGNING_KEY_DAYS = 90;

/** How keys are generated and sealed; keys of ID tokens are always RS256. */
export interface KeySettings extends SecretsKeys {
  SIGNING_ALG: SigningAlgorithm;
}

/**
 * Moves keys through their states: next, current, retired, deleted; each step is recorded in the audit log. Source:
 * contract 3.23.
 */
export class KeyRotation {
  readonly #sealer: Sealer;

  /** @param auditOrigin the actor, for the audit log */
  constructor(
    private readonly database: Database,
    readonly queries: SigningKeyQueries,
    private readonly clock: Clock,
    private readonly settings: KeySettings,
    private readonly auditOrigin: AuditOrigin,
  ) {
    this.#sealer = Sealer.of(settings);
  }

  /** Generates a key that signs immediately if there is none; of several starting processes, one does so. */
  async ensureCurrent(): Promise<void> {
    await this.database.write(async (tx) => {
      await this.queries.lock(tx);
      if (!(await this.#hasCurrent(tx))) await this.#add(tx, this.clock.now());
    });
  }

  /**
   * Publishes a key that will sign after two max-age of the key set; does nothing if one is already waiting.
   * @returns the kid of the waiting key
   */
  async rotate(): Promise<string> {
    return this.database.write(async (tx) => {
      await this.queries.lock(tx);
      const waiting = keyStates(await this.queries.all(tx), this.clock.now()).find(
        ({ state }) => state === 'next',
      );
      return waiting?.kid ?? this.#add(tx, addSeconds(this.clock.now(), PUBLISH_AHEAD_SECONDS));
    });
  }

  /** Run on schedule: rotates when the current key has signed for {@link SIGNING_KEY_DAYS}, and deletes unused keys. */
  async keepSchedule(): Promise<void> {
    const now = this.clock.now();
    const keys = keyStates(await this.queries.all(), now);
    const current = keys.find(({ state }) => state === 'current');
    if (!current) return this.ensureCurrent();
    const age = (now.getTime() - current.signsFrom.getTime()) / 1000;
    if (age >= SIGNING_KEY_DAYS * 86_400 - PUBLISH_AHEAD_SECONDS) await this.rotate();
    const longRevoked = addSeconds(now, -7 * 86_400);
    const useless = keys.filter(
      ({ state, revokedAt }) => state === 'expired' || (revokedAt !== null && revokedAt < longRevoked),
    );
    if (useless.length > 0) {
      await this.database.write(async (tx) => {
        for (const kid of await this.queries.remove(
          tx,
          useless.map(({ kid }) => kid),
        )) {
          await this.#record(tx, 'signing_key.removed', { kid });
        }
      });
    }
  }

  /**
   * Ends a compromised key and every token it signed. If it was the current one, the waiting key or a new one signs
   * immediately.
   * @returns the kid of the current key; undefined when there is no such key to revoke
   */
  async revoke(kid: string): Promise<string | undefined> {
    return this.database.write(async (tx) => {
      await this.queries.lock(tx);
      const now = this.clock.now();
      if (!(await this.queries.revoke(tx, kid, now, latestTokenExpiry(now)))) return undefined;
      await this.#record(tx, 'signing_key.revoked', { kid });
      const rest = keyStates(await this.queries.all(tx), now).filter((key) => key.kid !== kid);
      const current = rest.find(({ state }) => state === 'current');
      return current?.kid ?? (await this.#promoteNext(tx, now)) ?? this.#add(tx, now);
    });
  }

  /**
   * Lets the waiting key or a new one sign immediately when the current one cannot be read. Tokens of that key stay
   * valid, because it is published like any retired key. Does nothing if another process has already done so.
   */
  async replace(kid: string, reason: string): Promise<void> {
    await this.database.write(async (tx) => {
      await this.queries.lock(tx);
      const now = this.clock.now();
      const current = keyStates(await this.queries.all(tx), now).find(({ state }) => state === 'current');
      if (current?.kid !== kid) return;
      await this.queries.park(kid, reason, tx);
      await this.#record(tx, 'signing_key.parked', { kid, reason });
      if ((await this.#promoteNext(tx, now)) === undefined) await this.#add(tx, now);
    });
  }

  async #promoteNext(tx: Transaction, now: Date): Promise<string | undefined> {
    const kid = await this.queries.promoteNext(tx, now);
    if (kid !== undefined) await this.#record(tx, 'signing_key.promoted', { kid });
    return kid;
  }

  async #hasCurrent(tx: Transaction): Promise<boolean> {
    return keyStates(await this.queries.all(tx), this.clock.now()).some(({ state }) => state === 'current');
  }

  async #add(tx: Transaction, signsFrom: Date): Promise<string> {
    const key = await generateSigningKey(this.settings.SIGNING_ALG);
    await this.queries.add(tx, {
      kid: key.kid,
      alg: key.alg,
      publicJwk: key.publicJwk,
      privateSealed: this.#sealer.seal(key.privatePem, key.kid),
      createdTime: this.clock.now(),
      signsFrom,
    });
    const details = { kid: key.kid, alg: key.alg, signs_from: signsFrom.toISOString() };
    await this.#record(tx, 'signing_key.published', details);
    return key.kid;
  }

  #record(tx: Transaction, event: AuditEvent, about: Record<string, string>): Promise<void> {
    const { purpose } = this.queries;
    const details = purpose === 'access tokens' ? about : { ...about, of: purpose };
    return recordAudit(tx, this.auditOrigin, { event, details }, this.clock.now());
  }
}
