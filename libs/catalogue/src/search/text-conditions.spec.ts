import { type Database, openDatabase, Reader, sql, Statement } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase, viewerIn } from '@app/testing';
import { portalVisibility } from '../visibility.queries.js';
import { MAX_CONTINUATIONS } from './keyword.queries.js';
import { TextConditions } from './text-conditions.js';

describe('the words of a keyword', () => {
  const harness = useDatabase();
  let database: Database;
  let seed: CatalogueSeed;
  let reads: number;
  let textConditions: TextConditions;
  beforeAll(async () => {
    database = await openDatabase({ url: harness.urls.api, applicationName: 'test', poolSize: 2 });
    seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (1, 'a.test', 'A')`);
    await seed.provider('a', 1);
    await seed.load([record('one', { title: 'Gardening' })]);
    class CountedReader extends Reader {
      many<T>(statement: Statement): Promise<T[]> {
        if (statement.text.includes('learning.search_word')) reads += 1;
        return database.many<T>(statement);
      }
    }
    textConditions = new TextConditions(new CountedReader());
  });
  beforeEach(() => (reads = 0));
  afterAll(() => Promise.all([database.dataSource.destroy(), seed.close()]));

  const record = (
    external_id: string,
    more: { title: string; description?: string; language?: string; pricing?: { price: number } },
  ) => ({
    provider: 'a',
    external_id,
    type: 'text' as const,
    language: 'en',
    ...more,
  });
  const visibility = () => portalVisibility(database, viewerIn(1));
  const formatCondition = async (conditions: TextConditions) =>
    (await conditions.of(await visibility(), { premium: false, keyword: 'gard' }, []))?.tsquery();
  const anew = () => formatCondition(new TextConditions(database));

  it('are not read again when the catalogue changes and brings no new word', async () => {
    expect(await formatCondition(textConditions)).toContain("'garden'");
    const before = await visibility();
    reads = 0;
    await seed.load([record('one', { title: 'Gardening', pricing: { price: 5 } })]);
    const after = await visibility();
    expect(after.catalogue.version).toBeGreaterThan(before.catalogue.version);
    expect(after.catalogue.words).toBe(before.catalogue.words);
    expect(await formatCondition(textConditions)).toContain("'garden'");
    expect(reads).toBe(0);
  });

  it('are read again with the first new word', async () => {
    await formatCondition(textConditions);
    await seed.load([record('two', { title: 'Gardenias' })]);
    expect(await formatCondition(textConditions)).toContain("'gardenia'");
    expect(await formatCondition(textConditions)).toBe(await anew());
  });

  it('are read again with the first object in a language that shares its words with another', async () => {
    await seed.load([record('three', { title: 'Gardening', language: 'pt' })]);
    await formatCondition(textConditions);
    reads = 0;
    await seed.load([record('four', { title: 'Gardening', language: 'pt-br' })]);
    const expected = await anew();
    expect(await formatCondition(textConditions)).toBe(expected);
    expect(reads).toBe(1);
  });

  it('are matched by prefix if many words begin with it', async () => {
    const count = MAX_CONTINUATIONS + 1;
    const words = Array.from({ length: count }, (_, n) => `quux${n}`);
    await seed.load([record('many', { title: 'Many', description: words.join(' ') })]);
    const read = async () =>
      new TextConditions(database).of(await visibility(), { premium: false, keyword: 'quux' }, []);
    const many = await read();
    expect(many!.tsquery()).toBe(`(('quux' | 'quux':*))`);
    expect(many!.tiers!.queries.join()).not.toContain('quux1');
  });

  it('are corrected at the same cost, however many words share a prefix', async () => {
    await harness.db.many(sql`
      insert into learning.search_word (portal_id, surface, language, lexeme)
      select 1, 'transfer' || n, 'en', 'transfer' || n from generate_series(1, 20000) n`);
    await harness.db.many(sql`analyze learning.search_word`);
    const statements: Statement[] = [];
    class WatchedReader extends Reader {
      many<T>(statement: Statement): Promise<T[]> {
        statements.push(statement);
        return database.many<T>(statement);
      }
    }
    const watched = new TextConditions(new WatchedReader());
    const typed = ['transfre9', 'trasnfer7', 'tarnsfer6', 'transfar5'];
    const keyword = typed.join(' ');
    const condition = await watched.of(await visibility(), { premium: false, keyword }, []);
    expect(condition!.tsquery()).toContain("'transfer9'");
    const lookups = statements.filter(({ text }) => text.includes('unnest(') && text.includes('candidate'));
    // the fourth word is searched as it is written
    expect(lookups).toHaveLength(3);
    expect(condition!.tsquery()).toContain("('transfar5')");
    for (const lookup of lookups) {
      const [candidates] = lookup.values as [string[]];
      const [row] = await database.many<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        new Statement(`explain (analyze, format json) ${lookup.text}`, lookup.values, false),
      );
      const plan = row!['QUERY PLAN'][0]!.Plan;
      expect(rowsRead(plan)).toBeLessThan(3 * candidates.length);
    }
  });
});

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Rows that all steps of a plan have read. */
function rowsRead(plan: Plan): number {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((sum, step) => sum + rowsRead(step), rows);
}
