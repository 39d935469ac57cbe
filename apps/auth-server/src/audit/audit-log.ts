import { Inject, Injectable } from '@nestjs/common';
import { Database, sql, type Reader } from '@app/database';
import { CLOCK, LOGGER, utcDay, type Clock, type Logger } from '@app/kernel';
import type { Caller } from '../shared/index.js';

/** What is worth remembering; issuing is not here, the token's row is its record. */
export type AuditEvent =
  | 'login.succeeded'
  | 'login.refused'
  | 'login.throttled'
  | 'logout'
  | 'client.authentication_refused'
  | 'client.previous_secret_used'
  | 'client.created'
  | 'client.changed'
  | 'client.deleted'
  | 'client.secret_regenerated'
  | 'code.replayed'
  | 'code.race_lost'
  | 'code.refused'
  | 'refresh_token.replayed'
  | 'refresh_token.race_lost'
  | 'refresh_token.refused'
  | 'assertion.refused'
  | 'token.revoked'
  | 'family.revoked'
  | 'consent.given'
  | 'consent.refused'
  | 'consent.withdrawn'
  | 'one_time_token.used'
  | 'password.link_requested'
  | 'password.changed'
  | 'second_factor.changed'
  | 'session.ended'
  | 'portal.created'
  | 'form.refused';

export interface AuditEntry {
  event: AuditEvent;
  portalId?: number | null;
  personId?: number | null;
  accountId?: number | null;
  clientId?: string | null;
  /** Facts for people; never a secret, a token or a password. */
  details?: Record<string, string | number | boolean | null>;
}

/** Who did what, from where; append-only by database role. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records what a transaction does, within it. */
  async record(on: Reader, caller: Caller, entry: AuditEntry): Promise<void> {
    const now = this.clock.now();
    await on.one(sql`
      insert into auth.audit_log
        (day, time, event, portal_id, person_id, account_id, client_id, ip, user_agent, request_id, details)
      values (${utcDay(now)}, ${now}, ${entry.event}, ${entry.portalId ?? null}, ${entry.personId ?? null},
              ${entry.accountId ?? null}, ${printable(entry.clientId)}, ${caller.ip},
              ${caller.userAgent ?? null}, ${caller.requestId}, ${JSON.stringify(entry.details ?? {})})`);
  }

  /** Records a refusal. A log that cannot be written must not change the answer. */
  async refusal(caller: Caller, entry: AuditEntry): Promise<void> {
    await this.record(this.database, caller, entry).catch((error: unknown) => {
      this.logger.error({ err: error, event: entry.event }, 'the audit log could not be written');
    });
  }
}

/** A client_id as somebody sent it: cut, and without what Postgres or a terminal could stumble over. */
const printable = (text: string | null | undefined): string | null =>
  text?.slice(0, 100).replace(/[^\x20-\x7e]/g, '?') ?? null;
