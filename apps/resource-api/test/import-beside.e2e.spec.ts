import { median, percentile, LOCKS_HERE } from '@app/testing';
import { useResourceApi, type TestAccount } from './resource-api.js';

/** How many objects are imported during the test: `IMPORT_OBJECTS=100000` is the long version. */
const importObjects = Number(process.env['IMPORT_OBJECTS'] ?? 4_000);

describe('during an import into the catalogue of the same portal', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let other: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator();
    other = await api.administrator(admin.portal);
    await (await api.catalogue()).provider('own', admin.portal.id);
  });

  const changeRole = async (role: string): Promise<number> => {
    const begin = performance.now();
    const { status } = await admin.patch(`/v2/users/${other.id}`, { roles: [role] });
    expect(status).toBe(200);
    return performance.now() - begin;
  };
  const newWebhook = async (): Promise<void> => {
    const url = 'https://example.com/hook';
    expect((await admin.post('/v2/webhooks', { url })).status).toBe(201);
  };

  it('roles can be changed and webhooks created while search documents of the portal are being written', async () => {
    const seed = await api.catalogue();
    await seed.load([
      { provider: 'own', external_id: 'first', type: 'link', title: 'T', url: 'https://a.example/' },
    ]);
    const writer = await api.db.connect();
    await writer.query(
      `begin; select learning.index_documents(array(select id from learning.learning_objects))`,
    );
    const heldLocks = await writer.query(
      `select 1 from ${LOCKS_HERE} k where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    expect(heldLocks.rowCount).toBeGreaterThan(0);
    await changeRole('Manager');
    await changeRole('Administrator');
    await newWebhook();
    await writer.query('rollback');
    writer.release();
  });

  /** Milliseconds of role changes, one after the other, while objects are imported from a provider. */
  const measureDuringImport = async (provider: string): Promise<number[]> => {
    const seed = await api.catalogue();
    let isDone = false;
    const importing = seed
      .load(
        Array.from({ length: importObjects }, (_, index) => ({
          provider,
          external_id: `o${index}`,
          type: 'text' as const,
          title: `Object number ${index} of many`,
          description: 'Words that the search has to write down, one after the other.',
        })),
      )
      .finally(() => (isDone = true));
    const durations: number[] = [];
    while (!isDone)
      durations.push(await changeRole(durations.length % 2 === 0 ? 'Manager' : 'Administrator'));
    expect((await importing).size).toBeGreaterThanOrEqual(importObjects);
    expect(durations.length).toBeGreaterThan(5);
    return durations;
  };

  it(
    `a role change takes as long during an import of ${importObjects} objects as during one of another portal`,
    async () => {
      const stranger = await api.administrator();
      await (await api.catalogue()).provider('strange', stranger.portal.id);
      const beside = await measureDuringImport('strange');
      const during = await measureDuringImport('own');
      for (const [name, durations] of Object.entries({ 'another portal': beside, 'the portal': during })) {
        const [middle, most] = [median(durations), percentile(durations, 0.95)].map((ms) => ms.toFixed(1));
        process.stdout.write(
          `role changes during an import of ${importObjects} objects of ${name}: median ${middle} ms, 95th percentile ${most} ms, ${durations.length} runs\n`,
        );
      }
      // waiting for the import's locks would take as long as a batch, which is many times the work of a change
      expect(median(during)).toBeLessThan(3 * median(beside));
    },
    60_000 + 20 * importObjects,
  );
});
