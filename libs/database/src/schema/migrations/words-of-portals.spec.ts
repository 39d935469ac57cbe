import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { ReadWordsAgain20261126120030 } from './20261126120030-read-words-again.js';
import { FormerWords20261126120040 } from './20261126120040-former-words.js';

describe('the migration of words of search', () => {
  const own = useDatabase();

  it('gives them to the portals of their objects, and can be repeated', async () => {
    await own.db.many(
      `insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B')`,
    );
    const seed = await CatalogueSeed.open(own.urls.owner, new TestClock());
    await seed.provider('a', 1, 'Seller');
    await seed.provider('b', 2, 'Seller');
    await seed.load(
      [...Array(450).keys()].map((n) => ({
        provider: n % 3 === 0 ? 'a' : 'b',
        external_id: `${n}`,
        type: 'text' as const,
        language: 'en',
        title: `Word${n}`,
        premium: n === 449,
      })),
    );
    await seed.close();
    const words = () =>
      own.db.many('select portal_id, surface, language, lexeme from learning.search_word order by 1, 2, 3');
    const wanted = await words();
    expect(wanted).toHaveLength(150 + 300 + 1 + 3);
    // as they were before: of nobody, and among them one of an object that is no more
    await own.db.many(`
      with gone as (delete from learning.search_word returning surface, language, lexeme)
      insert into learning.search_word (surface, language, lexeme)
      select surface, language, lexeme from gone union values ('former', 'en', 'former')`);
    const runner = own.database.dataSource.createQueryRunner();
    for (let time = 0; time < 2; time += 1) {
      await new ReadWordsAgain20261126120030().up(runner);
      await new FormerWords20261126120040().up(runner);
      expect(await words()).toEqual(wanted);
    }
    await runner.release();
  });
});
