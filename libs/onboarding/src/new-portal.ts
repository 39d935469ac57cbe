/** A person who gets an account in the new portal. */
export interface NewPortalUser {
  email: string;
  firstName: string;
  lastName: string;
  /** argon2id; used only for a person who is new to the platform. */
  passwordHash?: string | undefined;
  phone?: string | undefined;
  consent?: TermConsent | undefined;
  /** A token of this person's own login; without it, an existing person only gets an offer. */
  ownLogin?: OwnLogin | undefined;
}

/** Proof of a person's own login: an account created with it counts as accepted. */
export interface OwnLogin {
  personId: number;
  /** `sid` of the token; absent for a session on the authorization server. */
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
  /** The first administrator: a named person, or one identified by a token or a session. */
  user: NewPortalUser | { ownLogin: OwnLogin };
  additionalUsers: readonly NewPortalUser[];
  /** Application through which the portal is created; null when the application is created with the portal. */
  clientId: string | null;
  /** Payment that was authorized before, to be captured. */
  paymentReference?: string | undefined;
}

export const billingIntervals = ['annual', 'monthly'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/**
 * The distinct addresses in the request, in lower case; their number is that of the portal's first people.
 * @param ownEmail of the person whose own login is used, if the first administrator is not named
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
