import type { MigrationInterface } from 'typeorm';
import { Schemas20261123400000 } from './20261123400000-schemas.js';
import { DayPartitions20261123400100 } from './20261123400100-day-partitions.js';
import { Upkeep20261123400200 } from './20261123400200-upkeep.js';
import { Portals20261123400300 } from './20261123400300-portals.js';
import { Branding20261123400400 } from './20261123400400-branding.js';
import { People20261123400500 } from './20261123400500-people.js';
import { Mails20261123400600 } from './20261123400600-mails.js';
import { Applications20261123400700 } from './20261123400700-applications.js';
import { Tokens20261123400800 } from './20261123400800-tokens.js';
import { Rights20261123400900 } from './20261123400900-rights.js';
import { Logins20261123401000 } from './20261123401000-logins.js';
import { EndingLogins20261123401100 } from './20261123401100-ending-logins.js';
import { AuditLog20261123401200 } from './20261123401200-audit-log.js';
import { Proofs20261123401300 } from './20261123401300-proofs.js';
import { AddressChanges20261123401400 } from './20261123401400-address-changes.js';
import { GivingAddresses20261123401500 } from './20261123401500-giving-addresses.js';
import { Merging20261123401600 } from './20261123401600-merging.js';
import { Catalogue20261123401700 } from './20261123401700-catalogue.js';
import { SearchWords20261123401800 } from './20261123401800-search-words.js';
import { SearchDocuments20261123401900 } from './20261123401900-search-documents.js';
import { Enrollments20261123402000 } from './20261123402000-enrollments.js';
import { Events20261123402100 } from './20261123402100-events.js';
import { Webhooks20261123402200 } from './20261123402200-webhooks.js';
import { Onboarding20261123402300 } from './20261123402300-onboarding.js';
import { Topics20261124000000 } from './20261124000000-topics.js';
import { TraceContext20261124010000 } from './20261124010000-trace-context.js';
import { MailboxIndexes20261124015000 } from './20261124015000-mailbox-indexes.js';
import { SecretsRotation20261124020000 } from './20261124020000-secrets-rotation.js';
import { MailLogos20261124030000 } from './20261124030000-mail-logos.js';
import { JoiningPlaceholders20261124040000 } from './20261124040000-joining-placeholders.js';
import { TokensTogether20261124050000 } from './20261124050000-tokens-together.js';
import { UnusedFacets20261124060200 } from './20261124060200-unused-facets.js';
import { SearchChanges20261124080000 } from './20261124080000-search-changes.js';
import { WordsVersion20261124092000 } from './20261124092000-words-version.js';
import { RemovingApplications20261124150100 } from './20261124150100-removing-applications.js';
import { RightsOfAnswers20261124150101 } from './20261124150101-rights-of-answers.js';
import { ClosedAccounts20261124150102 } from './20261124150102-closed-accounts.js';
import { ClosedAddresses20261124150103 } from './20261124150103-closed-addresses.js';
import { ConsentsOfClosed20261124150104 } from './20261124150104-consents-of-closed.js';
import { ClosedAddressIndex20261124150105 } from './20261124150105-closed-address-index.js';
import { MadeNow20261124150106 } from './20261124150106-made-now.js';
import { TimesOfLinks20261124150107 } from './20261124150107-times-of-links.js';
import { SearchSetAside20261124150200 } from './20261124150200-search-set-aside.js';
import { SearchIndexFollowed20261124150210 } from './20261124150210-search-index-followed.js';
import { SearchIndexPast20261124150220 } from './20261124150220-search-index-past.js';
import { SearchIndexReplaces20261124150230 } from './20261124150230-search-index-replaces.js';
import { MailTurns20261124150300 } from './20261124150300-mail-turns.js';
import { HoldObjects20261124160000 } from './20261124160000-hold-objects.js';
import { RelayIndexes20261125100000 } from './20261125100000-relay-indexes.js';
import { WideEventTurns20261125110100 } from './20261125110100-wide-event-turns.js';
import { PopularityChanges20261125130000 } from './20261125130000-popularity-changes.js';
import { SearchIndexSteps20261125140000 } from './20261125140000-search-index-steps.js';
import { OneRuleForTokens20261126100000 } from './20261126100000-one-rule-for-tokens.js';
import { EndedPayments20261126110000 } from './20261126110000-ended-payments.js';
import { EndedPaymentsIndex20261126110010 } from './20261126110010-ended-payments-index.js';
import { FreshLogins20261126110100 } from './20261126110100-fresh-logins.js';
import { WordsOfPortals20261126120000 } from './20261126120000-words-of-portals.js';
import { WordIndexes20261126120010 } from './20261126120010-word-indexes.js';
import { WordsByPortal20261126120020 } from './20261126120020-words-by-portal.js';
import { ReadWordsAgain20261126120030 } from './20261126120030-read-words-again.js';
import { FormerWords20261126120040 } from './20261126120040-former-words.js';
import { UnusedWords20261126120050 } from './20261126120050-unused-words.js';

/** Every migration, in the order in which they run: the baseline of version 0.2.0, and what came after it. */
export const migrations: (new () => MigrationInterface)[] = [
  Schemas20261123400000,
  DayPartitions20261123400100,
  Upkeep20261123400200,
  Portals20261123400300,
  Branding20261123400400,
  People20261123400500,
  Mails20261123400600,
  Applications20261123400700,
  Tokens20261123400800,
  Rights20261123400900,
  Logins20261123401000,
  EndingLogins20261123401100,
  AuditLog20261123401200,
  Proofs20261123401300,
  AddressChanges20261123401400,
  GivingAddresses20261123401500,
  Merging20261123401600,
  Catalogue20261123401700,
  SearchWords20261123401800,
  SearchDocuments20261123401900,
  Enrollments20261123402000,
  Events20261123402100,
  Webhooks20261123402200,
  Onboarding20261123402300,
  Topics20261124000000,
  TraceContext20261124010000,
  MailboxIndexes20261124015000,
  SecretsRotation20261124020000,
  MailLogos20261124030000,
  JoiningPlaceholders20261124040000,
  TokensTogether20261124050000,
  UnusedFacets20261124060200,
  SearchChanges20261124080000,
  WordsVersion20261124092000,
  RemovingApplications20261124150100,
  RightsOfAnswers20261124150101,
  ClosedAccounts20261124150102,
  ClosedAddresses20261124150103,
  ConsentsOfClosed20261124150104,
  ClosedAddressIndex20261124150105,
  MadeNow20261124150106,
  TimesOfLinks20261124150107,
  SearchSetAside20261124150200,
  SearchIndexFollowed20261124150210,
  SearchIndexPast20261124150220,
  SearchIndexReplaces20261124150230,
  MailTurns20261124150300,
  HoldObjects20261124160000,
  RelayIndexes20261125100000,
  WideEventTurns20261125110100,
  PopularityChanges20261125130000,
  SearchIndexSteps20261125140000,
  OneRuleForTokens20261126100000,
  EndedPayments20261126110000,
  EndedPaymentsIndex20261126110010,
  FreshLogins20261126110100,
  WordsOfPortals20261126120000,
  WordIndexes20261126120010,
  WordsByPortal20261126120020,
  ReadWordsAgain20261126120030,
  FormerWords20261126120040,
  UnusedWords20261126120050,
];
