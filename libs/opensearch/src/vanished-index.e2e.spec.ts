import { readSearchIndex } from '@app/catalogue';
import { sql } from '@app/database';
import { metrics } from '@app/metrics';
import { describeWithOpenSearch, untilAllAreNoting, type PassedRequest } from '@app/testing';
import { byOpenSearch, useSearchedCatalogue } from '../test/searched-catalogue.js';

const MANY = 1_200;

describeWithOpenSearch('an index that vanishes', () => {
  const catalogue = useSearchedCatalogue('vanishing');
  const { alias } = catalogue;
  beforeAll(async () => {
    await catalogue.load('first', MANY);
  });
  beforeEach(async () => {
    await catalogue.indexer.rebuild();
    await catalogue.catchUp();
  });

  const registered = async () => (await readSearchIndex(catalogue.db.database))!;
  /** As after an operator deleted it, or a node was lost. */
  const remove = async (name: string) => {
    const { status } = await fetch(`${catalogue.engine.url}/${name}`, { method: 'DELETE' });
    expect(status).toBe(200);
  };
  const indexes = async () =>
    Object.keys((await catalogue.client.indices.get({ index: `${alias}-*` })).body).sort();
  /** Once, before the first request that is meant. */
  const onceBefore = (isMeant: (request: PassedRequest) => boolean, work: () => Promise<unknown>) => {
    let isDone = false;
    catalogue.proxy.before = async (request) => {
      if (isDone || !isMeant(request)) return;
      isDone = true;
      await work();
    };
  };
  const isBulk = ({ path }: PassedRequest) => path.includes('_bulk');
  /** As a worker: a step that fails is done again. */
  const catchUpAtLast = async () => {
    for (let failed = 0; failed < 3; failed += 1) await catalogue.catchUp().catch(() => undefined);
    await catalogue.catchUp();
  };
  /** Begins a build, and writes its first documents. */
  const beginBuild = async () => {
    await catalogue.indexer.rebuild();
    await untilAllAreNoting(catalogue.db.database);
    expect(await catalogue.indexer.step()).toBe('more');
    const { name, builtTo } = await registered();
    expect(builtTo).toBeGreaterThan(0);
    return name;
  };
  const expectWhole = async () => {
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(MANY));
    const { name, builtTo } = await registered();
    expect(builtTo).toBeNull();
    expect(await indexes()).toEqual([name]);
    const mapping = (await catalogue.client.indices.getMapping({ index: name })).body[name]!.mappings;
    expect(mapping.dynamic).toBe('strict');
  };

  it('between two requests of its build is rebuilt', async () => {
    await remove(await beginBuild());
    await catchUpAtLast();
    await expectWhole();
  });

  it('right before a request of its build, which creates one of that name, is rebuilt', async () => {
    const name = await beginBuild();
    onceBefore(isBulk, () => remove(name));
    await catchUpAtLast();
    await expectWhole();
  });

  it('is not mistaken for a refusing one if the cluster creates none by itself', async () => {
    const set = (value: boolean | null) =>
      catalogue.client.cluster.putSettings({ body: { persistent: { 'action.auto_create_index': value } } });
    await set(false);
    metrics.search_documents_refused_total.reset();
    try {
      const name = await beginBuild();
      onceBefore(isBulk, () => remove(name));
      await expect(catalogue.catchUp()).rejects.toThrow(/index_not_found/);
      await catalogue.catchUp();
      await expectWhole();
      expect((await metrics.search_documents_refused_total.get()).values[0]!.value).toBe(0);
    } finally {
      await set(null);
    }
  });

  it('right before the last request of its build is rebuilt', async () => {
    const name = await beginBuild();
    await catalogue.db.db.many(sql`update learning.search_doc set popularity = popularity + 1`);
    const isFollowing = async () => (await registered()).builtTo === lastId;
    const [row] = await catalogue.db.db.many<{ id: number }>(sql`
      select max(lo_id) as id from learning.search_doc`);
    const lastId = row!.id;
    let isDone = false;
    catalogue.proxy.before = async (request) => {
      if (isDone || !isBulk(request) || !(await isFollowing())) return;
      isDone = true;
      await remove(name);
    };
    await catchUpAtLast();
    expect(isDone).toBe(true);
    await expectWhole();
  });

  it('right before changes are written to it is rebuilt', async () => {
    const { name } = await registered();
    await catalogue.db.db.many(sql`
      update learning.search_doc set popularity = popularity + 1 where lo_id % 2 = 0`);
    onceBefore(isBulk, () => remove(name));
    await catchUpAtLast();
    await expectWhole();
    expect((await registered()).name).not.toBe(name);
  });

  it('may be unfinished, and an index begun concurrently is not removed', async () => {
    await catalogue.indexer.rebuild();
    const other = catalogue.newIndexer();
    let begun = '';
    onceBefore(
      ({ path, method }) => method === 'GET' && (path.includes('_alias') || path.includes('*')),
      async () => {
        await other.rebuild();
        await untilAllAreNoting(catalogue.db.database);
        await other.step();
        begun = (await registered()).name;
      },
    );
    await catalogue.catchUp();
    expect(begun).not.toBe('');
    expect(await indexes()).toContain(begun);
    await catalogue.catchUp(other);
    await other.stop();
    await expectWhole();
    expect((await registered()).name).toBe(begun);
  });

  it('does not get the alias once another has been begun', async () => {
    await catalogue.indexer.rebuild();
    const other = catalogue.newIndexer();
    const { name } = await registered();
    onceBefore(
      ({ path }) => path.includes('_refresh'),
      () => other.rebuild(),
    );
    await catalogue.catchUp();
    const behind = Object.keys((await catalogue.client.indices.getAlias({ name: alias })).body);
    expect(behind).not.toContain(name);
    await catalogue.catchUp(other);
    await other.stop();
    await expectWhole();
  });

  it('does not remove indexes that it has not replaced', async () => {
    const stranger = `${alias}-0123abcd`;
    await catalogue.client.indices.create({ index: stranger });
    await catalogue.indexer.rebuild();
    await catalogue.catchUp();
    expect(await indexes()).toContain(stranger);
    await remove(stranger);
    await expectWhole();
  });
});
