export { FreshLogin, isFreshLogin, type FreshPage } from './fresh-login.js';
export { FreshPageController } from './fresh-page.controller.js';
export { FreshLoginModule } from './fresh-login.module.js';
