export { SessionModule } from './session.module.js';
export { ConsoleSessions, type ConsoleSession, type FormerSession } from './sessions.js';
export {
  AuthorizationServer,
  GrantRefused,
  type SignedInPerson,
  type SignInChecks,
} from './authorization-server.js';
