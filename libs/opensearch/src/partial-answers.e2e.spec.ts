import { describeWithOpenSearch, type PassedAnswer, type PassedRequest } from '@app/testing';
import { byOpenSearch, byPostgres, useSearchedCatalogue } from '../test/searched-catalogue.js';
import { repairDrift } from './drift.js';

type Part = { _shards?: { failed: number }; timed_out?: boolean; responses?: Part[] };

describeWithOpenSearch('an incomplete answer of OpenSearch', () => {
  const catalogue = useSearchedCatalogue('partial', 3);
  beforeAll(async () => {
    await catalogue.load('first', 12);
    await catalogue.catchUp();
  });

  /** As OpenSearch says that shards have not answered, or not in time. */
  const afterwards = (isMeant: (request: PassedRequest) => boolean, change: (part: Part) => void) => {
    catalogue.proxy.after = (request, answer): PassedAnswer => {
      if (!isMeant(request)) return answer;
      const body = JSON.parse(answer.body) as Part;
      for (const part of body.responses ?? [body]) change(part);
      return { ...answer, body: JSON.stringify(body) };
    };
  };
  const isSearch = ({ path }: PassedRequest) => path.includes('search');
  const failOne = (part: Part) => void (part._shards!.failed = 1);

  it.each<[string, (part: Part) => void]>([
    ['a shard has failed', failOne],
    ['the time was up', (part) => void (part.timed_out = true)],
  ])('is left to Postgres: %s', async (_, change) => {
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(12));
    afterwards(isSearch, change);
    expect(await catalogue.countHits('first')).toEqual(byPostgres(12, 'failed'));
  });

  it('is replaced by Postgres: a later page of a scroll, and its point in time', async () => {
    let pages = 0;
    const isLater = ({ body, path }: PassedRequest) =>
      path.includes('_search') && body.includes('"pit"') && (pages += 1) > 1;
    afterwards(isLater, failOne);
    expect(await catalogue.countHits('first')).toEqual([12, 'opensearch none', 'postgres failed']);
    afterwards(({ path, method }) => path.includes('point_in_time') && method === 'POST', failOne);
    expect(await catalogue.countHits('first')).toEqual([12, 'opensearch none', 'postgres failed']);
  });

  it('is not requested', async () => {
    const passed: PassedRequest[] = [];
    catalogue.proxy.before = (request) => {
      if (isSearch(request)) passed.push(request);
    };
    await catalogue.countHits('first');
    await repairDrift(catalogue.db.database, catalogue.client, catalogue.alias, () => undefined);
    expect(passed.length).toBeGreaterThanOrEqual(5);
    for (const { path, body, method } of passed) {
      if (path.includes('_msearch')) {
        const headers = body.split('\n').filter((line) => line.startsWith('{"index"'));
        expect(headers).toHaveLength(2);
        for (const header of headers) expect(JSON.parse(header)).toMatchObject(whole);
      } else if (path.includes('point_in_time')) {
        if (method === 'POST') expect(path).toContain('allow_partial_pit_creation=false');
      } else expect(path).toContain('allow_partial_search_results=false');
    }
  });

  it('does not advance the index past documents that a shard does not show', async () => {
    await catalogue.load('second', 3);
    afterwards(({ path }) => path.includes('_refresh'), failOne);
    await expect(catalogue.catchUp()).rejects.toThrow(/refresh/);
    expect(await catalogue.countHits('second')).toEqual(byPostgres(3, 'behind'));
    catalogue.proxy.reset();
    await catalogue.catchUp();
    expect(await catalogue.countHits('second')).toEqual(byOpenSearch(3));
  });
});

const whole = { allow_partial_search_results: false };
