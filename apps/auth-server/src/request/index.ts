export { noteArrivals } from './arrivals.js';
export { callerOf, type Caller } from './caller.js';
export { networkOf } from './network.js';
export {
  authorizationHeaders,
  bodyParameters,
  decodedPairs,
  oauthForm,
  standsInQuery,
  urlencodedPairs,
  type Parameters,
} from './parameters.js';
