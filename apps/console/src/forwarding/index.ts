export { Forwarder } from './forwarder.js';
export { ForwardingModule } from './forwarding.module.js';
export { Upstream } from './upstream.js';
