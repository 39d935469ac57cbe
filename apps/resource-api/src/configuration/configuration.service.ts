import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { findPortal } from '@app/identity';
import { found } from '@app/kernel';
import { mergeConfiguration } from './configuration.queries.js';
import type { Configuration } from './configuration.schema.js';

@Injectable()
export class ConfigurationService {
  constructor(private readonly database: Database) {}

  async get(actor: Actor): Promise<Configuration> {
    return found(await findPortal(this.database, actor.portalId), 'portal').configuration;
  }

  /** Creates or updates the pairs sent. */
  update(actor: Actor, pairs: Configuration): Promise<Configuration> {
    return this.database.write(async (tx) =>
      found(await mergeConfiguration(tx, actor.portalId, pairs), 'portal'),
    );
  }
}
