export { OfferQueries, type ListedOffer } from './offer.queries.js';
export { welcomeAddress, type ShownOffers } from './offer-page.js';
export { parseAccountId, parseOfferAnswer, OfferPages } from './offer-pages.service.js';
export { Offers } from './offers.js';
