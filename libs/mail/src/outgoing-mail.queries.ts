import { sql, type Transaction } from '@app/database';

interface StoredMail {
  template: string;
  recipient: string;
  personId?: number;
  portalId?: number;
  language?: string;
  data?: Record<string, string>;
}

/** Limits on the mails of these templates to one address in a period: from all portals, and from this one. */
interface MailLimits {
  templates: readonly string[];
  every: '1 day' | '1 hour';
  most: number;
  perPortal: number;
}

/**
 * Stores the mail unless the address has reached its limit, counted in the same statement.
 * @returns `stored`, or which of the two limits was reached
 */
export async function storeMail(
  tx: Transaction,
  mail: StoredMail,
  { templates, every, most, perPortal }: MailLimits,
): Promise<'stored' | 'portal' | 'address' | undefined> {
  return tx.value<'stored' | 'portal' | 'address'>(sql`
    select identity.enqueue_mail(${mail.portalId ?? null}, ${mail.personId ?? null}, ${mail.recipient},
             ${mail.template}, ${mail.language ?? 'en'}, ${JSON.stringify(mail.data ?? {})}, ${templates}::text[],
             ${every}::interval, ${most}, ${perPortal}) as outcome`);
}
