export { CollectionPage, GroupPage } from './selection-page.js';
export { CollectionsPage, GroupsPage } from './selections-page.js';
