export { FreshEntry, isEntered, type FreshPage } from './fresh-entry.js';
export { FreshEntryModule } from './fresh-entry.module.js';
