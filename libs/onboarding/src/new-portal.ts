/** A person who gets an account in the new portal. */
export interface NewPortalUser {
  email: string;
  firstName: string;
  lastName: string;
  /** argon2id; used only for a person who is new to the platform. */
  passwordHash?: string | undefined;
  phone?: string | undefined;
  consent?: TermConsent | undefined;
  /** A token of their own that was sent along; without it a known person is not added without being asked. */
  ownLogin?: OwnLogin | undefined;
}

/** A person's own login, which speaks for them: an account created with it counts as accepted. */
export interface OwnLogin {
  personId: number;
  /** `sid` of the token that showed it; absent for a session on the authorization server. */
  familyId?: string;
}

export interface TermConsent {
  term_privacy: boolean;
  term_tos: boolean;
  term_collection: boolean;
}

/** A portal to be created (specification, POST /v2/onboard). */
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
  /** Host name; by default derived from the customer's name. */
  domain?: string | undefined;
  seats?: number | undefined;
  /** E-mail addresses of further people to invite as administrators. */
  administrators: readonly string[];
  /** Whether these people are sent e-mails. */
  notifies: boolean;
  /** The first administrator: somebody new, or a person identified by a token or a session. */
  user: NewPortalUser | { ownLogin: OwnLogin };
  additionalUsers: readonly NewPortalUser[];
  /** Application through which it is created; null when that is created with the portal. */
  clientId: string | null;
  /** Payment that was authorized before, to be captured. */
  paymentReference?: string | undefined;
}

export const billingIntervals = ['annual', 'monthly'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/**
 * The addresses of everybody whom the request names, in lower case, and so how many people the portal begins with:
 * somebody named twice is one.
 * @param ownEmail of the person whose own login asks for it, if the first administrator is not named
 */
export function namedIn(
  { user, additionalUsers, administrators }: NewPortal,
  ownEmail?: string,
): Set<string> {
  const first = 'email' in user ? user.email : ownEmail;
  const otherEmails = [...additionalUsers.map(({ email }) => email), ...administrators];
  return new Set(
    [...(first === undefined ? [] : [first]), ...otherEmails].map((email) => email.toLowerCase()),
  );
}
