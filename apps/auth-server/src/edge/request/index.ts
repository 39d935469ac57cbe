export {
  authorizationHeaders,
  bodyParameters,
  decodedPairs,
  oauthForm,
  queryParameters,
  hasQueryParameter,
  strictPairs,
  type Parameters,
} from './parameters.js';
