import { Global, Module } from '@nestjs/common';
import { Revocations } from './revoke.queries.js';

/** Revocation, for every app that changes people, roles or clients. */
@Global()
@Module({ providers: [Revocations], exports: [Revocations] })
export class RevocationsModule {}
