import { Module } from '@nestjs/common';
import { EdgeModule } from '../edge/index.js';
import { AuthorizationServer } from './authorization-server.js';
import { ExpiredSessions } from './expired-sessions.js';
import { ConsoleSessionQueries } from './session.queries.js';
import { ConsoleSessions } from './sessions.js';

/** Sessions and their tokens, which are not sent to browsers. */
@Module({
  imports: [EdgeModule],
  providers: [AuthorizationServer, ExpiredSessions, ConsoleSessionQueries, ConsoleSessions],
  exports: [AuthorizationServer, ConsoleSessions],
})
export class SessionModule {}
