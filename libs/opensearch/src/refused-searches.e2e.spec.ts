import { portalVisibility, type CatalogueFilter } from '@app/catalogue';
import { metrics } from '@app/metrics';
import { describeWithOpenSearch, viewerIn, type PassedRequest } from '@app/testing';
import { byOpenSearch, byPostgres, useSearchedCatalogue } from '../test/searched-catalogue.js';

/** With a stemmer each, so that a word is another lexeme in most of them. */
const languages = 'ar ca da nl en et eu fi fr de el hu id ga it lt no pt ro ru sr es sv tr'.split(' ');
const words =
  'nationalisation administratively considerations operatings beziehungen mitarbeiterinnen generalmente' +
  ' posibilidades constantes continuellement finalement taloissa kirjoittaminen huizen mogelijkheden' +
  ' arbetarna flickornas kitaplar evlerinden historiques';

describeWithOpenSearch('a search that OpenSearch refuses', () => {
  const catalogue = useSearchedCatalogue('refused');
  beforeAll(async () => {
    await catalogue.load('first', 3);
    await catalogue.seed.load(
      languages.map((language) => ({
        provider: 'own',
        external_id: `in-${language}`,
        type: 'video' as const,
        title: words,
        language,
      })),
    );
    await catalogue.catchUp();
  });

  it('is not counted while there is no index, which is behind, also for a scroll', async () => {
    catalogue.index = catalogue.newIndex('nowhere');
    for (let times = 0; times < 4; times += 1)
      expect(await catalogue.countHits('first')).toEqual(byPostgres(3, 'behind'));
  });

  it('is not sent if it has too many words in many languages', async () => {
    expect(words.split(' ')).toHaveLength(20);
    for (let times = 0; times < 4; times += 1)
      expect(await catalogue.countHits(words)).toEqual(byPostgres(languages.length, 'too many values'));
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(3));
  });

  it('is sent as long as OpenSearch accepts it', async () => {
    const few = words.split(' ');
    // one more word with each search: on one side of the limit or on the other, none is refused
    const answers = new Set<string>();
    for (let count = 4; count < few.length; count += 1)
      answers.add((await catalogue.countHits(few.slice(0, count).join(' ')))[1]);
    expect([...answers]).toEqual(['opensearch none', 'postgres too many values']);
    // conditions that OpenSearch takes apart
    const visibility = await portalVisibility(catalogue.db.database, viewerIn(1, false));
    const filter: CatalogueFilter = {
      premium: true,
      subscribed: false,
      published: true,
      hasEvents: false,
      durations: Array.from({ length: 950 }, (_, min) => ({ min: min * 2, max: min * 2 })),
    };
    metrics.catalogue_searches_total.reset();
    await catalogue.index.search(visibility, { filter, sort: [], offset: 0, limit: 1, facets: [] });
    const { values } = await metrics.catalogue_searches_total.get();
    expect(values.map(({ labels }) => labels['reason'])).toEqual(['none']);
  });

  const isHitSearch = ({ path, body }: PassedRequest) =>
    path.includes('search') &&
    !path.includes('point_in_time') &&
    !/"ids":\{"values":\["state"\]\}\}[^\n]*\}$/.test(body);
  /** The answer to one search among others, or to one alone. */
  const answerBy = (status: number) => {
    const error = {
      type: 'search_phase_execution_exception',
      reason: 'all shards failed',
      root_cause: [{ type: 'too_many_nested_clauses', reason: 'maxClauseCount is set to 1024' }],
    };
    catalogue.proxy.after = (request, answer) => {
      if (!isHitSearch(request)) return answer;
      if (!request.path.includes('_msearch')) return { status, body: JSON.stringify({ error, status }) };
      const { responses } = JSON.parse(answer.body) as { responses: object[] };
      return { status: 200, body: JSON.stringify({ responses: [responses[0], { error, status }] }) };
    };
  };

  it.each([400, 413, 422])('by %i does not pause it for others', async (status) => {
    answerBy(status);
    for (let times = 0; times < 4; times += 1)
      expect(await catalogue.countHits('first')).toEqual(byPostgres(3, 'refused'));
    catalogue.proxy.reset();
    expect(await catalogue.countHits('first')).toEqual(byOpenSearch(3));
  });

  it.each([408, 429, 500, 503])('by %i pauses it: it is overloaded or failing', async (status) => {
    answerBy(status);
    expect(await catalogue.countHits('first')).toEqual(byPostgres(3, 'failed'));
    expect(await catalogue.countHits('first')).toEqual([3, 'postgres failed', 'postgres paused']);
  });

  it('for a lack of rights pauses it', async () => {
    catalogue.proxy.before = () => ({ status: 403, body: '{}' });
    expect(await catalogue.countHits('first')).toEqual(byPostgres(3, 'failed'));
    expect(await catalogue.countHits('first')).toEqual([3, 'postgres failed', 'postgres paused']);
  });
});
