export { SecondFactor } from './second-factor.js';
export { SecondFactorModule } from './second-factor.module.js';
