export { AddressModule } from './address.module.js';
export { AddressChangeEvents } from './address-change-events.js';
