import { damageableColumns, damages, type DamagedColumn } from './damage/columns.js';
import { DamagedStack } from './damage/damaged-stack.js';
import { damage } from './damage/rows.js';

/**
 * One bad thing stops one thing: every sealed, JSON and enumerated column is damaged in turn, in portals that are hurt
 * by it, while both servers and the worker run. None ends, and the work of a portal that is well goes on.
 */
describe('with a damaged value in any column', () => {
  const stack = new DamagedStack();
  let columns: DamagedColumn[] = [];

  beforeAll(async () => {
    await stack.start();
    columns = await damageableColumns(stack.owner);
    const constraints = new Set(
      columns.flatMap(({ table, constraints: names }) => names.map((name) => `${table} ${name}`)),
    );
    for (const constraint of constraints) {
      const [table, name] = constraint.split(' ');
      await stack.owner.many(`alter table ${table} drop constraint ${name}`);
    }
  });
  afterAll(() => stack.stop());

  it('finds the columns, by their types and constraints', () => {
    const found = columns.map(({ table, column }) => `${table}.${column}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'auth.second_factors.secret_sealed',
        'auth.signing_keys.private_sealed',
        'auth.signing_keys.public_jwk',
        'identity.mails.template',
        'identity.payments.state',
        'identity.portals.configuration',
        'learning.outbox.data',
        'learning.outbox_todo.type',
        'learning.webhook_mailboxes.state',
        'learning.webhooks.secret',
        'maintenance.idempotency_keys.answer_sealed',
      ]),
    );
    expect(found.length).toBeGreaterThan(60);
  });

  it('the others’ work goes on, and no process ends', async () => {
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

  it('servers start nevertheless, also when no signing key can be read', async () => {
    await stack.stopAll();
    await stack.owner.many(`update auth.signing_keys set private_sealed = '\\x00', public_jwk = 'null'`);
    await stack.startAll();
    await stack.wellWorks();
    expect(stack.uncaught).toEqual([]);
  });

  it.each(['auth-server', 'resource-api', 'webhook-worker'] as const)(
    '%s with another SECRETS_KEY does not start, and says which setting is wrong',
    async (app) => {
      await expect(stack.startWithAnotherKey(app)).rejects.toThrow(/SECRETS_KEY is not the key that sealed/);
    },
  );
});
