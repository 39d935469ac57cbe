export { PortalHostService } from './portal-host.service.js';
