export { PlanPage } from './plan-page.js';
export { PortalPage } from './portal-page.js';
