export * from './address-key.js';
export * from './parameters.js';
export * from './pkce.js';
export * from './redirect-uri.js';
export * from './caller.js';
export * from './network.js';
export * from './postgres-clock.js';
export * from './shared.module.js';
