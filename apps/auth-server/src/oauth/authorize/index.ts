export { returnWith } from './redirect.js';
