export { BrandingPage } from './branding-page.js';
export { ConfigurationPage } from './configuration-page.js';
export { PlanPage } from './plan-page.js';
export { PortalPage } from './portal-page.js';
