import { openDatabase, type Database } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { portalVisibility } from '../visibility.queries.js';
import { TextConditions } from './text-conditions.js';

describe('the words of a keyword', () => {
  const own = useDatabase();
  let database: Database;
  let seed: CatalogueSeed;
  let reads: number;
  let kept: TextConditions;
  beforeAll(async () => {
    database = await openDatabase({ url: own.urls.api, applicationName: 'test', poolSize: 2 });
    seed = await CatalogueSeed.open(own.urls.owner, new TestClock());
    await own.db.many(`insert into identity.portals (id, name, title) values (1, 'a.test', 'A')`);
    await seed.provider('a', 1);
    await seed.load([record('one', { title: 'Gardening' })]);
    kept = new TextConditions({
      one: (statement) => database.one(statement),
      lookup: (statement) => database.lookup(statement),
      many: (statement) => {
        if (statement.text.includes('learning.search_word')) reads += 1;
        return database.many(statement);
      },
    });
  });
  beforeEach(() => (reads = 0));
  afterAll(() => Promise.all([database.dataSource.destroy(), seed.close()]));

  const record = (
    external_id: string,
    more: { title: string; language?: string; pricing?: { price: number } },
  ) => ({
    provider: 'a',
    external_id,
    type: 'text' as const,
    language: 'en',
    ...more,
  });
  const visibility = () => portalVisibility(database, { portalId: 1, seesDrafts: true });
  const conditionOf = async (conditions: TextConditions) =>
    (await conditions.of(await visibility(), { premium: false, keyword: 'gard' }, []))?.tsquery();
  const anew = () => conditionOf(new TextConditions(database));

  it('are not read again when the catalogue changes and brings no new word', async () => {
    expect(await conditionOf(kept)).toContain("'garden'");
    const before = await visibility();
    reads = 0;
    await seed.load([record('one', { title: 'Gardening', pricing: { price: 5 } })]);
    const after = await visibility();
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.words).toBe(before.words);
    expect(await conditionOf(kept)).toContain("'garden'");
    expect(reads).toBe(0);
  });

  it('are read again with the first new word', async () => {
    await conditionOf(kept);
    await seed.load([record('two', { title: 'Gardenias' })]);
    expect(await conditionOf(kept)).toContain("'gardenia'");
    expect(await conditionOf(kept)).toBe(await anew());
  });

  it('are read again with the first object in a language that shares its words with another', async () => {
    await seed.load([record('three', { title: 'Gardening', language: 'pt' })]);
    await conditionOf(kept);
    reads = 0;
    await seed.load([record('four', { title: 'Gardening', language: 'pt-br' })]);
    const expected = await anew();
    expect(await conditionOf(kept)).toBe(expected);
    expect(reads).toBe(1);
  });
});
