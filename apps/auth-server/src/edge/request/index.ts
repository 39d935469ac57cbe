export { callerOf, type Caller } from './caller.js';
export {
  authorizationHeaders,
  bodyParameters,
  decodedPairs,
  oauthForm,
  standsInQuery,
  urlencodedPairs,
  type Parameters,
} from './parameters.js';
