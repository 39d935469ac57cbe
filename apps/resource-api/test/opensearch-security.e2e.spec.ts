import {
  PostgresCatalogueIndex,
  portalVisibility,
  searchEngineSettings,
  type CatalogueSearch,
} from '@app/catalogue';
import { openDatabase, type Database } from '@app/database';
import { systemClock } from '@app/kernel';
import { OPENSEARCH_ADMINISTRATOR } from '@app/local-services';
import { metrics } from '@app/metrics';
import {
  CatalogueIndexer,
  createOpenSearchClient,
  createOpenSearchIndex,
  repairDrift,
} from '@app/opensearch';
import {
  describeWithSecuredOpenSearch,
  makeCertificates,
  useOpenSearch,
  viewerIn,
  type Certificates,
  temporaryFolder,
} from '@app/testing';
import { pino, type Logger } from 'pino';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ResourceApiHarness, type TestAccount } from './resource-api.js';

const ALIAS = 'learning-objects';
const ROLE = 'learning-platform';
const user = { username: 'learning-platform', password: 'a long enough phrase 7 of words' };
/** The rights that docs/operations/scale.md names. */
const rights = {
  cluster_permissions: [
    'cluster_composite_ops',
    'indices:data/read/point_in_time/create',
    'indices:data/read/point_in_time/delete',
  ],
  index_permissions: [{ index_patterns: [`${ALIAS}*`], allowed_actions: ['indices_all'] }],
};

describeWithSecuredOpenSearch('OpenSearch with TLS and users', () => {
  const folder = temporaryFolder();
  let certificates: Certificates;
  const engine = useOpenSearch(() => {
    certificates = makeCertificates(folder);
    return certificates;
  });
  const api = new ResourceApiHarness();
  let ours: {
    OPENSEARCH_URLS: string[];
    OPENSEARCH_CA: string;
    OPENSEARCH_USERNAME: string;
    OPENSEARCH_PASSWORD: string;
  };
  let worker: Database;
  let administrator: TestAccount;

  const openSearchTiming = { timeoutMs: 20_000, maxLagMs: 0 };
  const createSettings = (changed: Partial<typeof ours> = {}) => ({
    ...z.object(searchEngineSettings).parse({}),
    SEARCH_ENGINE: 'opensearch' as const,
    ...ours,
    ...changed,
  });

  beforeAll(async () => {
    ours = {
      OPENSEARCH_URLS: [engine.url],
      OPENSEARCH_CA: readFileSync(certificates.authority, 'utf8'),
      OPENSEARCH_USERNAME: user.username,
      OPENSEARCH_PASSWORD: user.password,
    };
    await makeUser(ours);
    await api.start(createSettings(), undefined, { openSearchTiming });
    worker = await openDatabase({ url: api.database.urls.worker, applicationName: 'test', poolSize: 3 });
    const seed = await api.catalogue();
    administrator = await api.administrator();
    await seed.provider('own', administrator.portal.id);
    await seed.load(
      Array.from({ length: 12 }, (_, index) => ({
        provider: 'own',
        external_id: `first-${index}`,
        type: 'video' as const,
        title: `first ${index}`,
      })),
    );
  });
  afterAll(async () => {
    await worker.dataSource.destroy();
    await api.stop();
  });

  /** As an operator does, by the plugin's API. */
  async function makeUser(connection: typeof ours): Promise<void> {
    const { username, password } = OPENSEARCH_ADMINISTRATOR;
    const settings = { ...connection, OPENSEARCH_USERNAME: username, OPENSEARCH_PASSWORD: password };
    const client = createOpenSearchClient(settings, 60_000);
    const put = (path: string, body: object) =>
      client.transport.request({
        method: 'PUT',
        path: `/_plugins/_security/api/${path}`,
        body: body as never,
      });
    try {
      await put(`roles/${ROLE}`, rights);
      await put(`internalusers/${user.username}`, { password: user.password });
      await put(`rolesmapping/${ROLE}`, { users: [user.username] });
      await put('internalusers/nobody', { password: user.password });
    } finally {
      await client.close();
    }
  }

  /** The client and the indexer of a worker with these settings. */
  async function withIndexer<T>(
    settings: ReturnType<typeof createSettings>,
    work: (indexer: CatalogueIndexer, client: ReturnType<typeof createOpenSearchClient>) => Promise<T>,
  ): Promise<T> {
    const client = createOpenSearchClient(settings, 60_000);
    const indexer = new CatalogueIndexer(worker, client, settings, pino({ level: 'silent' }), {
      shards: 1,
      replicas: 0,
    });
    try {
      return await work(indexer, client);
    } finally {
      await indexer.stop();
      await client.close();
    }
  }
  const catchUp = async (indexer: CatalogueIndexer) => {
    while ((await indexer.step()) === 'more');
  };
  const answersBy = async (work: () => Promise<unknown>) => {
    metrics.catalogue_searches_total.reset();
    await work();
    const { values } = await metrics.catalogue_searches_total.get();
    return values.map(({ labels, value }) => `${labels['engine']} ${labels['reason']} ${value}`);
  };

  it('with the rights of docs/operations/scale.md a user builds, follows, rebuilds and verifies the index, searches and scrolls', async () => {
    const { token } = administrator;
    await withIndexer(createSettings(), async (indexer, client) => {
      await catchUp(indexer);
      await indexer.rebuild();
      await catchUp(indexer);
      expect(await repairDrift(worker, client, ALIAS, () => undefined)).toMatchObject({
        compared: 12,
        missing: 0,
        superfluous: 0,
        different: 0,
      });
    });
    const engines = await answersBy(async () => {
      const answer = await api.http.get('/v2/learning-objects?keyword=first&facets=type', { token });
      expect(answer.body).toMatchObject({ total: 12 });
      const scroll = await api.http.get('/v2/learning-objects?scroll=true&keyword=first', { token });
      expect(scroll.body).toMatchObject({ total: 12 });
    });
    expect(engines).toEqual(['opensearch none 2']);
  });

  const basic = (password: string) => Buffer.from(`${user.username}:${password}`).toString('base64');
  const faults: [name: string, changed: () => Partial<typeof ours>, says: RegExp][] = [
    [
      'another authority',
      () => ({ OPENSEARCH_CA: readFileSync(certificates.stranger, 'utf8') }),
      /OPENSEARCH_CA.*(certificate|signature)/,
    ],
    [
      'a certificate for another name',
      () => ({ OPENSEARCH_URLS: [engine.url.replace('localhost', '127.0.0.1')] }),
      /OPENSEARCH_URLS.*127\.0\.0\.1/,
    ],
    [
      'a wrong password',
      () => ({ OPENSEARCH_PASSWORD: 'wrong' }),
      /OPENSEARCH_USERNAME.*OPENSEARCH_PASSWORD/,
    ],
    ['a user without rights', () => ({ OPENSEARCH_USERNAME: 'nobody' }), /no permissions for \[.*nobody/],
    [
      'http where https is spoken',
      () => ({ OPENSEARCH_URLS: [engine.url.replace('https', 'http')] }),
      /OPENSEARCH_URLS.*https/,
    ],
  ];

  it.each(faults)(
    '%s: Postgres answers, and the log has the reason without secrets',
    async (_, changed, says) => {
      const settings = createSettings(changed());
      const lines: string[] = [];
      const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) }) as Logger;
      const postgres = new PostgresCatalogueIndex(worker);
      const index = createOpenSearchIndex({
        settings,
        timing: openSearchTiming,
        reader: worker,
        postgres,
        clock: systemClock,
        logger,
      });
      const visibility = await portalVisibility(worker, viewerIn(administrator.portal.id));
      const search: CatalogueSearch = {
        filter: { premium: false, keyword: 'first' },
        sort: [],
        offset: 0,
        limit: 20,
        facets: [],
      };
      try {
        const engines = await answersBy(async () => {
          for (let times = 0; times < 3; times += 1)
            expect((await index.search(visibility, search)).total).toBe(12);
        });
        expect(engines).toEqual(['postgres failed 3']);
      } finally {
        await (index as unknown as { onApplicationShutdown(): Promise<void> }).onApplicationShutdown();
      }
      const [line] = lines.filter((one) => one.includes('OpenSearch does not answer'));
      expect((JSON.parse(line!) as { err: { message: string } }).err.message).toMatch(says);
      await expect(withIndexer(settings, (indexer) => catchUp(indexer))).rejects.toThrow(says);
      for (const secret of [settings.OPENSEARCH_PASSWORD, basic(settings.OPENSEARCH_PASSWORD)])
        expect(lines.join('\n')).not.toContain(secret);
    },
  );

  it('servers are ready with a wrong password, and answer', async () => {
    const other = new ResourceApiHarness();
    try {
      await other.start(createSettings({ OPENSEARCH_PASSWORD: 'wrong' }), undefined, { openSearchTiming });
      expect((await other.http.get('/health/ready')).status).toBe(200);
      const { token } = await other.administrator();
      const engines = await answersBy(async () => {
        const answer = await other.http.get('/v2/learning-objects', { token });
        expect(answer).toMatchObject({ status: 200, body: { total: 0 } });
      });
      expect(engines).toEqual(['postgres failed 1']);
    } finally {
      await other.stop();
    }
  });
});
