import { Module } from '@nestjs/common';
import { SessionQueries } from './session.queries.js';
import { Sessions } from './sessions.js';

@Module({ providers: [SessionQueries, Sessions], exports: [SessionQueries, Sessions] })
export class SessionsModule {}
