import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader, Revocations } from '@app/access';
import { administers } from '@app/contracts';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { AuditLog } from '../../edge/audit/index.js';
import { ACCOUNT_ADDRESS, badForm, Redirect, type PageAnswer } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { AccountQueries } from './account.queries.js';

/** Applications that have access to a person's accounts, and revoking that access. */
@Injectable()
export class ConnectedApplicationsService {
  constructor(
    private readonly database: Database,
    private readonly queries: AccountQueries,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends all access of an application to one of the person's accounts and deletes the consent.
   * @returns for an administrator and an application of the portal, a page that explains that its own credentials still
   *   work
   */
  async remove(session: Session, form: Parameters): Promise<PageAnswer> {
    const { personId, onlyAccountId } = session;
    const now = this.clock.now();
    const application = (await this.queries.applications(personId, onlyAccountId, now)).find(
      (one) => one.clientId === form.get('client_id') && String(one.accountId) === form.get('account'),
    );
    if (!application) throw badForm();
    const { portalId, accountId, clientId } = application;
    await this.database.write(async (tx) => {
      await this.revocations.revokeClientForAccount(tx, application, 'removed by the person');
      const entry = { event: 'consent.withdrawn', personId, portalId, accountId, clientId } as const;
      await this.audit.record(tx, entry);
    });
    await this.reader.read();
    if (!application.isOfPortal || !administers(application.roles)) return new Redirect(ACCOUNT_ADDRESS);
    return {
      template: './still-connected',
      title: 'stillConnected.title',
      person: session,
      portalId,
      data: { application, portalId, portal: application.portalTitle },
    };
  }
}
