import { Module } from '@nestjs/common';
import { schedule } from '@app/access';
import { Database } from '@app/database';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import { KeyRotation, SigningKeyQueries } from '@app/signing-keys';
import type { Settings } from '../../config.js';
import { ID_TOKEN_ROTATION, KeyRing } from './key-ring.js';
import { OwnKeys } from './own-keys.js';
import { PublicKeyController } from './public-key.controller.js';
import { RotateSigningKeys } from './rotate-signing-keys.js';

const inject = [Database, CLOCK, SETTINGS];
const rotation = {
  provide: KeyRotation,
  inject,
  useFactory: (database: Database, clock: Clock, settings: Settings) =>
    new KeyRotation(database, new SigningKeyQueries(database), clock, settings, schedule),
};
const idTokenRotation = {
  provide: ID_TOKEN_ROTATION,
  inject,
  useFactory: (database: Database, clock: Clock, settings: Settings) =>
    new KeyRotation(
      database,
      new SigningKeyQueries(database, 'ID tokens'),
      clock,
      { ...settings, SIGNING_ALG: 'RS256' },
      schedule,
    ),
};

@Module({
  controllers: [PublicKeyController],
  providers: [KeyRing, OwnKeys, RotateSigningKeys, rotation, idTokenRotation],
  exports: [KeyRing, KeyRotation, OwnKeys],
})
export class PublicKeyModule {}
