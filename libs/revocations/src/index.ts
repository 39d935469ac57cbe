export { RevocationsModule } from './revocations.module.js';
export { Revocations, type TakenFrom } from './revocations.queries.js';
