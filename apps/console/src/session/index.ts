export { SessionModule } from './session.module.js';
export { ConsoleSessions } from './sessions.js';
export {
  AuthorizationServer,
  GrantRefused,
  type SignedInPerson,
  type SignInChecks,
} from './authorization-server.js';
