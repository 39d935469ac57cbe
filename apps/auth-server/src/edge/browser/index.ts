export { Browser } from './browser.js';
export { BrowserModule } from './browser.module.js';
