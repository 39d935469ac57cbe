/** A person to be given an account in the new portal. */
export interface NewPortalUser {
  email: string;
  firstName: string;
  lastName: string;
  /** argon2id; counts only for a person who is new to the platform. */
  passwordHash?: string | undefined;
  phone?: string | undefined;
  consent?: TermConsent | undefined;
  /** A login of their own that came along; without one a known person is not taken in unasked. */
  ownLogin?: OwnLogin | undefined;
}

/** A login of a person's own that speaks for them: to the account that is made by it they have said yes. */
export interface OwnLogin {
  personId: number;
  /** `sid` of the token that showed it; absent: it is a session at the authorization server itself. */
  familyId?: string;
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
  /** E-mail addresses of people who are invited as administrators besides. */
  administrators: readonly string[];
  /** Whether these people are sent e-mails. */
  notifies: boolean;
  /** The first administrator: somebody new, or a person who is known by a token or a session. */
  user: NewPortalUser | { ownLogin: OwnLogin };
  additionalUsers: readonly NewPortalUser[];
  /** Application through which it is made; null when it is made with the portal. */
  clientId: string | null;
  /** Payment that was asked for before, to be captured. */
  paymentReference?: string | undefined;
}

export const billingIntervals = ['annual', 'monthly'] as const;
export type BillingInterval = (typeof billingIntervals)[number];
