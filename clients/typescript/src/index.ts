export * from './errors.js';
export { answerOf, LearningPlatform, type PlatformOptions } from './learning-platform.js';
export type { SendingOptions } from './sending.js';
export * from './tokens.js';
export * from './webhooks.js';
export type { components, operations, paths } from './generated/resource-api.js';
export type { components as OAuthComponents } from './generated/auth-server.js';
