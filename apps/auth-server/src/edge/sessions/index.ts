export { SessionQueries, type Session } from './session.queries.js';
export { isFresh, Sessions } from './sessions.js';
