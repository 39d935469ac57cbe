import { slotResult } from './budget.js';
import { LocalBudgets } from './local-budgets.js';

describe('LocalBudgets', () => {
  const budget = { key: 'k', limit: 2, seconds: 60 };

  it('distinguishes budgets full of failures and full of attempts in flight', () => {
    const budgets = new LocalBudgets();
    expect(['a', 'b', 'c'].map((id) => budgets.reserve(budget, id))).toEqual([
      slotResult.reserved,
      slotResult.reserved,
      slotResult.full,
    ]);
    expect([budgets.complete(budget, 'a', true), budgets.complete(budget, 'b', false)]).toEqual([1, 0]);
    expect(budgets.reserve(budget, 'c')).toBe(slotResult.reserved);
    expect(budgets.reserve(budget, 'd')).toBe(slotResult.full);
    expect(budgets.complete(budget, 'c', true)).toBe(2);
    expect(budgets.reserve(budget, 'd')).toBe(60);
    budgets.clear(budget);
    expect(budgets.reserve(budget, 'd')).toBe(slotResult.reserved);
  });

  it('counts only the failures of attempts that were reserved elsewhere', () => {
    const budgets = new LocalBudgets();
    budgets.complete(budget, 'other', false);
    budgets.complete(budget, 'another', true);
    expect(['a', 'b'].map((id) => budgets.reserve(budget, id))).toEqual([
      slotResult.reserved,
      slotResult.full,
    ]);
  });
});
