export { AddressModule } from './address.module.js';
export { AddressNews } from './address-news.js';
