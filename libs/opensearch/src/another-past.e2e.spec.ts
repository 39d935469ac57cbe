import { readSearchIndex } from '@app/catalogue';
import { sql } from '@app/database';
import { describeWithOpenSearch, untilAllAreNoting } from '@app/testing';
import { byOpenSearch, byPostgres, useSearchedCatalogue } from '../test/searched-catalogue.js';
import { documentsAfter } from './document.queries.js';

const FAR_AHEAD = 10 ** 15;

describeWithOpenSearch('a catalogue that was moved', () => {
  const catalogue = useSearchedCatalogue('moved');
  const { alias } = catalogue;
  beforeAll(async () => {
    await catalogue.load('first', 12);
    await catalogue.catchUp();
  });

  const system = async () => {
    const [row] = await catalogue.db.db.many<{ system: string }>(sql`
      select system_identifier::text as system from pg_control_system()`);
    return row!.system;
  };
  /** The index as the server before has left it: of its past, and by its numbers of transactions. */
  const exitThroughAnother = async (change: (state: string) => string) => {
    const { documents } = await documentsAfter(catalogue.db.database, 0, 100);
    const meta = { version: FAR_AHEAD, version_type: 'external' };
    const lines = documents.flatMap(({ loId, body }) => [
      JSON.stringify({ index: { _id: String(loId), ...meta } }),
      body!,
    ]);
    const bulk = { index: alias, body: `${lines.join('\n')}\n` as never };
    expect((await catalogue.client.bulk(bulk)).body.errors).toBe(false);
    const { body } = await catalogue.client.get({ index: alias, id: 'state' });
    const { state } = body._source as { state: object };
    const changedState = JSON.parse(change(JSON.stringify(state))) as object;
    await catalogue.client.index({ index: alias, id: 'state', refresh: true, body: { state: changedState } });
  };

  it('by a dump to another server of the same timeline gets a new index', async () => {
    const here = await system();
    await exitThroughAnother((state) => state.replaceAll(here, '1'));
    await catalogue.load('second', 3);
    expect(await catalogue.countHits('second')).toEqual(byPostgres(3, 'behind'));
    await catalogue.catchUp();
    expect(await catalogue.countHits('second')).toEqual(byOpenSearch(3));
    await catalogue.seed.load([{ provider: 'own', external_id: 'first-0', type: 'video', title: 'renamed' }]);
    await catalogue.catchUp();
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(11));
  });

  it('by a dump that was made while an index was begun gets a new index', async () => {
    const { name } = (await readSearchIndex(catalogue.db.database))!;
    await catalogue.db.db.many(sql`
      update learning.search_index
         set built_to = 0, registered_by = (${String(FAR_AHEAD)})::text::xid8, past = replace(past,
             ${await system()}, '1')`);
    await catalogue.catchUp();
    expect((await readSearchIndex(catalogue.db.database))!.name).not.toBe(name);
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(11));
  });

  it('back to an earlier moment by a snapshot of its disk gets a new index', async () => {
    const keptTables = ['search_index', 'catalogue_version'];
    for (const table of keptTables)
      await catalogue.db.db.many(sql`
        create table learning.kept_${sql.raw(table)} as table learning.${sql.raw(table)}`);
    const { name } = (await readSearchIndex(catalogue.db.database))!;
    await catalogue.load('undone', 3);
    await catalogue.catchUp();
    expect(await catalogue.countHits('undone')).toEqual(byOpenSearch(3));
    await catalogue.db.db.many(sql`delete from learning.search_doc where title_key like 'undone%'`);
    for (const table of keptTables) {
      await catalogue.db.db.many(sql`delete from learning.${sql.raw(table)}`);
      await catalogue.db.db.many(sql`
        insert into learning.${sql.raw(table)} table learning.kept_${sql.raw(table)}`);
      await catalogue.db.db.many(sql`drop table learning.kept_${sql.raw(table)}`);
    }
    await catalogue.db.db.many(sql`delete from learning.search_changes`);
    expect(await catalogue.countHits('undone')).toEqual(byPostgres(0, 'behind'));
    await catalogue.catchUp();
    expect((await readSearchIndex(catalogue.db.database))!.name).not.toBe(name);
    expect(await catalogue.countHits('undone')).toEqual(byOpenSearch(0));
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(11));
  });

  it('back to an earlier moment while an index was built gets a new index', async () => {
    await catalogue.indexer.rebuild();
    await untilAllAreNoting(catalogue.db.database);
    const { name } = (await readSearchIndex(catalogue.db.database))!;
    while ((await readSearchIndex(catalogue.db.database))!.steps.length === 0) await catalogue.indexer.step();
    await catalogue.db.db.many(sql`update learning.search_index set steps = '{}'`);
    await catalogue.catchUp();
    expect((await readSearchIndex(catalogue.db.database))!.name).not.toBe(name);
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(11));
  });

  it('by a dump to the same server gets a new index', async () => {
    const { name } = (await readSearchIndex(catalogue.db.database))!;
    for (const statement of [
      'alter table learning.search_index rename to was',
      'create table learning.search_index (like learning.was including all)',
      'insert into learning.search_index select * from learning.was',
      'drop table learning.was',
    ])
      await catalogue.db.db.many(sql`${sql.raw(statement)}`);
    expect(await catalogue.countHits('first')).toEqual(byPostgres(11, 'behind'));
    await catalogue.catchUp();
    expect((await readSearchIndex(catalogue.db.database))!.name).not.toBe(name);
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(11));
  });
});
