import { scopes, type Scope } from '@app/contracts';
import { scopeLines } from './scope-lines.js';

const shown = (...chosenScopes: Scope[]) => scopeLines(chosenScopes).map(({ text }) => text);

describe('the lines that describe scopes', () => {
  it('describe reading and writing of the same object in one line', () => {
    expect(shown('lo.read', 'lo.write', 'enrollment.read')).toEqual(['scopes.lo', 'scope.enrollment.read']);
    expect(shown('lo.write')).toEqual(['scope.lo.write']);
  });

  it('begin with marked lines about power over people', () => {
    const lines = scopeLines([
      'account.read',
      'lo.read',
      'user.read',
      'user.write',
      'user.login',
      'app.write',
    ]);
    expect(lines.map(({ text, isFarReaching }) => [text, isFarReaching])).toEqual([
      ['scopes.user', true],
      ['scope.user.login', true],
      ['scope.app.write', true],
      ['scope.account.read', false],
      ['scope.lo.read', false],
    ]);
    expect(scopeLines(['user.login.me'])[0]!.isFarReaching).toBe(false);
  });

  it('hold every scope that is granted once, whichever they are', () => {
    for (let some = 0; some < 2 ** scopes.length; some += 7) {
      const chosenScopes = scopes.filter((_, place) => (some >> place) & 1);
      const shownScopes = scopeLines(chosenScopes).flatMap((line) => line.scopes);
      expect([...shownScopes].sort()).toEqual([...chosenScopes].sort());
    }
  });
});
