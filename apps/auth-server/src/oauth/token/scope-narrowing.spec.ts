import { roles, scopes, type Role } from '@app/contracts';
import { InvalidScope } from '../../edge/errors/index.js';
import { requestedScopes, narrowToClient, narrowToRoles } from './scope-narrowing.js';

describe('requestedScopes', () => {
  const allowed = ['lo.read', 'user.read', 'user.write'] as const;

  it('is undefined when no scope is named, so that the grant decides', () => {
    expect(requestedScopes(undefined, allowed)).toBeUndefined();
  });

  it('returns the named scopes, once each, in the order of the list of scopes', () => {
    expect(requestedScopes('lo.read user.read lo.read', allowed)).toEqual(['user.read', 'lo.read']);
    expect(requestedScopes('  lo.read   user.read ', allowed)).toEqual(['user.read', 'lo.read']);
  });

  it.each([
    '',
    ' ',
    'nothing',
    'lo.write',
    'LO.READ',
    'lo.read,user.read',
    'lo.read\tuser.read',
    'lo.read\nuser.read',
    '"lo.read"',
    'lo\\.read',
    'lo.read é',
    Array.from({ length: 101 }, () => 'lo.read').join(' '),
    'toString',
    '__proto__',
  ])('refuses unknown, excessive or malformed scopes: %j', (text) => {
    expect(() => requestedScopes(text, allowed)).toThrow(InvalidScope);
  });
});

describe('narrowing', () => {
  it('does not change an administrator’s granted scopes', () => {
    expect(narrowToRoles(scopes, ['Administrator'])).toEqual(scopes);
    expect(narrowToRoles(['lo.read'], ['Administrator'])).toEqual(['lo.read']);
  });

  const administrative = [
    'user.write',
    'user.login',
    'portal.write',
    'webhook.read',
    'app.read',
    'audit.read',
    'usage.read',
  ];

  it.each<[Role, string[]]>([
    ['Learner', [...administrative, 'lo.write']],
    ['Manager', [...administrative, 'lo.write']],
    ['Content administrator', administrative],
  ])('removes from a %s what the role cannot use', (role, removedScopes) => {
    const remainingScopes = narrowToRoles(scopes, [role]);
    expect(removedScopes.filter((scope) => (remainingScopes as string[]).includes(scope))).toEqual([]);
    expect(remainingScopes).toContain('enrollment.write');
    expect(remainingScopes.includes('lo.write')).toBe(role === 'Content administrator');
  });

  it('allows several roles the scopes of each role, and no role nothing', () => {
    expect(narrowToRoles(['lo.write', 'user.write'], ['Learner', 'Content administrator'])).toEqual([
      'lo.write',
    ]);
    expect(narrowToRoles(scopes, [])).toEqual([]);
  });

  it('never widens, whatever the roles', () => {
    for (const role of roles) {
      expect(narrowToRoles(['user.read'], [role]).length).toBeLessThanOrEqual(1);
      for (const scope of narrowToRoles(scopes, [role])) expect(scopes).toContain(scope);
    }
  });

  it('removes scopes that the client has lost since the grant', () => {
    expect(narrowToClient(['lo.read', 'user.read'], ['user.read', 'user.write'])).toEqual(['user.read']);
  });
});
