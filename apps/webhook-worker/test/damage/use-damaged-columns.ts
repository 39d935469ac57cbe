import { damageableColumns, damages, type DamagedColumn, type Schema } from './columns.js';
import { DamagedStack } from './damaged-stack.js';
import { damage } from './rows.js';

/**
 * One bad thing stops one thing: every sealed, JSON and enumerated column of some schemas is damaged in turn, in
 * damaged portals, while both servers and the worker run. None of them ends, and a healthy portal's work continues.
 * Each call has its own servers, so that files can run in parallel.
 */
export function describeDamage(...schemas: Schema[]): void {
  describe(`with a damaged value in any column of ${schemas.join(' and ')}`, () => {
    const stack = new DamagedStack();
    let columns: DamagedColumn[] = [];

    beforeAll(async () => {
      await stack.start();
      columns = await damageableColumns(stack.owner, schemas);
      const constraints = new Set(
        columns.flatMap(({ table, constraints: names }) => names.map((name) => `${table} ${name}`)),
      );
      for (const constraint of constraints) {
        const [table, name] = constraint.split(' ');
        await stack.owner.many(`alter table ${table} drop constraint ${name}`);
      }
    });
    afterAll(() => stack.stop());

    it('the others’ work goes on, and no process ends', async () => {
      expect(columns.length).toBeGreaterThan(10);
      await stack.wellWorks();
      const failed: string[] = [];
      for (const column of columns) {
        const name = `${column.table}.${column.column}`;
        const repairs = [];
        try {
          for (const [index, value] of damages[column.kind].entries())
            repairs.push(await damage(stack.owner, column, value, stack.hurt[index]!));
          await Promise.all(stack.hurt.map((hurt) => stack.useHurt(hurt)));
          await stack.workerHasLooked();
          await stack.wellWorks();
        } catch (error) {
          failed.push(`${name}: ${String(error)}`);
        } finally {
          for (const repair of repairs.toReversed()) await repair();
        }
      }
      expect(failed).toEqual([]);
      expect(stack.uncaught).toEqual([]);
    });
  });
}
