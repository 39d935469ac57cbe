import type { Transaction } from '@app/database';
import { addToCount, LimitReached, limits, type LimitName } from '@app/limits';
import { storeMail } from './outgoing-mail.queries.js';

/**
 * The mails; their texts are in the catalogues under `mail.<template>`. People who have proven the address get an
 * `invitation` where others get a `login`, which is decided when the mail is sent.
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
  'second-factor-guessed',
  'address-change',
  'address-taken',
  'address-changed',
  'address-undone',
  'merge-accounts',
  'accounts-merged',
  'new-client',
  'secret-rotated',
  'keys-replaced',
  'redirect-uri-changed',
  'application-approved',
  'webhook-parked',
  'webhook-disabled',
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

/** A mail to be sent. It contains no secret: the worker creates links when it writes the mail. */
export interface OutgoingMail {
  template: MailTemplate;
  recipient: string;
  /** Absent for an address that may belong to no account. */
  personId?: number;
  portalId?: number;
  language?: string;
  data?: Record<string, string>;
}

/** Limits on the mails to one address, and the templates that are counted together. */
interface MailBudget {
  /** The limit on mails from one portal to the address. */
  perPortal?: LimitName;
  /** Whether a request over the limit is rejected, and mails count towards the portal's daily limit. */
  countsForPortal?: true;
  perAddress: LimitName;
  every: '1 day' | '1 hour';
  templates: readonly MailTemplate[];
}

/** Mails sent at the request of portals to people who may not even know them. */
const fromPortals: MailBudget = {
  perPortal: 'portal_mails',
  countsForPortal: true,
  perAddress: 'mails_of_all_portals',
  every: '1 day',
  templates: ['login', 'invitation', 'new-portal'],
};
const resets: MailBudget = { perAddress: 'reset_mails', every: '1 hour', templates: ['password-reset'] };
/** Separate from portals' mails: what a portal does must not use up the mails that warn of a stolen account. */
const ownNotices: MailBudget = {
  perAddress: 'own_notices',
  every: '1 day',
  templates: ['password-changed', 'second-factor-on', 'second-factor-off', 'recovery-codes'],
};
/** Separate from notices of the person's own changes; an attacker who guesses codes may cause as many. */
const guessNotices: MailBudget = {
  perAddress: 'guess_notices',
  every: '1 day',
  templates: ['second-factor-guessed'],
};
/** To addresses that may not belong to the person who requested the mail. */
const addressLinks: MailBudget = {
  perAddress: 'address_mails',
  every: '1 hour',
  templates: ['address-change', 'address-taken', 'merge-accounts'],
};
/** Separate from other notices: those must not use up the mails with which a stolen account can be taken back. */
const addressNotices: MailBudget = {
  perAddress: 'address_notices',
  every: '1 day',
  templates: ['address-changed', 'address-undone', 'accounts-merged'],
};
const portalNotices: MailBudget = {
  perPortal: 'portal_notices',
  perAddress: 'notices_of_all_portals',
  every: '1 day',
  templates: ['new-client', 'application-approved', 'webhook-parked', 'webhook-disabled'],
};
/** Separate from other notices: an application that keeps rotating its own secret must not use those up. */
const credentialNotices: MailBudget = {
  perPortal: 'credential_notices',
  perAddress: 'credential_notices_of_all_portals',
  every: '1 day',
  templates: ['secret-rotated', 'keys-replaced', 'redirect-uri-changed'],
};

const budgets = new Map(
  [
    fromPortals,
    resets,
    ownNotices,
    guessNotices,
    addressLinks,
    addressNotices,
    portalNotices,
    credentialNotices,
  ].flatMap((budget) => budget.templates.map((template) => [template, budget] as const)),
);

/**
 * Stores a mail in the transaction of the change it reports; the worker sends it after the commit. Mails to one
 * address are counted here, whatever triggers them, also for parallel requests.
 * @param byOperator whether the command line sends it: then it never throws and does not count towards the portal's
 *   daily limit
 * @returns false if the address has reached its limit; then nothing was stored
 * @throws LimitReached if the portal has reached its limit for this address
 */
export async function enqueueMail(tx: Transaction, mail: OutgoingMail, byOperator = false): Promise<boolean> {
  const budget = budgets.get(mail.template);
  if (!budget) throw new Error(`no limit is defined for mails of the template ${mail.template}`);
  const isCounted = budget.countsForPortal === true && !byOperator;
  const most = limits[budget.perAddress].most;
  const perPortal = budget.perPortal && limits[budget.perPortal].most;
  const outcome = await storeMail(tx, mail, { ...budget, most, perPortal: perPortal ?? most });
  if (outcome === 'portal' && budget.perPortal && isCounted) throw new LimitReached(budget.perPortal);
  if (outcome !== 'stored') return false;
  if (isCounted && mail.portalId !== undefined) {
    await addToCount(tx, 'mails_of_portal', mail.portalId);
  }
  return true;
}
