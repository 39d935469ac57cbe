export { AddressRefused, createCheckedConnector, CheckedConnectorOptions } from './checked-connector.js';
export { checkDestinationUrl, DestinationRefused } from './destination-url.js';
export { DestinationPolicy, destinationPolicy, createDestinationPolicy } from './policy.js';
export { isPublicAddress } from './public-address.js';
export { createResolver, Resolve } from './resolver.js';
