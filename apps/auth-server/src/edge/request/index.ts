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
