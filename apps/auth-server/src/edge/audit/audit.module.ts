import { Global, Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import { RefusalFlood } from './refusal-flood.js';

@Global()
@Module({ providers: [AuditLog, RefusalFlood], exports: [AuditLog, RefusalFlood] })
export class AuditModule {}
