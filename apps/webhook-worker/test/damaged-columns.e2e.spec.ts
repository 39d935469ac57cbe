import { sql } from '@app/database';
import { columnsAtOnce, damageableColumns, damages, schemas, type DamagedColumn } from './damage/columns.js';
import { DamagedStack } from './damage/damaged-stack.js';
import { damage } from './damage/rows.js';

/**
 * One bad thing stops one thing. Every sealed, JSON and enumerated column is damaged in turn, in damaged portals, while
 * both servers and the worker run. None of them ends, and a healthy portal's work continues. Some columns are damaged at
 * a time, each in its own portals, so that what damages one of them hides nothing of another.
 */
describe('damaged columns', () => {
  const stack = new DamagedStack();
  let columns: DamagedColumn[] = [];
  beforeAll(async () => {
    await stack.start();
    columns = await damageableColumns(stack.owner);
  });
  afterAll(() => stack.stop());

  it('are found by their types and constraints, in every schema', async () => {
    const all = await stack.owner.many<{ name: string }>(sql`
      select nspname::text as name from pg_namespace
       where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`);
    expect(all.map(({ name }) => name)).toEqual(schemas.toSorted());
    const columnNames = columns.map(({ table, column }) => `${table}.${column}`);
    expect(columnNames).toEqual(
      expect.arrayContaining([
        'auth.second_factors.secret_sealed',
        'auth.signing_keys.private_sealed',
        'auth.signing_keys.public_jwk',
        'identity.mails.template',
        'identity.payments.state',
        'identity.portals.configuration',
        'learning.outbox.data',
        'learning.outbox_pending.type',
        'learning.webhook_mailboxes.state',
        'learning.webhooks.secret',
        'maintenance.idempotency_keys.answer_sealed',
      ]),
    );
    expect(columnNames.length).toBeGreaterThan(60);
  });

  describe('while everything runs', () => {
    beforeAll(async () => {
      const constraints = new Set(
        columns.flatMap(({ table, constraints: names }) => names.map((name) => `${table} ${name}`)),
      );
      for (const constraint of constraints) {
        const [table, name] = constraint.split(' ') as [string, string];
        await stack.owner.many(sql`alter table ${sql.raw(table)} drop constraint ${sql.raw(name)}`);
      }
      await stack.wellWorks();
    });

    /** @throws Error when the damage stops what it should not */
    const expectIntact = async (damaged: readonly DamagedColumn[]): Promise<void> => {
      const repairs: (() => Promise<void>)[] = [];
      const portals = stack.hurt.slice(0, damaged.length);
      try {
        for (const [place, column] of damaged.entries())
          for (const [index, value] of damages[column.kind].entries())
            repairs.push(await damage(stack.owner, column, value, portals[place]![index]!));
        await Promise.all(portals.flat().map((hurt) => stack.useHurt(hurt)));
        await stack.workerHasLooked();
        await stack.wellWorks();
      } finally {
        for (const repair of repairs.toReversed()) await repair();
      }
    };

    it.each(schemas)('in %s: work of others continues, and no process ends', async (schema) => {
      const those = columns.filter(({ table }) => table.startsWith(`${schema}.`));
      expect(those.length).toBeGreaterThan(['console', 'maintenance'].includes(schema) ? 0 : 10);
      const failed: string[] = [];
      // not neighbours: most of those belong to the same table, and one key is shared by all
      const rounds = Math.ceil(those.length / columnsAtOnce);
      for (let round = 0; round < rounds; round += 1) {
        const damaged = those.filter((_, index) => index % rounds === round);
        const names = damaged.map(({ table, column }) => `${table}.${column}`).join(', ');
        await expectIntact(damaged).catch((error) => failed.push(`${names}: ${String(error)}`));
      }
      expect(failed).toEqual([]);
      expect(stack.uncaught).toEqual([]);
    });
  });

  it('servers still start, even when no signing key can be read', async () => {
    await stack.stopAll();
    await stack.owner.many(sql`update auth.signing_keys set private_sealed = '\\x00', public_jwk = 'null'`);
    await stack.startAll();
    await stack.wellWorks();
    expect(stack.uncaught).toEqual([]);
  });

  it.each(['auth-server', 'resource-api', 'webhook-worker'] as const)(
    '%s with another SECRETS_KEY does not start, and names the wrong setting',
    async (app) => {
      await expect(stack.startWithAnotherKey(app)).rejects.toThrow(/SECRETS_KEY is not the key that sealed/);
    },
  );
});
