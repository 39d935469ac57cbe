import { tableRegistry, type TableEntry } from '@app/database';
import { limits } from './limits.js';

describe('the limits of tables', () => {
  it('all exist', () => {
    const named = Object.entries<TableEntry>(tableRegistry).flatMap(([table, { limitedBy, bytes }]) => [
      ...('unlimited' in limitedBy ? [] : limitedBy).map((limit) => ({ table, limit })),
      ...(typeof bytes === 'string' ? [{ table, limit: bytes }] : []),
    ]);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ limit }) => !(limit in limits))).toEqual([]);
  });
});
