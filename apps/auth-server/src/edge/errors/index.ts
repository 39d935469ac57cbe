export * from './oauth-errors.js';
export * from './render-error.js';
