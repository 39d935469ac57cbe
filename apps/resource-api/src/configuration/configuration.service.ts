import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { problemOfStatus } from '@app/http';
import { found } from '@app/kernel';
import { LimitReached, limits } from '@app/limits';
import { configurationOf, lockToMerge, mergeConfiguration } from './configuration.queries.js';
import type { Configuration } from './configuration.schema.js';

const mostKeys = limits.configuration_keys.most;
const mostBytes = limits.configuration_bytes.most;
/** A configuration from before there was a limit is shown up to this size: parsing more would slow everybody down. */
const MOST_SHOWN_BYTES = 4 * mostBytes;

@Injectable()
export class ConfigurationService {
  constructor(private readonly database: Database) {}

  /** @throws LimitReached when it is from before there was a limit, and much too large to be shown */
  async get(actor: Actor): Promise<Configuration> {
    const { configuration } = found(
      await configurationOf(this.database, actor.portalId, MOST_SHOWN_BYTES),
      'portal',
    );
    if (configuration === null) throw new LimitReached('configuration_bytes');
    return configuration;
  }

  /**
   * Creates or updates the pairs sent. A configuration that is already beyond a limit may only shrink.
   * @returns all pairs; only those sent if all are too many to be shown, from before there was a limit
   * @throws LimitReached, Problem 413 when the pairs alone are too large; then nothing is changed
   */
  update(actor: Actor, pairs: Configuration): Promise<Configuration> {
    if (Buffer.byteLength(JSON.stringify(pairs)) > mostBytes) throw problemOfStatus(413);
    return this.database.write(async (tx) => {
      const size = found(await lockToMerge(tx, actor.portalId, pairs), 'portal');
      if (size.keys > mostKeys && size.keys > size.keysBefore) throw new LimitReached('configuration_keys');
      if (size.bytes > mostBytes && size.bytes >= size.bytesBefore) {
        throw new LimitReached('configuration_bytes');
      }
      await mergeConfiguration(tx, actor.portalId, pairs);
      const { configuration } = found(await configurationOf(tx, actor.portalId, MOST_SHOWN_BYTES), 'portal');
      return configuration ?? pairs;
    });
  }
}
