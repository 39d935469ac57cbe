import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { lockPassword } from '../passwords/index.js';
import { Sessions } from '../../edge/sessions/index.js';
import type { ProvenPerson } from './login-request.js';

/** Starts sessions after the password and, if the person has one, the second factor. */
@Injectable()
export class LoginSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param factorTime when the second factor was given with the password; null: it was not
   * @returns false when the password has changed in the meantime
   */
  async start(
    { personId, email, passwordFingerprint: mark, heldFor }: ProvenPerson,
    factorTime: Date | null,
    request: FastifyRequest,
  ): Promise<boolean> {
    return this.database.write(async (tx) => {
      if (!(await lockPassword(tx, personId, mark, heldFor))) return false;
      const reach = heldFor ? { byPassword: false, only: heldFor } : { byPassword: true };
      await this.sessions.start(tx, request, { personId, email, factorTime, ...reach });
      await this.audit.record(tx, {
        event: 'login.succeeded',
        personId,
        details: { by: heldFor ? 'form, password of the portal' : 'form' },
      });
      return true;
    });
  }
}
