export { SessionModule } from './session.module.js';
export { Sessions, type ConsoleSession, type FormerSession } from './sessions.js';
export {
  AuthorizationServer,
  GrantRefused,
  type SignedIn,
  type SignInChecks,
} from './authorization-server.js';
