/** A person to be given an account in the new portal. */
export interface NewPortalUser {
  email: string;
  firstName: string;
  lastName: string;
  /** argon2id; counts only for a person who is new to the platform. */
  passwordHash?: string | undefined;
  phone?: string | undefined;
  consent?: TermConsent | undefined;
  /** Person who proved to be this one; without proof a known person is not taken in unasked. */
  provenPersonId?: number | undefined;
}

export interface TermConsent {
  term_privacy: boolean;
  term_tos: boolean;
  term_collection: boolean;
}

/** A portal to be made (specification, POST /v2/onboard). */
export interface NewPortal {
  creationPath: string;
  customer: {
    name: string;
    industry?: string | undefined;
    country?: string | undefined;
    billingInterval: BillingInterval;
  };
  referrer?: string | undefined;
  /** The distribution partner portal above it. */
  parentPortalId: number | null;
  /** Host name; without one it is made from the customer's name. */
  domain?: string | undefined;
  seats?: number | undefined;
  /** E-mail addresses of people who become administrators besides. */
  administrators: readonly string[];
  /** Whether these people are sent e-mails. */
  notifies: boolean;
  /** The first administrator: somebody new, or a person who is known by a token or a session. */
  user: NewPortalUser | { provenPersonId: number };
  additionalUsers: readonly NewPortalUser[];
  /** Application through which it is made; null when it is made with the portal. */
  clientId: string | null;
  /** Payment that was asked for before, to be captured. */
  paymentReference?: string | undefined;
}

export const billingIntervals = ['annual', 'monthly'] as const;
export type BillingInterval = (typeof billingIntervals)[number];
