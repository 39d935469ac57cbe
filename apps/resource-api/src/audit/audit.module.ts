import { Global, Module } from '@nestjs/common';
import { AuditRecorder } from './audit-recorder.js';

/** Provides the {@link AuditRecorder} to all features. */
@Global()
@Module({ providers: [AuditRecorder], exports: [AuditRecorder] })
export class AuditModule {}
