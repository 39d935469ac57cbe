export { AddressModule } from './address.module.js';
export { PersonChangeEvents } from './person-change-events.js';
