export { FreshLogin, isFreshLogin, type FreshPage } from './fresh-login.js';
export { FreshPageController } from './fresh-page.controller.js';
