import { sql, type Database } from '@app/database';
import { limits } from '@app/limits';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { firstDescendants, descendants } from './structure.queries.js';

const { most } = limits.places;

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

describe('descendants', () => {
  const harness = useDatabase();
  let database: Database;
  let ids: Map<string, number>;
  const id = (name: string) => ids.get(`p ${name}`)!;

  beforeAll(async () => {
    database = await harness.open('api', 1);
    const seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (1, 'a.test', 'A')`);
    await seed.provider('p', 1);
    const module = (external_id: string) =>
      ({ provider: 'p', external_id, type: 'module', title: external_id }) as const;
    const layers = Array.from({ length: 9 }, (_, layer) =>
      Array.from({ length: 8 }, (_, index) => `${layer}-${index}`),
    );
    ids = await seed.load([...layers.flat(), 'top', 'small', 'a', 'b', 'c'].map(module));
    await seed.close();
    // as they may have been stored before there was a limit
    await harness.db.many(sql`
      insert into learning.learning_object_items (parent_id, child_id, position, required)
      select p.id, c.id, right(c.external_id, 1)::int, false
        from learning.learning_objects p join learning.learning_objects c on c.external_id ~ '^\\d-\\d$'
       where p.external_id = 'top' and c.external_id like '0-%'
          or p.external_id ~ '^\\d-\\d$' and left(c.external_id, 1)::int = left(p.external_id, 1)::int + 1`);
    const place = (parent: string, child: string, position: number) =>
      harness.db.many(sql`
        insert into learning.learning_object_items (parent_id, child_id, position)
        values (${id(parent)}, ${id(child)}, ${position})`);
    await place('small', 'b', 2);
    await place('small', 'a', 1);
    await place('a', 'c', 1);
    await place('b', 'c', 1);
  });

  it('has each item once, in order', async () => {
    const itemPositions = await descendants(database, id('small'));
    expect(itemPositions.map(({ parent_id, child_id }) => [parent_id, child_id])).toEqual([
      [id('small'), id('a')],
      [id('small'), id('b')],
      [id('a'), id('c')],
      [id('b'), id('c')],
    ]);
  });

  it('omits retired objects, and those that only these contain', async () => {
    const retire = (time: string) =>
      harness.db.many(sql`
        update learning.learning_objects set retired_time = ${sql.raw(time)} where external_id = 'a'`);
    await retire('now()');
    const itemPositions = await descendants(database, id('small'));
    await retire('null');
    expect(itemPositions.map(({ child_id }) => child_id)).toEqual([id('b'), id('c')]);
  });

  it('reads at most the allowed number of 150 million paths, upper levels first', async () => {
    const itemPositions = await descendants(database, id('top'));
    const levels = new Set(
      itemPositions.map(({ parent_id }) => [...ids].find(([, one]) => one === parent_id)![0][2]),
    );
    expect([...levels].sort()).toEqual(['0', '1', '2', 't']);
    const [row] = await database.many<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      sql`explain (analyze, format json) select * from ${firstDescendants(sql`${sql.raw(String(id('top')))}`)} b`,
    );
    const all = nodes(row!['QUERY PLAN'][0]!.Plan);
    const union = all.find((node) => node['Node Type'] === 'Recursive Union')!;
    expect(union['Actual Rows']).toBe(most);
  });
});
