export { PersonQueries, type PersonsAccount } from './person.queries.js';
