export { secondFactorContext } from './sealed-secret.js';
export { demandsSecondFactor, removeSecondFactor } from './second-factor.queries.js';
