import type { MigrationInterface } from 'typeorm';
import { Base20261121000000 } from './20261121000000-base.js';
import { Identity20261121000100 } from './20261121000100-identity.js';
import { PartitionDefaults20261121300000 } from './20261121300000-partition-defaults.js';
import { Outbox20261121300100 } from './20261121300100-outbox.js';
import { Webhooks20261121300200 } from './20261121300200-webhooks.js';

/** Every migration, in the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [
  Base20261121000000,
  Identity20261121000100,
  PartitionDefaults20261121300000,
  Outbox20261121300100,
  Webhooks20261121300200,
];
