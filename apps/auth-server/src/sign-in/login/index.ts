export type { StoredRequest } from './stored-requests.queries.js';
export { loginPage, requestPage } from './login-pages.js';
export { findClientName, boundPortalId, isHinted, type LoginRequest } from './login-request.js';
export {
  answeredBefore,
  continueAddress,
  isStored,
  PendingRequests,
  staleForm,
  type StoredPendingRequest,
  type PendingRequest,
} from './pending-requests.js';
export { SignInService } from './sign-in.service.js';
export { ReturnRequest } from './return-request.js';
