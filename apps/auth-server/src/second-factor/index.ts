export { SecondFactorModule } from './second-factor.module.js';
export { SecondFactorQueries } from './second-factor.queries.js';
