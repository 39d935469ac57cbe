import type { MigrationInterface } from 'typeorm';
import { Schemas20261122800000 } from './20261122800000-schemas.js';
import { DayPartitions20261122800100 } from './20261122800100-day-partitions.js';
import { Upkeep20261122800200 } from './20261122800200-upkeep.js';
import { Portals20261122800300 } from './20261122800300-portals.js';
import { People20261122800400 } from './20261122800400-people.js';
import { Mails20261122800500 } from './20261122800500-mails.js';
import { Applications20261122800600 } from './20261122800600-applications.js';
import { Tokens20261122800700 } from './20261122800700-tokens.js';
import { Rights20261122800800 } from './20261122800800-rights.js';
import { Logins20261122800900 } from './20261122800900-logins.js';
import { AuditLog20261122801000 } from './20261122801000-audit-log.js';
import { Proofs20261122801100 } from './20261122801100-proofs.js';
import { AddressChanges20261122801200 } from './20261122801200-address-changes.js';
import { GivingAddresses20261122801210 } from './20261122801210-giving-addresses.js';
import { Merging20261122801300 } from './20261122801300-merging.js';
import { Catalogue20261122801400 } from './20261122801400-catalogue.js';
import { SearchWords20261122801500 } from './20261122801500-search-words.js';
import { SearchDocuments20261122801600 } from './20261122801600-search-documents.js';
import { Enrollments20261122801700 } from './20261122801700-enrollments.js';
import { Events20261122801800 } from './20261122801800-events.js';
import { Webhooks20261122801900 } from './20261122801900-webhooks.js';
import { Onboarding20261122802000 } from './20261122802000-onboarding.js';
import { NamedAddresses20261123000000 } from './20261123000000-named-addresses.js';
import { LeavingAddresses20261123000100 } from './20261123000100-leaving-addresses.js';
import { MergeLinks20261123010000 } from './20261123010000-merge-links.js';
import { WholeHistory20261123100000 } from './20261123100000-whole-history.js';
import { FindingPeople20261123100100 } from './20261123100100-finding-people.js';
import { NamedSelections20261123100200 } from './20261123100200-named-selections.js';
import { Branding20261123300000 } from './20261123300000-branding.js';

/** Every migration, in the order in which they run: the baseline of version 0.2.0, and what came after it. */
export const migrations: (new () => MigrationInterface)[] = [
  Schemas20261122800000,
  DayPartitions20261122800100,
  Upkeep20261122800200,
  Portals20261122800300,
  People20261122800400,
  Mails20261122800500,
  Applications20261122800600,
  Tokens20261122800700,
  Rights20261122800800,
  Logins20261122800900,
  AuditLog20261122801000,
  Proofs20261122801100,
  AddressChanges20261122801200,
  GivingAddresses20261122801210,
  Merging20261122801300,
  Catalogue20261122801400,
  SearchWords20261122801500,
  SearchDocuments20261122801600,
  Enrollments20261122801700,
  Events20261122801800,
  Webhooks20261122801900,
  Onboarding20261122802000,
  NamedAddresses20261123000000,
  LeavingAddresses20261123000100,
  MergeLinks20261123010000,
  WholeHistory20261123100000,
  FindingPeople20261123100100,
  NamedSelections20261123100200,
  Branding20261123300000,
];
