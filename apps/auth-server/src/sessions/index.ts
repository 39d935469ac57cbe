export { SessionQueries, type Session } from './session.queries.js';
export { Sessions } from './sessions.js';
export { SessionsModule } from './sessions.module.js';
