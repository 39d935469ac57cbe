import { type Database, Reader, sql, Statement } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase, viewerIn } from '@app/testing';
import { limits } from '@app/limits';
import { portalVisibility } from '../visibility.queries.js';
import { MAX_CONTINUATIONS } from './keyword.queries.js';
import { TextConditions } from './text-conditions.js';
import { PostgresCatalogueIndex } from './postgres-catalogue-index.js';

const harness = useDatabase();
let database: Database;
let seed: CatalogueSeed;
beforeAll(async () => {
  database = await harness.open('api');
  seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
  await harness.db.many(sql`
    insert into identity.portals (id, name, title)
    values (1, 'a.test', 'A'), (2, 'b.test', 'B'), (3, 'c.test', 'C'), (4, 'd.test', 'D')`);
  for (const [index, slug] of ['a', 'b', 'c', 'd'].entries()) await seed.provider(slug, index + 1);
});
afterAll(() => seed.close());

describe('the words of a keyword', () => {
  let reads: number;
  let textConditions: TextConditions;
  beforeAll(async () => {
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

  const record = (
    external_id: string,
    more: { title: string; description?: string; language?: string; pricing?: { price: number } },
  ) => ({
    provider: 'd',
    external_id,
    type: 'text' as const,
    language: 'en',
    ...more,
  });
  const visibility = () => portalVisibility(database, viewerIn(4));
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
      select 4, 'transfer' || n, 'en', 'transfer' || n from generate_series(1, 20000) n`);
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

describe('the words that a portal may know', () => {
  beforeAll(() => seed.load([record('a', 'own', { title: 'Transfer' })]));

  interface Fields {
    title: string;
    summary?: string;
    description?: string;
    tags?: string[];
    published?: boolean;
    premium?: boolean;
    content_groups?: string[];
  }
  const record = (provider: string, external_id: string, fields: Fields) => ({
    provider,
    external_id,
    type: 'text' as const,
    language: 'en',
    ...fields,
  });
  const draft = (external_id: string, title: string) => record('b', external_id, { title, published: false });

  const filter = (keyword: string) => ({ premium: true, keyword });
  let conditions: TextConditions;
  beforeEach(() => (conditions = new TextConditions(database)));
  /** The words that the keyword matches for the portal. */
  const read = async (portalId: number, keyword: string) => {
    const visibility = await portalVisibility(database, viewerIn(portalId));
    return (await conditions.of(visibility, filter(keyword), []))!.tsquery();
  };
  const find = async (portalId: number, keyword: string): Promise<number> => {
    const visibility = await portalVisibility(database, viewerIn(portalId));
    const search = { filter: filter(keyword), sort: [], offset: 0, limit: 0, facets: [] };
    return (await new PostgresCatalogueIndex(database).search(visibility, search)).total;
  };
  const listWords = async (portalId: number) =>
    await harness.db.column<string>(sql`
        select surface from learning.search_word where portal_id = ${portalId} order by surface`);

  it('do not contain words of another portal’s drafts, in corrections or completions', async () => {
    await seed.load([draft('secret', 'Zymurgy')]);
    expect(await read(2, 'zymurgx')).toContain("'zymurgi'");
    expect(await read(2, 'zymur')).toContain("'zymurgi'");
    expect(await read(1, 'zymurgx')).toBe(`(('zymurgx'))`);
    expect(await read(1, 'zymur')).toBe(`(('zymur'))`);
  });

  it('are corrected even if another portal’s drafts contain the misspelt word', async () => {
    await seed.load([draft('typo', 'Transfre')]);
    expect(await read(2, 'transfre')).not.toContain("'transfer'");
    expect(await read(1, 'transfre')).toContain("'transfer'");
    // nor does a beginning, or another form of a word, switch it off
    await seed.load([draft('longer', 'Transfers Transfrexyz')]);
    expect(await read(1, 'transfre')).toContain("'transfer'");
  });

  it.each([
    ['premium', { premium: true }],
    ['in a content group', { content_groups: ['group'] }],
  ])('are those of an object that is %s, from when it is published', async (kind, terms) => {
    await seed.group('group', 2);
    const word = `quokka${kind.length}`;
    await seed.load([record('b', kind, { title: word, published: false, ...terms })]);
    expect(await read(1, `${word.slice(0, 4)}x${word.slice(5)}`)).not.toContain(`'${word}'`);
    await seed.load([record('b', kind, { title: word, published: true, ...terms })]);
    expect(await read(1, `${word.slice(0, 4)}x${word.slice(5)}`)).toContain(`'${word}'`);
    expect(await read(3, word.slice(0, 4))).toContain(`'${word}'`);
  });

  it('include those of an object once a collection contains it', async () => {
    await seed.load([record('b', 'collected', { title: 'Axolotls' })]);
    expect(await read(1, 'axolotlz')).not.toContain(`'axolotl'`);
    await seed.collection('some', 2, [{ provider: 'b', external_id: 'collected' }]);
    expect(await read(1, 'axolotlz')).toContain(`'axolotl'`);
  });

  it('include those of a published course’s contents', async () => {
    const course = (published: boolean) => ({
      ...record('b', 'course', { title: 'Course', published, premium: true }),
      type: 'course' as const,
      items: [record('b', 'part', { title: 'Wombat' })],
    });
    await seed.load([course(false)]);
    expect(await read(1, 'womba')).not.toContain(`'wombat'`);
    await seed.load([course(true)]);
    expect(await read(1, 'womba')).toContain(`'wombat'`);
  });

  it('are limited for each object; title, tags and summary come first', async () => {
    const { most } = limits.words_of_object;
    const many = Array.from({ length: most + 100 }, (_, n) => `word${n}`);
    await seed.load([
      record('c', 'long', {
        title: 'First',
        tags: ['second'],
        summary: 'third',
        description: [...many, ...many].join(' '),
      }),
    ]);
    const words = await listWords(3);
    expect(words).toHaveLength(most);
    // the provider has a name besides
    expect(words).toEqual(['c', 'first', 'second', 'third', ...many.slice(0, most - 4)].sort());
    const beyond = many.at(-1)!;
    expect(await find(3, beyond)).toBe(1);
    expect(await read(3, beyond.slice(0, -1))).not.toContain(`'${beyond}'`);
  });

  it('are limited for each portal; objects over the limit are accepted', async () => {
    const { most } = limits.words;
    await harness.db.many(sql`
      insert into learning.search_word (portal_id, surface, language, lexeme)
        select 3, 'filler' || n, 'en', 'filler' || n
          from generate_series(1, ${most - (await listWords(3)).length - 2}::int) n`);
    const last = record('c', 'last', { title: 'Almost there', description: 'nowhere', premium: true });
    await seed.load([last]);
    const words = await listWords(3);
    expect(words).toHaveLength(most);
    expect(words).toEqual(expect.arrayContaining(['almost', 'there']));
    expect(words).not.toContain('nowhere');
    // nor are there more of it for all
    expect(await listWords(0)).toEqual(expect.arrayContaining(['almost', 'there']));
    expect(await listWords(0)).not.toContain('nowhere');
    expect(await find(1, 'nowhere')).toBe(1);
    expect(await read(3, 'nowherr')).toBe(`(('nowherr'))`);
    // others are not concerned
    await seed.load([record('a', 'other', { title: 'Nowhere' })]);
    expect(await listWords(1)).toContain('nowhere');
  });
});
