export { FreshEntry, isEntered, type FreshPage } from './fresh-entry.js';
export { FreshPageController } from './fresh-page.controller.js';
export { FreshEntryModule } from './fresh-entry.module.js';
