import { Module } from '@nestjs/common';
import { SightChanges } from './sight-changes.js';

@Module({ providers: [SightChanges] })
export class SightChangesModule {}
