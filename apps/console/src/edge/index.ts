export { ConsoleCookies, type CookieName } from './console-cookies.js';
export { EdgeModule } from './edge.module.js';
export { guardRequests } from './guard-requests.js';
export { ConsoleLimits } from './console-limits.js';
export { consolePolicy } from './console-policy.js';
export { csrfRefused, isFromOtherSite, isNavigation } from './own-page.js';
