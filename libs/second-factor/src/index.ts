export { demandsSecondFactor, removeSecondFactor } from './second-factor.queries.js';
