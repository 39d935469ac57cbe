export { PortalHostService } from './portal-host.service.js';
export { PortalHostsModule } from './portal-hosts.module.js';
