import { openidScopes, Scope, scopes, type OpenidScope, type Role } from '@app/contracts';
import { InvalidScope } from '../../edge/errors/index.js';

/** RFC 6749 3.3: scope-token characters, separated by single blanks. */
const grammar = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const MAX_SCOPES = 100;

const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

/**
 * The scopes that a request names, in the order of the list of scopes; undefined when it names none.
 * @throws InvalidScope when one is malformed, unknown, or not in `allowed`
 */
export function requestedScopes(text: string | undefined, allowed: readonly string[]): Scope[] | undefined {
  if (text === undefined) return undefined;
  const names = readNames(text);
  const refused = names.find((name) => !isScope(name) || !allowed.includes(name));
  if (refused !== undefined) {
    throw new InvalidScope(`The scope ${shortened(refused)} is unknown or may not be requested.`, {
      hint: `Separated by spaces, any of: ${allowed.join(' ') || 'none'}.`,
    });
  }
  return scopes.filter((scope) => names.includes(scope));
}

/** @throws InvalidScope */
function readNames(text: string): string[] {
  const names = text.trim().split(/ +/);
  if (!grammar.test(names.join(' ')) || names.length > MAX_SCOPES) {
    throw new InvalidScope('The scope is malformed.');
  }
  return names;
}

/** Whether a request is one of OpenID Connect (Core 3.1.2.1). */
export const requestsOpenid = (text: string | undefined): boolean =>
  text
    ?.trim()
    .split(/ +/)
    .includes('openid' satisfies OpenidScope) ?? false;

/**
 * Like {@link requestedScopes}, for a request that may be one of OpenID Connect. If it is, unknown names are ignored,
 * and so is `offline_access`, because refresh tokens do not depend on it.
 * @returns the scopes, and those of OpenID Connect, which are empty for other requests
 * @throws InvalidScope as {@link requestedScopes}
 */
export function requestedWithOpenid(
  text: string | undefined,
  allowed: readonly string[],
): { scopes: Scope[] | undefined; openidScopes: OpenidScope[] } {
  if (text === undefined || !requestsOpenid(text)) {
    const incomplete = openidScopes.find((scope) => text?.trim().split(/ +/).includes(scope));
    if (incomplete) throw new InvalidScope(`The scope ${incomplete} needs openid.`);
    return { scopes: requestedScopes(text, allowed), openidScopes: [] };
  }
  const names = readNames(text);
  const knownScopes = names.filter(isScope);
  return {
    scopes: knownScopes.length === 0 ? [] : requestedScopes(knownScopes.join(' '), allowed),
    openidScopes: openidScopes.filter((scope) => names.includes(scope)),
  };
}

const shortened = (name: string): string => (name.length > 50 ? `${name.slice(0, 50)}...` : name);

const everyone: readonly Scope[] = [
  'account.read',
  'user.read',
  'user.login.me',
  'portal.read',
  'lo.read',
  'enrollment.read',
  'enrollment.write',
  'group.read',
];

/** All scopes that each role can use (the table of contract 3.50). */
const scopesOfRole: Record<Role, readonly Scope[]> = {
  Administrator: scopes,
  Manager: everyone,
  'Content administrator': [...everyone, 'lo.write'],
  Learner: everyone,
};

/** Those of `granted` that at least one of the roles can use: scopes never extend a person's permissions (contract 3.3). */
export function narrowToRoles(granted: readonly Scope[], roles: readonly Role[]): Scope[] {
  return granted.filter((scope) => roles.some((role) => scopesOfRole[role].includes(scope)));
}

/** Those of `granted` that the client still has. */
export const narrowToClient = (granted: readonly Scope[], client: readonly Scope[]): Scope[] =>
  granted.filter((scope) => client.includes(scope));
