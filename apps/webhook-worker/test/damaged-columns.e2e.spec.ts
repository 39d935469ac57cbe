import { damageableColumns, schemas } from './damage/columns.js';
import { DamagedStack } from './damage/damaged-stack.js';

/** What the neighbouring files damage, and what is damaged before a server starts. */
describe('damaged columns', () => {
  const stack = new DamagedStack();
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  it('are found by their types and constraints, in every schema', async () => {
    const all = await stack.owner.many<{ name: string }>(
      `select nspname::text as name from pg_namespace
        where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`,
    );
    expect(all.map(({ name }) => name)).toEqual(schemas.toSorted());
    const columns = await damageableColumns(stack.owner);
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

  it('servers still start, even when no signing key can be read', async () => {
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
