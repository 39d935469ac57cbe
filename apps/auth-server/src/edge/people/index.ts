export { PeopleModule } from './people.module.js';
export { PersonQueries, type PersonsAccount } from './person.queries.js';
