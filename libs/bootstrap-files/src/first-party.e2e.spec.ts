import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { applyEntries } from '../test/apply-entries.js';
import { Bootstrap } from './bootstrap.schema.js';

const host = 'a.example.test';
const read = (entry: object) => ({
  portals: [{ host, name: 'A', title: 'A' }],
  clients: [{ id: 'c', name: 'C', secret: 'x'.repeat(24), ...entry }],
});

describe('first-party clients in bootstrap files', () => {
  const harness = useDatabase();
  const apply = (entry: object) => applyEntries(harness, read(entry));
  const stored = () =>
    harness.db.one(sql`
    select is_first_party, token_requests_per_minute from auth.clients`);

  it('are first parties, with their own limit, as long as the file declares it', async () => {
    await apply({ first_party: true, token_requests_per_minute: 6_000 });
    expect(await stored()).toEqual({ is_first_party: true, token_requests_per_minute: 6_000 });
    await apply({});
    expect(await stored()).toEqual({ is_first_party: false, token_requests_per_minute: null });
  });

  it.each([
    ['without a secret', { secret: undefined }],
    ['of a portal', { portal: host }],
    ['with special permissions', { special: true }],
  ])('cannot be one %s', (_, entry) => {
    const { error } = Bootstrap.safeParse(read({ first_party: true, ...entry }));
    expect(error?.issues.map(({ path }) => path)).toEqual([['clients', 0, 'first_party']]);
  });
});
