import { sql, type Reader, type Transaction } from '@app/database';
import type { DomainEvent } from '@app/events';
import { CatalogueSeed, LOCKS_HERE, TestClock, useDatabase } from '@app/testing';
import { changeCatalogue } from './changes.js';
import { viewersChanges, type ViewerUpdate } from './viewers.queries.js';
import type { ObjectVisibility } from './visibility.queries.js';

const PORTALS = [1, 2, 3, 4, 5, 6, 7, 8];

describe('the list of portals that see a changed object', () => {
  const harness = useDatabase();
  let seed: CatalogueSeed;
  /** The portals that have each group or collection, by its id. */
  const members = new Map<number, number[]>();
  let subscribed: number;
  let another: number;

  beforeAll(async () => {
    seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    for (const id of PORTALS)
      await harness.db.many(sql`
        insert into identity.portals (id, name, title) values (${id}, ${`p${id}.test`}, 'A portal')`);
    for (const [owner, ...otherNumbers] of [
      [1, 3, 4],
      [2, 4, 5, 6],
      [1, 7],
    ]) {
      const id = await seed.group(`group ${owner} ${otherNumbers.join(' ')}`, owner!);
      for (const portal of otherNumbers) await seed.subscribe(portal, id);
      members.set(id, [owner!, ...otherNumbers]);
    }
    for (const owner of [3, 8]) members.set(await seed.collection(`of ${owner}`, owner), [owner]);
    [subscribed, another] = [...members.keys()] as [number, number];
  });
  afterAll(() => seed.close());

  it('is the same as when computed for each portal, for every kind of change', async () => {
    const ids = [...members.keys()];
    const visibilities: (ObjectVisibility | undefined)[] = [undefined];
    for (const owner_portal of [1, 2])
      for (const shared of [true, false])
        for (const premium of [true, false])
          for (let set = 0; set < 2 ** ids.length; set += 3)
            visibilities.push({
              owner_portal,
              shared,
              premium,
              audience: ids.filter((_, index) => set & (1 << index)),
            });
    const sees = (portal: number, object: ObjectVisibility | undefined): boolean =>
      object !== undefined &&
      (object.owner_portal === portal ||
        (object.shared &&
          (object.premium || object.audience.some((id) => members.get(id)!.includes(portal)))));
    const changes: ViewerUpdate[] = visibilities.flatMap((before) =>
      visibilities.map((after) => ({ before, after })),
    );
    const changesFound = await viewersChanges(harness.database, changes);
    const expected = changes.map(({ before, after }) => ({
      lost: PORTALS.filter((portal) => sees(portal, before) && !sees(portal, after)),
      gained: PORTALS.filter((portal) => !sees(portal, before) && sees(portal, after)),
    }));
    expect(changes.length).toBeGreaterThan(5_000);
    expect(changesFound).toEqual(expected);
  });

  it('is not queried when groups and collections get premium content, which all portals see', async () => {
    const nobody: Pick<Reader, 'many'> = {
      many: () => Promise.reject(new Error('nothing should be asked')),
    };
    const premium = { owner_portal: 1, shared: true, premium: true };
    const change = { before: { ...premium, audience: [] }, after: { ...premium, audience: [another] } };
    expect(await viewersChanges(nobody as Reader, [change])).toEqual([{ lost: [], gained: [] }]);
  });

  it('contains both of two concurrent changes: the last event of a portal matches its visibility', async () => {
    await seed.provider('p', 1);
    const ids = await seed.load([{ provider: 'p', external_id: 'x', type: 'text', title: 'X' }]);
    const lo = ids.get('p x')!;
    const addGroup = (tx: Transaction, group: number) =>
      tx.run(
        sql`insert into learning.content_group_items (content_group_id, lo_id) values (${group}, ${lo})`,
      );
    const removeGroup = (tx: Transaction, group: number) =>
      tx.run(
        sql`delete from learning.content_group_items where content_group_id = ${group} and lo_id = ${lo}`,
      );
    const change = async (work: (tx: Transaction) => Promise<unknown>): Promise<DomainEvent[]> => {
      const events: DomainEvent[] = [];
      const outbox = { append: (_: unknown, event: DomainEvent) => Promise.resolve(void events.push(event)) };
      await harness.database.write((tx) =>
        changeCatalogue(tx, outbox as never, [lo], async () => {
          await work(tx);
          return { written: [], touched: [lo] };
        }),
      );
      return events;
    };
    await change((tx) => addGroup(tx, subscribed));
    // portal 4 has both groups; the second change begins while the first has taken the object away and is not committed
    const afterTaking = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    const first = change(async (tx) => {
      await removeGroup(tx, subscribed);
      afterTaking.resolve();
      await other.promise;
    });
    await afterTaking.promise;
    const second = change((tx) => addGroup(tx, another));
    await Promise.race([waitingForLock(), second]);
    other.resolve();
    expect(listAudiences(await first, 'lo.delete')).toEqual([3, 4]);
    expect(listAudiences(await second, 'lo.create')).toEqual([2, 4, 5, 6]);
  });

  const listAudiences = (events: DomainEvent[], type: string): unknown[] =>
    events.filter((event) => event.type === type).flatMap(({ audience }) => [audience].flat());

  /** Resolves once another transaction waits for one. */
  async function waitingForLock(): Promise<void> {
    for (;;) {
      const waiting = await harness.db.many(sql`select 1 from ${sql.raw(LOCKS_HERE)} k where not granted`);
      if (waiting.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});
