import { Module } from '@nestjs/common';
import { KeyRing } from './key-ring.js';
import { KeyRotation } from './key-rotation.js';
import { OwnKeys } from './own-keys.js';
import { PublicKeyController } from './public-key.controller.js';
import { SigningKeyQueries } from './signing-keys.queries.js';

@Module({
  controllers: [PublicKeyController],
  providers: [KeyRing, KeyRotation, OwnKeys, SigningKeyQueries],
  exports: [KeyRing, KeyRotation, OwnKeys],
})
export class PublicKeyModule {}
