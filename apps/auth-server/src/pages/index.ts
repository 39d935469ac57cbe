export { Browser } from './browser.js';
export { FormGuard } from './form-guard.js';
export type { Page } from './page.js';
export { badForm, PageError } from './page-error.js';
export { PagesModule } from './pages.module.js';
export { prefersHtml } from './prefers-html.js';
export { portalNameOf } from './portal-host.js';
export { sendPage, sendRedirect } from './render-page.js';
export { renderPageError } from './render-page-error.js';
