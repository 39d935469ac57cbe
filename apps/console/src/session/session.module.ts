import { Module } from '@nestjs/common';
import { EdgeModule } from '../edge/index.js';
import { AuthorizationServer } from './authorization-server.js';
import { ExpiredSessions } from './expired-sessions.js';
import { SessionQueries } from './session.queries.js';
import { Sessions } from './sessions.js';

/** Who is signed in, and the tokens that no browser gets. */
@Module({
  imports: [EdgeModule],
  providers: [AuthorizationServer, ExpiredSessions, SessionQueries, Sessions],
  exports: [AuthorizationServer, Sessions],
})
export class SessionModule {}
