import { Module } from '@nestjs/common';
import { schedule } from '@app/access';
import { Database } from '@app/database';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import { KeyRotation, SigningKeyQueries } from '@app/signing-keys';
import type { Settings } from '../../config.js';
import { KeyRing } from './key-ring.js';
import { OwnKeys } from './own-keys.js';
import { PublicKeyController } from './public-key.controller.js';
import { RotateSigningKeys } from './rotate-signing-keys.js';

const rotation = {
  provide: KeyRotation,
  inject: [Database, SigningKeyQueries, CLOCK, SETTINGS],
  useFactory: (database: Database, queries: SigningKeyQueries, clock: Clock, settings: Settings) =>
    new KeyRotation(database, queries, clock, settings, schedule),
};

@Module({
  controllers: [PublicKeyController],
  providers: [KeyRing, OwnKeys, RotateSigningKeys, SigningKeyQueries, rotation],
  exports: [KeyRing, KeyRotation, OwnKeys],
})
export class PublicKeyModule {}
