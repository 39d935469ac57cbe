import { Global, Module } from '@nestjs/common';
import { ActLog } from './act-log.js';

/** The {@link ActLog} for everything that changes something. */
@Global()
@Module({ providers: [ActLog], exports: [ActLog] })
export class ActsModule {}
