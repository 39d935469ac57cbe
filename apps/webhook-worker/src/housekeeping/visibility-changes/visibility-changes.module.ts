import { Module } from '@nestjs/common';
import { VisibilityChanges } from './visibility-changes.js';

@Module({ providers: [VisibilityChanges] })
export class VisibilityChangesModule {}
