import { Injectable } from '@nestjs/common';
import { FreshLoginRequired, type Actor } from '@app/access';
import { Database, type Reader, type Transaction } from '@app/database';
import { assertMatch, problemOfStatus } from '@app/http';
import { orNotFound } from '@app/kernel';
import { LimitReached, limits } from '@app/limits';
import { AuditRecorder } from '../audit/index.js';
import {
  findConfiguration,
  hasFreshLogin,
  lockToMerge,
  mergeConfiguration,
  type MergedSize,
} from './configuration.queries.js';
import type { Configuration } from './configuration.schema.js';

const mostKeys = limits.configuration_keys.most;
const mostBytes = limits.configuration_bytes.most;
/**
 * Maximum size of a returned configuration. One from before the limit may be larger than allowed now, but parsing even
 * more would slow down all requests.
 */
const MAX_RETURNED_BYTES = 4 * mostBytes;
/** Maximum number of changed keys in one row of the audit log. */
const MAX_KEYS_LOGGED = 50;

@Injectable()
export class ConfigurationService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditRecorder,
  ) {}

  /** @throws LimitReached when it is from before the limit, and far too large to return */
  async get(actor: Actor): Promise<Configuration> {
    const configuration = await this.#findReturnable(this.database, actor);
    if (configuration === null) throw new LimitReached('configuration_bytes');
    return configuration;
  }

  /**
   * Creates or updates the sent pairs. A configuration over a limit may only shrink.
   * @returns all pairs; only the sent ones if all pairs are too many to return, from before the limit
   * @throws LimitReached, Problem 413 when the pairs alone are too large, Problem 412 when the configuration no longer
   *   matches If-Match; FreshLoginRequired when they weaken the portal's protection; then nothing is changed
   */
  update(actor: Actor, pairs: Configuration, ifMatch: string | undefined): Promise<Configuration> {
    if (Buffer.byteLength(JSON.stringify(pairs)) > mostBytes) throw problemOfStatus(413);
    return this.database.write(async (tx) => {
      const size = orNotFound(await lockToMerge(tx, actor.portalId, pairs), 'portal');
      if (ifMatch !== undefined) assertMatch(ifMatch, (await this.#findReturnable(tx, actor)) ?? {});
      if (size.keys > mostKeys && size.keys > size.keysBefore) throw new LimitReached('configuration_keys');
      if (size.bytes > mostBytes && size.bytes >= size.bytesBefore) {
        throw new LimitReached('configuration_bytes');
      }
      await this.#assertMayWeaken(tx, actor, pairs, size);
      await mergeConfiguration(tx, actor.portalId, pairs);
      await this.#recordChange(tx, actor, pairs, size);
      return (await this.#findReturnable(tx, actor)) ?? pairs;
    });
  }

  /** @returns null when it is too large to return */
  async #findReturnable(reader: Reader, actor: Actor): Promise<Configuration | null> {
    const row = await findConfiguration(reader, actor.portalId, MAX_RETURNED_BYTES);
    return orNotFound(row, 'portal').configuration;
  }

  /**
   * Switching a protection on needs no fresh login; switching it off does, because an application's ordinary token must
   * not undo an administrator's decision.
   */
  async #assertMayWeaken(
    tx: Transaction,
    { claims }: Actor,
    pairs: Configuration,
    { enabledProtections }: MergedSize,
  ): Promise<void> {
    const weakened = enabledProtections.find((key) => key in pairs && pairs[key] !== true);
    if (weakened !== undefined && !(await hasFreshLogin(tx, claims.sid)))
      throw new FreshLoginRequired(`Switching off ${weakened}`);
  }

  /** Records the changed keys without values, except for the portal's mode of payment, whose value is recorded. */
  async #recordChange(
    tx: Transaction,
    actor: Actor,
    pairs: Configuration,
    { changedKeys, paysPerSeatBefore }: MergedSize,
  ): Promise<void> {
    if (changedKeys.length === 0) return;
    const further = changedKeys.length - MAX_KEYS_LOGGED;
    const details = { keys: changedKeys.slice(0, MAX_KEYS_LOGGED), ...(further > 0 && { further }) };
    await this.audit.record(tx, actor, { event: 'configuration.changed', details });
    if (!('pay_per_seat' in pairs) || (pairs['pay_per_seat'] === true) === paysPerSeatBefore) return;
    await this.audit.record(tx, actor, {
      event: 'portal.pay_per_seat_changed',
      details: { pay_per_seat: !paysPerSeatBefore },
    });
  }
}
