import type { MigrationInterface } from 'typeorm';
import { Schemas20261127000000 } from './20261127000000-schemas.js';
import { DayPartitions20261127000100 } from './20261127000100-day-partitions.js';
import { Upkeep20261127000200 } from './20261127000200-upkeep.js';
import { Portals20261127000300 } from './20261127000300-portals.js';
import { Branding20261127000400 } from './20261127000400-branding.js';
import { People20261127000500 } from './20261127000500-people.js';
import { Mails20261127000600 } from './20261127000600-mails.js';
import { Applications20261127000700 } from './20261127000700-applications.js';
import { Tokens20261127000800 } from './20261127000800-tokens.js';
import { Rights20261127000900 } from './20261127000900-rights.js';
import { Logins20261127001000 } from './20261127001000-logins.js';
import { EndingLogins20261127001100 } from './20261127001100-ending-logins.js';
import { AuditLog20261127001200 } from './20261127001200-audit-log.js';
import { Proofs20261127001300 } from './20261127001300-proofs.js';
import { AddressChanges20261127001400 } from './20261127001400-address-changes.js';
import { GivingAddresses20261127001500 } from './20261127001500-giving-addresses.js';
import { Merging20261127001600 } from './20261127001600-merging.js';
import { Catalogue20261127001700 } from './20261127001700-catalogue.js';
import { SearchWords20261127001800 } from './20261127001800-search-words.js';
import { SearchDocuments20261127001900 } from './20261127001900-search-documents.js';
import { Enrollments20261127002000 } from './20261127002000-enrollments.js';
import { Events20261127002100 } from './20261127002100-events.js';
import { Webhooks20261127002200 } from './20261127002200-webhooks.js';
import { Onboarding20261127002300 } from './20261127002300-onboarding.js';
import { AppliedFiles20261127002400 } from './20261127002400-applied-files.js';
import { RedirectUris20261127002500 } from './20261127002500-redirect-uris.js';
import { OpenidConnect20261127002600 } from './20261127002600-openid-connect.js';
import { WebhookHours20261127002700 } from './20261127002700-webhook-hours.js';
import { ReadAuditLog20261127002800 } from './20261127002800-read-audit-log.js';
import { AuditLogOfPortals20261127002810 } from './20261127002810-audit-log-of-portals.js';
import { LimitsUsed20261127002900 } from './20261127002900-limits-used.js';
import { FirstPartyClients20261127002910 } from './20261127002910-first-party-clients.js';
import { EnrollmentHours20261127002920 } from './20261127002920-enrollment-hours.js';
import { Console20261127003000 } from './20261127003000-console.js';
import { OwnNames20261127003300 } from './20261127003300-own-names.js';
import { FiltersOfLargePortals20261127003800 } from './20261127003800-filters-of-large-portals.js';
import { RowBytes20261127003900 } from './20261127003900-row-bytes.js';
import { RevocationsInPages20261127004000 } from './20261127004000-revocations-in-pages.js';
import { BytesOfAllRows20261127004100 } from './20261127004100-bytes-of-all-rows.js';
import { TokensOneByOne20261127004200 } from './20261127004200-tokens-one-by-one.js';
import { RepeatedRefreshes20261127004300 } from './20261127004300-repeated-refreshes.js';
import { MailsAboutParkedWebhooks20261127004400 } from './20261127004400-mails-about-parked-webhooks.js';
import { FoldedNames20261128000100 } from './20261128000100-folded-names.js';
import { CorrectingAddresses20261128000200 } from './20261128000200-correcting-addresses.js';
import { PeopleByCustomFields20261128000300 } from './20261128000300-people-by-custom-fields.js';
import { NamesOfPortals20261128000400 } from './20261128000400-names-of-portals.js';
import { ReasonsOfDeliveryErrors20261129000100 } from './20261129000100-reasons-of-delivery-errors.js';
import { WordsOfAllScripts20261129000200 } from './20261129000200-words-of-all-scripts.js';
import { RewrittenDocuments20261129000300 } from './20261129000300-rewritten-documents.js';
import { AuditLogAboutPeople20261129000400 } from './20261129000400-audit-log-about-people.js';
import { ApiErrors20261129000500 } from './20261129000500-api-errors.js';
import { SortedLists20261129000600 } from './20261129000600-sorted-lists.js';

/** Every migration, in the order in which they run: up to `Onboarding` the baseline of version 0.3.0. */
export const migrations: (new () => MigrationInterface)[] = [
  Schemas20261127000000,
  DayPartitions20261127000100,
  Upkeep20261127000200,
  Portals20261127000300,
  Branding20261127000400,
  People20261127000500,
  Mails20261127000600,
  Applications20261127000700,
  Tokens20261127000800,
  Rights20261127000900,
  Logins20261127001000,
  EndingLogins20261127001100,
  AuditLog20261127001200,
  Proofs20261127001300,
  AddressChanges20261127001400,
  GivingAddresses20261127001500,
  Merging20261127001600,
  Catalogue20261127001700,
  SearchWords20261127001800,
  SearchDocuments20261127001900,
  Enrollments20261127002000,
  Events20261127002100,
  Webhooks20261127002200,
  Onboarding20261127002300,
  AppliedFiles20261127002400,
  RedirectUris20261127002500,
  OpenidConnect20261127002600,
  WebhookHours20261127002700,
  ReadAuditLog20261127002800,
  AuditLogOfPortals20261127002810,
  LimitsUsed20261127002900,
  FirstPartyClients20261127002910,
  EnrollmentHours20261127002920,
  Console20261127003000,
  OwnNames20261127003300,
  FiltersOfLargePortals20261127003800,
  RowBytes20261127003900,
  RevocationsInPages20261127004000,
  BytesOfAllRows20261127004100,
  TokensOneByOne20261127004200,
  RepeatedRefreshes20261127004300,
  MailsAboutParkedWebhooks20261127004400,
  FoldedNames20261128000100,
  CorrectingAddresses20261128000200,
  PeopleByCustomFields20261128000300,
  NamesOfPortals20261128000400,
  ReasonsOfDeliveryErrors20261129000100,
  WordsOfAllScripts20261129000200,
  RewrittenDocuments20261129000300,
  AuditLogAboutPeople20261129000400,
  ApiErrors20261129000500,
  SortedLists20261129000600,
];
