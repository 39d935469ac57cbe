/** Statements on tables of portals that name no portal, by file and function, and why. */
export const acrossPortals: Record<string, string> = {
  'apps/auth-server/src/person/address/address.queries.ts hasOffers':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/person/address/address.queries.ts places':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/person/address/address.queries.ts shownAccounts':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/oauth/authorize/authorize.queries.ts hasAccount':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/applications/registration/client-admin.queries.ts change':
    "the application's service account in each portal",
  'apps/auth-server/src/applications/registration/client-admin.queries.ts remove':
    "the application's service account in each portal",
  'apps/auth-server/src/person/invitations/offer.queries.ts expired':
    'what has expired, looked for in all portals by the clock',
  'apps/auth-server/src/edge/people/person.queries.ts hasAnywhere':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/person/set-password/set-password.queries.ts accountIds':
    'of a person, whose accounts are in many portals',
  'apps/cli/src/person/erase.queries.ts blankLeftAddresses':
    "an operator's work on one person, over all portals",
  'apps/cli/src/person/erase.queries.ts blankPerson': "an operator's work on one person, over all portals",
  'apps/cli/src/person/erase.queries.ts blankRecords': "an operator's work on one person, over all portals",
  'apps/cli/src/person/erase.queries.ts lockPerson': "an operator's work on one person, over all portals",
  'apps/cli/src/person/personal-data.queries.ts statements':
    "an operator's work on one person, over all portals",
  'apps/webhook-worker/src/delivery/drain/administrators.queries.ts lockMailTables':
    'opens the tables and reads no row',
  'apps/webhook-worker/src/housekeeping/retention/retention.queries.ts removeWebhookHours':
    'what has expired, looked for in all portals by the clock',
  'libs/enrollments/src/enrollment.queries.ts insertEnrollment':
    'its columns come from the list of fields, of which the portal is the first',
};
