export { authServerDocument, serveAuthDocument } from './document.js';
export { OAuthOperation } from './oauth-operation.js';
export { PageOperation } from './page-operation.js';
