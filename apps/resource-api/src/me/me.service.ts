import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { findAccount, presentUser, type User } from '@app/identity';
import { orNotFound } from '@app/kernel';

@Injectable()
export class MeService {
  constructor(private readonly database: Database) {}

  /** The account that the token acts for; for a bound application its service account. */
  async get(actor: Actor): Promise<User> {
    return presentUser(orNotFound(await findAccount(this.database, actor.portalId, actor.accountId), 'user'));
  }
}
