import { z } from 'zod';

/** All scopes, with the texts of the consent page (contract 3.48). */
export const scopeTexts = {
  'account.read': 'See the portal, its features and its plan',
  'user.read': 'See people and their details',
  'user.write': 'Create and change people',
  'user.login': 'Create login links for people',
  'user.login.me': 'Create login links for yourself',
  'portal.read': 'See the configuration of the portal',
  'portal.write': 'Change the configuration of the portal and create portals',
  'lo.read': 'Search and see learning content',
  'lo.write': 'Create and change learning content and collections',
  'enrollment.read': 'See enrollments and learning history',
  'enrollment.write': 'Enroll people and change enrollments',
  'webhook.read': 'See webhooks and their deliveries',
  'webhook.write': 'Create and change webhooks',
  'app.read': 'See OAuth applications',
  'app.write': 'Create and change OAuth applications',
  'group.read': 'See groups',
  'group.write': 'Change groups',
  'audit.read': 'See the audit log of the portal',
  'usage.read': 'See which API requests were refused',
} as const;

export type Scope = keyof typeof scopeTexts;
export const scopes = Object.keys(scopeTexts) as [Scope, ...Scope[]];
export const Scope = z.enum(scopes).meta({ id: 'Scope' });

/** Scopes that a client gets only when the command line grants them. */
export const isGrantedExplicitly = (scope: string): boolean =>
  ['user.login', 'user.login.me', 'audit.read', 'usage.read'].includes(scope) || scope.startsWith('app.');

/**
 * Scopes of OpenID Connect: the facts that a client learns about the signed-in person. They are no `Scope`: no route of
 * the API requires one, no client needs to be given one, and no approval names one.
 */
export const openidScopes = ['openid', 'profile', 'email', 'roles'] as const;
export type OpenidScope = (typeof openidScopes)[number];

export const defaultScopes: readonly Scope[] = scopes.filter((scope) => !isGrantedExplicitly(scope));
