import { Injectable } from '@nestjs/common';
import { RevocationReader, Revocations } from '@app/access';
import { Database } from '@app/database';
import { Forbidden, orNotFound } from '@app/kernel';
import type { PortalsClient } from '../approvals/index.js';
import { AuditLog } from '../../edge/audit/index.js';
import { ApplicationQueries } from './application.queries.js';
import type { Decider } from './portal-applications.js';

/** Lets an administrator end an application's access to one person's account. */
@Injectable()
export class PersonsConsents {
  constructor(
    private readonly database: Database,
    private readonly queries: ApplicationQueries,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
  ) {}

  /** Ends what this person granted the application and deletes the consent. @throws NotFound when there is none */
  async forget({ portalId, clientId }: PortalsClient, accountId: number, decider: Decider): Promise<void> {
    await this.database.write(async (tx) => {
      if (!(await this.queries.lockAdministrator(tx, portalId, decider.accountId))) {
        throw new Forbidden('administrator_required', 'This needs the role Administrator.');
      }
      await decider.lock?.(tx);
      const consent = { portalId, clientId, accountId };
      const hadAny = await this.revocations.revokeClientForAccount(
        tx,
        consent,
        'removed by an administrator',
      );
      orNotFound(hadAny || undefined, 'consent');
      await this.audit.record(tx, {
        event: 'consent.withdrawn',
        portalId,
        accountId,
        clientId,
        details: { by_account: decider.accountId },
      });
    });
    await this.reader.read();
  }
}
