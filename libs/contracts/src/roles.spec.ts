import { seesDrafts, type SeesDrafts } from './roles.js';

describe('seesDrafts', () => {
  it('is true for every role except Learner, and false without roles', () => {
    expect(seesDrafts({ roles: ['Learner', 'Manager'] })).toBe(true);
    expect(seesDrafts({ roles: ['Learner'] })).toBe(false);
    expect(seesDrafts({ roles: [] })).toBe(false);
    expect(seesDrafts(undefined)).toBe(false);
  });

  it('is judged, never written down', () => {
    // @ts-expect-error a literal has not been judged
    const literal: SeesDrafts = true;
    expect(literal).toBe(true);
  });
});
