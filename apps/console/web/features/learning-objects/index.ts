export { ContentItemPage } from './content-item-page.js';
export { ContentPage } from './content-page.js';
export { NewContentPage } from './new-content-page.js';
export { PackagesPage } from './packages-page.js';
