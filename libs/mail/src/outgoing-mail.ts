import type { Transaction } from '@app/database';
import { countTowards, LimitReached, limits, type LimitName } from '@app/limits';
import { storeMail } from './outgoing-mail.queries.js';

/**
 * Mails there are; their texts stand in the catalogues under `mail.<template>`. Who has proven the address reads an
 * `invitation` where others read a `login`: which of them it is, is decided when the mail is sent.
 */
export const mailTemplates = [
  'login',
  'invitation',
  'new-portal',
  'password-reset',
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes',
  'address-change',
  'address-taken',
  'address-changed',
  'address-undone',
  'merge-accounts',
  'accounts-merged',
  'new-client',
  'application-approved',
  'webhook-disabled',
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

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

/** How many mails there may be of a kind for one address, and which kinds are counted together. */
interface MailBudget {
  /** Of one portal; of all together. */
  ofPortal?: LimitName;
  /** Whether the portal is told that it has sent too much, and its mails of a day are counted. */
  isPortalTold?: true;
  ofAll: LimitName;
  every: '1 day' | '1 hour';
  templates: readonly MailTemplate[];
}

/** What requests of portals send to people who need not even know them. */
const fromPortals: MailBudget = {
  ofPortal: 'portal_mails',
  isPortalTold: true,
  ofAll: 'mails_of_all_portals',
  every: '1 day',
  templates: ['login', 'invitation', 'new-portal'],
};
const resets: MailBudget = { ofAll: 'reset_mails', every: '1 hour', templates: ['password-reset'] };
/** Apart from those of portals: what a portal does must not use up what tells of a stolen account. */
const ownNotices: MailBudget = {
  ofAll: 'own_notices',
  every: '1 day',
  templates: ['password-changed', 'second-factor-on', 'second-factor-off', 'recovery-codes'],
};
/** To addresses that need not be theirs who asks. */
const addressLinks: MailBudget = {
  ofAll: 'address_mails',
  every: '1 hour',
  templates: ['address-change', 'address-taken', 'merge-accounts'],
};
/** Apart from other notices: those must not use up what lets somebody take a stolen account back. */
const addressNotices: MailBudget = {
  ofAll: 'address_notices',
  every: '1 day',
  templates: ['address-changed', 'address-undone', 'accounts-merged'],
};
const portalNotices: MailBudget = {
  ofPortal: 'portal_notices',
  ofAll: 'notices_of_all_portals',
  every: '1 day',
  templates: ['new-client', 'application-approved', 'webhook-disabled'],
};

const budgetOf = new Map(
  [fromPortals, resets, ownNotices, addressLinks, addressNotices, portalNotices].flatMap((budget) =>
    budget.templates.map((template) => [template, budget] as const),
  ),
);

/**
 * Stores a mail in the transaction of what it tells about; the worker sends it after the commit. Mails to one address
 * are counted here, whatever makes them, and however many are made at once.
 * @param byOperator whether the command line does it: it is told nothing, and the portal's day is not counted
 * @returns false when this address gets no more of its kind for now; then nothing was stored
 * @throws LimitReached when it is the portal itself that has sent too much
 */
export async function enqueueMail(tx: Transaction, mail: OutgoingMail, byOperator = false): Promise<boolean> {
  const budget = budgetOf.get(mail.template);
  if (!budget) throw new Error(`nobody says how many mails ${mail.template} there may be`);
  const isTold = budget.isPortalTold === true && !byOperator;
  const most = limits[budget.ofAll].most;
  const ofPortal = budget.ofPortal && limits[budget.ofPortal].most;
  const outcome = await storeMail(tx, mail, { ...budget, most, ofPortal: ofPortal ?? most });
  if (outcome === 'portal' && budget.ofPortal && isTold) throw new LimitReached(budget.ofPortal);
  if (outcome !== 'stored') return false;
  if (isTold && mail.portalId !== undefined) {
    await countTowards(tx, 'mails_of_portal', mail.portalId);
  }
  return true;
}
