export { Browser } from './browser.js';
