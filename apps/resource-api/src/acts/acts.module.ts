import { Global, Module } from '@nestjs/common';
import { ActLog } from './act-log.js';

/** Provides the {@link ActLog} to all features. */
@Global()
@Module({ providers: [ActLog], exports: [ActLog] })
export class ActsModule {}
