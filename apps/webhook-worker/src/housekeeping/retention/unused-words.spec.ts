import { portalVisibility } from '@app/catalogue';
import { sql } from '@app/database';
import { viewerIn } from '@app/testing';
import { pino } from 'pino';
import { useTwoCatalogues } from '../../../test/two-catalogues.js';
import { type Word, removeUnusedWordsAfter } from './retention.queries.js';
import { UnusedWords } from './unused-words.js';

const silent = pino({ level: 'silent' });

/** Can be run at once. */
class Task extends UnusedWords {
  once = () => this.work();
}

describe('words of search that no object has any more', () => {
  const harness = useTwoCatalogues();

  const load = (provider: string, external_id: string, title: string, more: { premium?: boolean } = {}) =>
    harness.seed.load([{ provider, external_id, type: 'text', language: 'en', title, ...more }]);
  const words = async () =>
    await harness.db.column<string>(sql`
        select portal_id || ' ' || surface as word from learning.search_word
         where surface <> 'seller' order by portal_id, surface`);
  const removeAll = async (limit: number): Promise<number> => {
    let removed = 0;
    let last: Word = { portal_id: -1, surface: '', language: '' };
    for (let done; (done = await removeUnusedWordsAfter(harness.database, last, limit)); last = done)
      removed += done.removed!;
    return removed;
  };
  const version = async () => (await portalVisibility(harness.database, viewerIn(1))).catalogue.words;

  it('are removed, however few are checked in a statement, and no others', async () => {
    await load('a', 'one', 'Managers lead teams', { premium: true });
    await load('a', 'two', 'Leaders lead');
    await load('b', 'one', 'Teams lead');
    expect(await removeAll(2)).toBe(0);
    await load('a', 'one', "Don't stop", { premium: true });
    const before = await version();
    // "lead" is no word for all any more, but one of both portals; "teams" is one of the second portal alone
    expect(await removeAll(2)).toBe(5);
    expect(await words()).toEqual([
      ...['don', 'stop', 't'].map((word) => `0 ${word}`),
      ...['don', 'lead', 'leaders', 'stop', 't'].map((word) => `1 ${word}`),
      ...['lead', 'teams'].map((word) => `2 ${word}`),
    ]);
    expect(await version()).toBeGreaterThan(before);
    expect(await removeAll(2)).toBe(0);
  });

  it('are removed a part at a time, so that writers wait briefly', async () => {
    const describeBy = (description: string) =>
      harness.seed.load([
        { provider: 'b', external_id: 'parts', type: 'text', language: 'en', title: 'Parts', description },
      ]);
    await describeBy(Array.from({ length: 600 }, (_, n) => `part${n}`).join(' '));
    await describeBy('');
    const first = await removeUnusedWordsAfter(
      harness.database,
      { portal_id: 1, surface: '~', language: '' },
      5_000,
    );
    expect(first).toMatchObject({ portal_id: 2, removed: 250 });
    expect(await removeAll(5_000)).toBe(350);
    expect(await words()).toContain('2 parts');
  });

  it('are removed from the words of all portals when only the owner may see their objects any more', async () => {
    await load('a', 'secret', 'Zymurgy', { premium: true });
    await load('a', 'secret', 'Zymurgy');
    expect(await words()).toEqual(expect.arrayContaining(['0 zymurgy', '1 zymurgy']));
    expect(await removeAll(100)).toBe(1);
    expect(await words()).toContain('1 zymurgy');
    expect(await words()).not.toContain('0 zymurgy');
    await load('a', 'secret', 'Zymurgy', { premium: true });
    expect(await words()).toContain('0 zymurgy');
  });

  it('stay while an object that has them is being written', async () => {
    const id = (await load('a', 'late', 'Late')).get('a late')!;
    await load('a', 'late', 'Other');
    await harness.whileWriting(id, "title = 'Late'", async () => {
      const portalWord = { portal_id: 1, surface: '', language: '' };
      const met = await removeUnusedWordsAfter(harness.database, portalWord, 100);
      expect(met).toMatchObject({ portal_id: 1, removed: null });
    });
    await removeAll(100);
    expect(await words()).toContain('1 late');
    expect(await words()).not.toContain('1 other');
  });

  it('are removed once a day', async () => {
    const task = new Task(harness.database, silent);
    const result = () =>
      harness.db.one<{ last_result: string }>(sql`
        select last_result from maintenance.schedules where name = 'unused-words'`);
    await load('a', 'late', 'Gone');
    await load('a', 'late', 'Here');
    await task.once();
    expect(await words()).not.toContain('1 gone');
    expect((await result()).last_result).toBe('2 words removed');
    await load('a', 'late', 'There');
    await task.once();
    expect(await words()).toContain('1 here');
    await harness.db.many(sql`
      update maintenance.schedules set next_time = next_time - interval '1 day' where name = 'unused-words'`);
    await task.once();
    expect(await words()).not.toContain('1 here');
  });
});
