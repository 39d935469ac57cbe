import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { issueOneTimeToken, loginLinkAddress } from '@app/credentials';
import { findAccount, findPortal } from '@app/identity';
import { CLOCK, Conflict, Forbidden, orNotFound, SETTINGS, type Clock } from '@app/kernel';
import { addToCount } from '@app/limits';
import { AuditRecorder } from '../audit/index.js';
import type { Settings } from '../config.js';
import type { LoginLink, LoginLinkQuery } from './login-links.schema.js';

const FEATURE = 'login_links';

@Injectable()
export class LoginLinksService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates a link that logs the account in once (specification, POST /v2/users/{user-id}/login).
   * @throws Forbidden `feature_required`, `service_account`; Conflict `user_blocked`; LimitReached
   */
  async create(actor: Actor, accountId: number, query: LoginLinkQuery): Promise<LoginLink> {
    const { portalId } = actor;
    const path = query.redirect_url ?? '/';
    return this.database.write(async (tx) => {
      const portal = orNotFound(await findPortal(tx, portalId), 'portal');
      if (!portal.features.includes(FEATURE)) {
        throw new Forbidden('feature_required', 'Login links are not enabled for this portal.');
      }
      const account = orNotFound(await findAccount(tx, portalId, accountId), 'user');
      if (account.person_id === null) {
        throw new Forbidden('service_account', 'The account of an application cannot log in.');
      }
      if (!account.status) throw new Conflict('user_blocked', 'This user is blocked.');
      await addToCount(tx, 'login_links', accountId);
      const link = { portalId, accountId, redirectPath: path };
      const token = await issueOneTimeToken(tx, link, this.clock.now());
      await this.audit.record(tx, actor, { event: 'login_link.made', details: { user_id: accountId } });
      return { url: loginLinkAddress(this.settings.PORTAL_ORIGIN, portal.name, path, token) };
    });
  }
}
