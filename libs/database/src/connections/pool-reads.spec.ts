import { eventLoopGate } from '@app/kernel';
import { runInContext, sql, type Database } from '@app/database';
import { useDatabase } from '@app/testing';

describe('the answer of a heavy read', () => {
  const harness = useDatabase();
  let database: Database;
  let enter: jest.SpiedFunction<typeof eventLoopGate.enter>;
  beforeAll(async () => {
    database = await harness.open('api', 5);
  });
  beforeEach(() => (enter = jest.spyOn(eventLoopGate, 'enter')));
  afterEach(() => jest.restoreAllMocks());

  const selectRows = (characters: number) =>
    sql`select repeat('x', ${characters}::int) as text from generate_series(1, 50)`;
  const inPortal = <T>(work: () => Promise<T>) => runInContext({ operation: 'GET /x', portalId: 7 }, work);

  it('waits for the event loop gate if its texts are long, per portal', async () => {
    const rows = await inPortal(() => database.heavy.many(selectRows(6_000)));
    expect(rows).toHaveLength(50);
    expect(enter.mock.calls).toEqual([['portal 7']]);
  });

  it('does not wait for the gate if they are short', async () => {
    await inPortal(() => database.heavy.many(selectRows(1_000)));
    await inPortal(() => database.many(selectRows(1)));
    expect(enter).not.toHaveBeenCalled();
  });
});
