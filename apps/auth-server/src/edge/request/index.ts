export { requestOrigin, type RequestOrigin } from './request-origin.js';
export {
  authorizationHeaders,
  bodyParameters,
  decodedPairs,
  oauthForm,
  queryParameters,
  standsInQuery,
  strictPairs,
  type Parameters,
} from './parameters.js';
