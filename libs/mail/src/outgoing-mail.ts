import { sql, type Transaction } from '@app/database';

/** Mails there are; their texts stand in the catalogues under `mail.<template>`. */
export type MailTemplate =
  | 'login'
  | 'invitation'
  | 'password-reset'
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes'
  | 'new-client'
  | 'webhook-disabled';

/** A mail to be sent. It holds no secret: the worker makes links when it writes the mail. */
export interface OutgoingMail {
  template: MailTemplate;
  recipient: string;
  /** Absent for an address that may belong to nobody. */
  personId?: number;
  portalId?: number;
  language?: string;
  data?: Record<string, string>;
}

/** Stores a mail in the transaction of what it tells about; the worker sends it after the commit. */
export async function enqueueMail(tx: Transaction, mail: OutgoingMail): Promise<void> {
  await tx.run(sql`
    insert into identity.mails (portal_id, person_id, recipient, template, language, data)
    values (${mail.portalId ?? null}, ${mail.personId ?? null}, ${mail.recipient}, ${mail.template},
            ${mail.language ?? 'en'}, ${JSON.stringify(mail.data ?? {})})`);
}
