export { AccessPage } from './access-page.js';
export { ChangeManyPage } from './change-many-page.js';
export { ImportPeoplePage } from './import-people-page.js';
export { NewPersonPage } from './new-person-page.js';
export { PeoplePage } from './people-page.js';
export { PersonPage } from './person-page.js';
export { ProfilePage } from './profile-page.js';
