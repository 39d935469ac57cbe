export { PersonChangeEvents } from './person-change-events.js';
