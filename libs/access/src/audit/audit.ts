import { hostname, userInfo } from 'node:os';

/** The recorded events. Issuing is not one of them, because the token's row is its record. */
export const auditEvents = [
  'login.succeeded',
  'login.refused',
  'login.throttled',
  'logout',
  'client.authentication_refused',
  'client.previous_secret_used',
  'client.created',
  'client.changed',
  'client.deleted',
  'client.secret_regenerated',
  'signing_key.published',
  'signing_key.promoted',
  'signing_key.parked',
  'signing_key.revoked',
  'signing_key.removed',
  'code.replayed',
  'code.race_lost',
  'code.refused',
  'refresh_token.replayed',
  'refresh_token.race_lost',
  'refresh_token.repeated',
  'refresh_token.refused',
  'assertion.refused',
  'token.revoked',
  'family.revoked',
  'consent.given',
  'consent.refused',
  'consent.withdrawn',
  'approval.given',
  'approval.withdrawn',
  'application.disconnected',
  'application.blocked',
  'application.unblocked',
  'one_time_token.used',
  'password.link_requested',
  'password.changed',
  'address.change_requested',
  'address.change_cancelled',
  'address.changed',
  'address.change_undone',
  'name.changed',
  'accounts.merge_requested',
  'accounts.merged',
  'second_factor.changed',
  'second_factor.refused',
  'session.ended',
  'portal.created',
  'portal.pay_per_seat_changed',
  'account.accepted',
  'account.declined',
  'account.left',
  'invitation.lapsed',
  'packages.ended',
  'user.created',
  'user.changed',
  'user.closed',
  'user.invited',
  'roles.changed',
  'login_link.made',
  'export.made',
  'configuration.changed',
  'branding.changed',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.replayed',
  'form.refused',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

export type AuditDetail = string | number | boolean | null | readonly string[];

export interface AuditEntry {
  event: AuditEvent;
  portalId?: number | null;
  personId?: number | null;
  accountId?: number | null;
  clientId?: string | null;
  /** Facts for human readers; never a secret, a token, a password or a text of a person. */
  details?: Record<string, AuditDetail>;
}

export interface AuditOrigin {
  /** Null if the request did not come over the network. */
  ip: string | null;
  userAgent: string | undefined;
  requestId: string | null;
}

/** The origin of commands: the user of this machine. */
export const commandLine = (): AuditOrigin => ({
  ip: null,
  userAgent: `command line, ${userName()}@${hostname()}`.slice(0, 300),
  requestId: null,
});

/** The origin of the servers' own scheduled tasks. */
export const schedule: AuditOrigin = { ip: null, userAgent: 'schedule', requestId: null };

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown'); // in a container the user id may have no name
  }
}
