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
  'webhook-disabled',
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

/** A mail to be sent. It contains no secret: the worker creates links when it writes the mail. */
export interface OutgoingMail {
  template: MailTemplate;
  recipient: string;
  /** Absent for an address that may belong to nobody. */
  personId?: number;
  portalId?: number;
  language?: string;
  data?: Record<string, string>;
}

/** How many mails of a kind one address may get, and which kinds are counted together. */
interface MailBudget {
  /** From one portal; from all together. */
  ofPortal?: LimitName;
  /** Whether the portal gets an error when it has sent too many, and its mails count towards its daily limit. */
  isPortalTold?: true;
  ofAll: LimitName;
  every: '1 day' | '1 hour';
  templates: readonly MailTemplate[];
}

/** Mails sent at the request of portals to people who may not even know them. */
const fromPortals: MailBudget = {
  ofPortal: 'portal_mails',
  isPortalTold: true,
  ofAll: 'mails_of_all_portals',
  every: '1 day',
  templates: ['login', 'invitation', 'new-portal'],
};
const resets: MailBudget = { ofAll: 'reset_mails', every: '1 hour', templates: ['password-reset'] };
/** Separate from portals' mails: what a portal does must not use up the mails that warn of a stolen account. */
const ownNotices: MailBudget = {
  ofAll: 'own_notices',
  every: '1 day',
  templates: ['password-changed', 'second-factor-on', 'second-factor-off', 'recovery-codes'],
};
/** Separate from what people do themselves, and as many as somebody who guesses may cause. */
const guessNotices: MailBudget = {
  ofAll: 'guess_notices',
  every: '1 day',
  templates: ['second-factor-guessed'],
};
/** To addresses that may not belong to the person who asked. */
const addressLinks: MailBudget = {
  ofAll: 'address_mails',
  every: '1 hour',
  templates: ['address-change', 'address-taken', 'merge-accounts'],
};
/** Separate from other notices: those must not use up the mails with which a stolen account can be taken back. */
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
/** Separate from what people do: an application that renews its own secret again and again must not use that up. */
const credentialNotices: MailBudget = {
  ofPortal: 'credential_notices',
  ofAll: 'credential_notices_of_all_portals',
  every: '1 day',
  templates: ['secret-rotated', 'keys-replaced', 'redirect-uri-changed'],
};

const budgetOf = new Map(
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
 * @param byOperator whether it is sent by the command line: then nothing is refused or counted towards the portal's
 *   day
 * @returns false when this address gets no more of its kind for now; then nothing was stored
 * @throws LimitReached when the portal itself has sent too many
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
    await addToCount(tx, 'mails_of_portal', mail.portalId);
  }
  return true;
}
