export { CodeGuesses } from './code-guesses.js';
export { FactorCheck, type FactorFailure } from './factor-check.js';
export { SecondFactor, type FactorUser } from './second-factor.js';
export { factorSetUpAddress, SecondFactorService } from './second-factor.service.js';
