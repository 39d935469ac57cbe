import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { countActiveUsers, findPortal, presentPortal, type Portal } from '@app/identity';
import { orNotFound } from '@app/kernel';

@Injectable()
export class AccountService {
  constructor(private readonly database: Database) {}

  async get(actor: Actor): Promise<Portal> {
    const [portal, activeUsers] = await Promise.all([
      findPortal(this.database, actor.portalId),
      countActiveUsers(this.database, actor.portalId),
    ]);
    return presentPortal(orNotFound(portal, 'portal'), activeUsers, actor.isAdministrator);
  }
}
