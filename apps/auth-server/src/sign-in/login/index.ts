export type { StoredRequest } from './stored-requests.queries.js';
export { LoginModule } from './login.module.js';
export { loginPage, requestPage } from './login-pages.js';
export { clientNameOf, portalIdOf, type LoginRequest } from './login-request.js';
export {
  answeredBefore,
  continueAddress,
  isStored,
  OpenRequests,
  staleForm,
  type StoredOpenRequest,
  type OpenRequest,
} from './open-requests.js';
export { SignInService } from './sign-in.service.js';
export { WayBack } from './way-back.js';
