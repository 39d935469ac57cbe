import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { countActiveUsers, findPortal } from '@app/identity';
import { found } from '@app/kernel';
import { presentPortal } from './account.presenter.js';
import type { Portal } from './account.schema.js';

@Injectable()
export class AccountService {
  constructor(private readonly database: Database) {}

  /** The portal the token is connected to. */
  async get(actor: Actor): Promise<Portal> {
    const [portal, activeUsers] = await Promise.all([
      findPortal(this.database, actor.portalId),
      countActiveUsers(this.database, actor.portalId),
    ]);
    return presentPortal(found(portal, 'portal'), activeUsers);
  }
}
