import { sql } from '@app/database';
import { limits } from '@app/limits';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import type { Container } from './import.queries.js';
import { importCatalogue } from './import-catalogue.js';
import { countItems } from './structure.js';

const { most } = limits.places;
const MESSAGE = `would have more than 2,000 places, including those of its contents`;

/** Containers by id, each with the containers and the number of other objects that it holds. */
const containers = (itemsById: Record<number, [containers: number[], others: number]>): Container[] =>
  Object.entries(itemsById).map(([id, [inner, otherItems]]) => ({
    id: Number(id),
    external_id: id,
    retired: false,
    is_above: true,
    item_count: inner.length + otherItems,
    containers: inner,
  }));

describe('countItems', () => {
  it('counts the items of a container and its descendants, on every path', () => {
    const counts = countItems(containers({ 1: [[2, 3], 1], 2: [[3], 0], 3: [[], 4] }), most);
    expect(Object.fromEntries(counts)).toEqual({ 1: 3 + 5 + 4, 2: 5, 3: 4 });
  });

  it('stops at one more than the limit, and visits each object once', () => {
    // more paths than atoms
    const layers = 2_000;
    const chain = Array.from({ length: 2 * layers }, (_, index): [number, [number[], number]] => {
      const next = index + 2 - (index % 2);
      return [index, [next < 2 * layers ? [next, next + 1] : [], 0]];
    });
    const counts = countItems(containers(Object.fromEntries(chain)), most);
    expect([counts.size, counts.get(0), counts.get(2 * layers - 3)]).toEqual([2 * layers, most + 1, 2]);
  });

  it('omits the contents of a retired container', () => {
    const [one, two] = containers({ 1: [[2], 0], 2: [[], 9] });
    const counts = countItems(
      [
        { ...one!, item_count: 0 },
        { ...two!, retired: true },
      ],
      most,
    );
    expect(counts.get(1)).toBe(0);
  });

  it('has no count for an object that contains itself, nor for its containers', () => {
    const counts = countItems(containers({ 1: [[2], 0], 2: [[3], 0], 3: [[2], 0], 4: [[], 1] }), most);
    expect([...counts.keys()]).toEqual([4]);
  });
});

describe('the items of a course at import', () => {
  const harness = useDatabase();
  let seed: CatalogueSeed;
  beforeAll(async () => {
    seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (1, 'a.test', 'A')`);
    await seed.provider('p', 1);
  });
  afterAll(() => seed.close());

  const course = (external_id: string, items: object[], type = 'course') => ({
    provider: 'p',
    external_id,
    type,
    title: external_id,
    items,
  });
  const texts = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      external_id: `${prefix}-${index}`,
      type: 'text',
      title: `${prefix} ${index}`,
    }));
  /** The reason for each bad line. */
  const load = async (...values: object[]): Promise<string[]> => {
    const reasons: string[] = [];
    await importCatalogue(
      values.map((value, index) => ({ line: index + 1, value })),
      {
        database: harness.database,
        clock: new TestClock(),
        onBadLine: ({ line, reason }) => void reasons.push(`${line} ${reason}`),
      },
    );
    return reasons;
  };
  const stored = async (prefix: string): Promise<string[]> =>
    await harness.db.column<string>(sql`
        select external_id from learning.learning_objects
         where external_id like ${`${prefix}%`} and retired_time is null order by external_id`);
  const placesIn = async (external_id: string): Promise<number> =>
    await harness.db.value<number>(sql`
        select count(*)::int as n from learning.learning_object_items i
          join learning.learning_objects o on o.id = i.parent_id where o.external_id = ${external_id}`);

  it('are refused if few records have millions of paths; records within the limit are written', async () => {
    const names = (layer: number) => Array.from({ length: 5 }, (_, index) => `layer${layer}-${index}`);
    const layers = Array.from({ length: 10 }, (_, layer) =>
      names(layer).map((name) =>
        layer === 0
          ? course(name, [], 'module')
          : course(
              name,
              names(layer - 1).map((ref) => ({ ref })),
              'module',
            ),
      ),
    ).flat();
    const reasons = await load(...layers);
    // 5, 30, 155, 780 and then 3,905 places
    expect(reasons).toHaveLength(25);
    expect(reasons.slice(0, 5)).toEqual(
      names(5).map((name, index) => `${26 + index} items: "${name}" ${MESSAGE}`),
    );
    expect(reasons[5]).toBe('31 items: nothing earlier is called "layer5-0"');
    expect(await stored('layer')).toHaveLength(25);
  });

  it('are refused in a record that is too large by itself or with its references', async () => {
    const modules = ['a', 'b', 'c'].map((name) => ({
      ...course(`own-${name}`, texts(`own-${name}`, 700), 'module'),
      provider: undefined,
    }));
    expect(await load(course('own', modules))).toEqual([`1 items: "own" ${MESSAGE}`]);
    expect(await stored('own')).toEqual([]);
    const twice = { ...course('in-1', texts('in-1', 700), 'module'), provider: undefined };
    const otherCourses = ['in-2', 'in-3'].map((name) => ({
      ...course(name, [{ ref: 'in-1' }], 'module'),
      provider: undefined,
    }));
    expect(await load(course('in', [twice, ...otherCourses]))).toEqual([`1 items: "in" ${MESSAGE}`]);
    expect(await stored('in-')).toEqual([]);
  });

  it('are counted in every container of a growing object, which the error names', async () => {
    expect(
      await load(
        course('part', texts('part', 600), 'module'),
        course('whole', [{ ref: 'part' }, ...texts('whole', 1)]),
        course('award', [{ ref: 'part' }, { ref: 'whole' }, ...texts('award', 1)], 'award'),
      ),
    ).toEqual([]);
    // 602 in the whole, and 1,205 in the award, which has room for 795 more
    expect(await load(course('part', texts('part', 997), 'module'))).toEqual([]);
    expect(await load(course('part', texts('part', 998), 'module'))).toEqual([`1 items: "award" ${MESSAGE}`]);
    expect([await placesIn('part'), (await stored('part-')).length]).toEqual([997, 997]);
    // texts alone change nothing in that
    expect(await load({ ...course('part', texts('part', 997), 'module'), title: 'Another' })).toEqual([]);
  });

  it('may decrease if more were stored before the limit existed', async () => {
    await load(course('old-1', texts('old-1', 900), 'module'));
    await load(
      course('old-2', [{ ref: 'old-1' }], 'module'),
      course('old', [{ ref: 'old-1' }, { ref: 'old-2' }]),
    );
    await harness.db.many(sql`
      insert into learning.learning_object_items (parent_id, child_id, position, required)
      select p.id, c.id, 1000, false from learning.learning_objects p, learning.learning_objects c
       where p.external_id = 'old' and c.external_id like 'old-1-%'`);
    expect(await placesIn('old')).toBe(902);
    const fewer = course('old-1', texts('old-1', 800), 'module');
    expect(await load(fewer)).toEqual([]);
    expect(await placesIn('old-1')).toBe(800);
    expect(await load(course('old-1', texts('old-1', 801), 'module'))).toEqual([`1 items: "old" ${MESSAGE}`]);
    expect(
      await load(course('old', [{ ref: 'old-1' }]), course('old-1', texts('old-1', 801), 'module')),
    ).toEqual([]);
  });

  it('count again when a record brings a retired module back', async () => {
    await load(
      course('back', texts('back', 900), 'module'),
      course('first', [{ ref: 'back' }, { ref: 'back-0' }]),
    );
    await harness.db.many(sql`
      update learning.learning_objects set retired_time = now() where external_id = 'back'`);
    expect(await load(course('over', [{ ref: 'first' }, ...texts('over', 999)]))).toEqual([]);
    expect(await load(course('over2', [{ ref: 'over' }, ...texts('over2', 990)]))).toEqual([]);
    expect(await load(course('back', texts('back', 900), 'module'))).toEqual([`1 items: "over2" ${MESSAGE}`]);
  });

  it('are refused for an object that would contain itself, directly or through others', async () => {
    await load(
      course('loop-a', []),
      course('loop-b', [{ ref: 'loop-a' }]),
      course('loop-c', [{ ref: 'loop-b' }]),
    );
    const [reason] = await load(course('loop-a', [{ ref: 'loop-b' }]));
    expect(reason).toMatch(/^1 items: "loop-[ab]" would contain itself$/);
    expect(await placesIn('loop-a')).toBe(0);
  });
});
