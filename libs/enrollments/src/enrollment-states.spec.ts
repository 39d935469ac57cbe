import { Conflict } from '@app/kernel';
import { isAllowedTransition, move } from './enrollment-states.js';
import { nothingYet as fresh } from './enrollment.fields.js';

const now = new Date('2026-03-01T10:00:00Z');

describe('status changes of an enrollment', () => {
  it.each([
    ['not-started', 'not-started', true, true],
    ['not-started', 'in-progress', true, true],
    ['not-started', 'completed', true, true],
    ['in-progress', 'not-started', false, false],
    ['in-progress', 'completed', true, true],
    ['completed', 'in-progress', false, true],
    ['completed', 'not-started', false, false],
  ] as const)('%s to %s: %s, when reopening %s', (from, to, usually, reopening) => {
    expect(isAllowedTransition(from, to, false)).toBe(usually);
    expect(isAllowedTransition(from, to, true)).toBe(reopening);
  });

  it('completing sets end_date and pass', () => {
    expect(move(fresh, { status: 'completed' }, false, now)).toMatchObject({
      status: 'completed',
      pass: true,
      start_date: now,
      end_date: now,
    });
  });

  it('completing keeps a sent pass', () => {
    expect(move(fresh, { status: 'completed', pass: false }, false, now).pass).toBe(false);
  });

  it('completing in the past does not start it after its end', () => {
    const end_date = new Date('2025-01-01T00:00:00Z');
    expect(move(fresh, { status: 'completed', end_date }, false, now)).toMatchObject({
      start_date: end_date,
      end_date,
    });
  });

  it('reopening clears end_date and pass', () => {
    const done = { ...fresh, status: 'completed', pass: true, end_date: now } as const;
    expect(move(done, { status: 'in-progress' }, true, now)).toMatchObject({ pass: null, end_date: null });
  });

  it('a refused transition is a conflict', () => {
    expect(() => move({ ...fresh, status: 'completed' }, { status: 'not-started' }, true, now)).toThrow(
      Conflict,
    );
  });

  it('the same status again is not a change; other fields still apply', () => {
    expect(
      move({ ...fresh, status: 'completed' }, { status: 'completed', result: 80 }, false, now),
    ).toMatchObject({
      status: 'completed',
      result: 80,
      end_date: null,
    });
  });
});
