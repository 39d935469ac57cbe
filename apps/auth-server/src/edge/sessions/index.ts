export { SessionQueries, type Session } from './session.queries.js';
export { isFresh, Sessions } from './sessions.js';
export { SessionsModule } from './sessions.module.js';
