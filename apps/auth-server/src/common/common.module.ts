import { Global, Module } from '@nestjs/common';
import { PostgresClock } from './postgres-clock.js';

@Global()
@Module({ providers: [PostgresClock], exports: [PostgresClock] })
export class CommonModule {}
