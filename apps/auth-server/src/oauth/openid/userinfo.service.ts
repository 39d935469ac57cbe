import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Forbidden, Unauthorized } from '@app/kernel';
import { createClaims, type OpenidClaims } from './openid-claims.js';
import { OpenidQueries } from './openid.queries.js';

/** The UserInfo endpoint (OpenID Connect Core 5.3). */
@Injectable()
export class UserinfoService {
  constructor(private readonly queries: OpenidQueries) {}

  /** @throws Forbidden unless the token was granted `openid`; Unauthorized when the account has just been closed */
  async get(actor: Actor): Promise<OpenidClaims> {
    if (!actor.scopes.has('openid')) {
      throw new Forbidden('insufficient_scope', 'This needs the scope openid.', {
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="openid"' },
      });
    }
    const account = await this.queries.account(actor.portalId, actor.accountId);
    if (!account) throw new Unauthorized(true);
    return createClaims(account, actor.scopes);
  }
}
