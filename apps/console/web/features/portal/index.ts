export { BrandingPage } from './branding-page.js';
export { PlanPage } from './plan-page.js';
export { PortalPage } from './portal-page.js';
