import type { MigrationInterface } from 'typeorm';
import { Base20261121000000 } from './20261121000000-base.js';
import { Identity20261121000100 } from './20261121000100-identity.js';
import { AuthKeysAndClients20261121100000 } from './20261121100000-auth-keys-and-clients.js';
import { AuthTokens20261121100100 } from './20261121100100-auth-tokens.js';
import { AuthPartitions20261121100200 } from './20261121100200-auth-partitions.js';
import { AuthPeople20261121100300 } from './20261121100300-auth-people.js';
import { AuthUpkeep20261121100400 } from './20261121100400-auth-upkeep.js';
import { Catalogue20261121200000 } from './20261121200000-catalogue.js';
import { CatalogueSearch20261121200100 } from './20261121200100-catalogue-search.js';
import { LaunchTokens20261121200200 } from './20261121200200-launch-tokens.js';
import { Outbox20261121300100 } from './20261121300100-outbox.js';
import { Webhooks20261121300200 } from './20261121300200-webhooks.js';
import { Enrollments20261121400000 } from './20261121400000-enrollments.js';
import { IdempotencyKeys20261121500000 } from './20261121500000-idempotency-keys.js';
import { Onboarding20261121500100 } from './20261121500100-onboarding.js';
import { PaymentsOnce20261122000000 } from './20261122000000-payments-once.js';
import { CatalogueInBulk20261122200000 } from './20261122200000-catalogue-in-bulk.js';
import { SightChanges20261122200100 } from './20261122200100-sight-changes.js';
import { Lists20261122200200 } from './20261122200200-lists.js';
import { LinkPages20261122200300 } from './20261122200300-link-pages.js';
import { LanguageAndType20261122210000 } from './20261122210000-language-and-type.js';
import { OutboxTodo20261122210100 } from './20261122210100-outbox-todo.js';
import { KeptCounts20261122400000 } from './20261122400000-kept-counts.js';
import { Rights20261122500000 } from './20261122500000-rights.js';
import { Characters20261122510000 } from './20261122510000-characters.js';
import { CodesExcludeToo20261122520000 } from './20261122520000-codes-exclude-too.js';
import { FactorProposals20261122530000 } from './20261122530000-factor-proposals.js';
import { LinkPageTurns20261122600000 } from './20261122600000-link-page-turns.js';
import { SecretsKeys20261122600100 } from './20261122600100-secrets-keys.js';
import { ParkedRows20261122600200 } from './20261122600200-parked-rows.js';
import { Limits20261122620000 } from './20261122620000-limits.js';
import { MailLimits20261122620100 } from './20261122620100-mail-limits.js';
import { PackagesOfPortals20261122620200 } from './20261122620200-packages-of-portals.js';
import { Retention20261122630000 } from './20261122630000-retention.js';
import { SpecialClients20261122630100 } from './20261122630100-special-clients.js';
import { NarrowGrants20261122630200 } from './20261122630200-narrow-grants.js';
import { Approvals20261122640000 } from './20261122640000-approvals.js';
import { FactorUsed20261122650000 } from './20261122650000-factor-used.js';
import { HeldPasswords20261122655000 } from './20261122655000-held-passwords.js';
import { Acceptance20261122660000 } from './20261122660000-acceptance.js';
import { Offers20261122660100 } from './20261122660100-offers.js';
import { AddressChanges20261122665000 } from './20261122665000-address-changes.js';
import { Merging20261122665100 } from './20261122665100-merging.js';
import { FactorOfFamilies20261122670000 } from './20261122670000-factor-of-families.js';
import { PlainNames20261122690000 } from './20261122690000-plain-names.js';
import { ClosedAccounts20261122691000 } from './20261122691000-closed-accounts.js';
import { NamedAddresses20261123000000 } from './20261123000000-named-addresses.js';
import { FindingPeople20261123100100 } from './20261123100100-finding-people.js';
import { WholeHistory20261123100000 } from './20261123100000-whole-history.js';

/** Every migration, in the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [
  Base20261121000000,
  Identity20261121000100,
  AuthKeysAndClients20261121100000,
  AuthTokens20261121100100,
  AuthPartitions20261121100200,
  AuthPeople20261121100300,
  AuthUpkeep20261121100400,
  Catalogue20261121200000,
  CatalogueSearch20261121200100,
  LaunchTokens20261121200200,
  Outbox20261121300100,
  Webhooks20261121300200,
  Enrollments20261121400000,
  IdempotencyKeys20261121500000,
  Onboarding20261121500100,
  PaymentsOnce20261122000000,
  CatalogueInBulk20261122200000,
  SightChanges20261122200100,
  Lists20261122200200,
  LinkPages20261122200300,
  LanguageAndType20261122210000,
  OutboxTodo20261122210100,
  KeptCounts20261122400000,
  Rights20261122500000,
  Characters20261122510000,
  CodesExcludeToo20261122520000,
  FactorProposals20261122530000,
  LinkPageTurns20261122600000,
  SecretsKeys20261122600100,
  ParkedRows20261122600200,
  Limits20261122620000,
  MailLimits20261122620100,
  PackagesOfPortals20261122620200,
  Retention20261122630000,
  SpecialClients20261122630100,
  NarrowGrants20261122630200,
  Approvals20261122640000,
  FactorUsed20261122650000,
  HeldPasswords20261122655000,
  Acceptance20261122660000,
  Offers20261122660100,
  AddressChanges20261122665000,
  Merging20261122665100,
  FactorOfFamilies20261122670000,
  PlainNames20261122690000,
  ClosedAccounts20261122691000,
  NamedAddresses20261123000000,
  WholeHistory20261123100000,
  FindingPeople20261123100100,
];
