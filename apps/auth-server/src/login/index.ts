export type { KeptRequest } from './kept-requests.queries.js';
export { LoginModule } from './login.module.js';
export { loginPage, requestPage } from './login-pages.js';
export { clientNameOf, portalIdOf, type LoginRequest } from './login-request.js';
export {
  answeredBefore,
  continueAddress,
  isKept,
  OpenRequests,
  staleForm,
  type KeptOpenRequest,
  type OpenRequest,
} from './open-requests.js';
export { SignInService } from './sign-in.service.js';
