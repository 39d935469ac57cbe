import type { components } from '../../../../../clients/typescript/src/generated/auth-server.js';

type Schemas = components['schemas'];

export type ConsoleApplication = Schemas['Application'];
export type ConsoleApplicationDetail = Schemas['ApplicationDetail'];
export type ApprovableApplication = Schemas['ApprovableApplication'];
export type ApprovalGiven = Schemas['GiveApproval'];
export type ApplicationChange = Schemas['ChangeClient'];
export type NewApplication = Schemas['CreateApplication'];
export type ApplicationScope = Schemas['Scope'];

/** Every scope, in the order of the consent page. */
export const applicationScopes = [
  'account.read',
  'user.read',
  'user.write',
  'user.login',
  'user.login.me',
  'portal.read',
  'portal.write',
  'lo.read',
  'lo.write',
  'enrollment.read',
  'enrollment.write',
  'webhook.read',
  'webhook.write',
  'app.read',
  'app.write',
  'group.read',
  'group.write',
  'audit.read',
  'usage.read',
] as const satisfies readonly ApplicationScope[];

/** Scopes with power over other people's accounts; the consent page marks them as well. */
const farReachingScopes: readonly ApplicationScope[] = ['user.login', 'user.write', 'app.write'];
export const isFarReaching = (scope: ApplicationScope): boolean => farReachingScopes.includes(scope);
