import { limits } from '@app/limits';
import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('languages of learning objects', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let globex: TestAccount;
  beforeAll(async () => {
    acme = await api.administrator();
    globex = await api.administrator();
    seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id);
    await seed.provider('globex', globex.portal.id);
  });

  const record = (provider: string, number: number, language: string) => ({
    provider,
    external_id: `${number}`,
    type: 'text' as const,
    title: `Wanderers ${number}`,
    language,
  });
  /** `en-aa`, `en-ab` ...: those that stand for a country are taken. */
  const variants = [
    'ad',
    'ae',
    'af',
    'ag',
    'ai',
    'al',
    'am',
    'ao',
    'aq',
    'ar',
    'as',
    'at',
    'au',
    'aw',
    'ax',
    'az',
  ]
    .flatMap((country) =>
      ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv'].map((language) => `${language}-${country}`),
    )
    .slice(0, limits.languages.most);

  it('are limited for each portal where they are new to all; those in use are free', async () => {
    expect(variants).toHaveLength(limits.languages.most);
    await seed.load(variants.map((language, number) => record('acme', number, language)));
    await expect(seed.load([record('acme', 1_000, 'pt-br')])).rejects.toThrow(
      `line 1: Limit per portal: ${limits.languages.most} languages`,
    );
    const [one] = await seed.load([record('globex', 1, 'pt-br')]);
    expect(one).toBeDefined();
    // no longer new: only what nobody had before makes searches larger
    await seed.load([record('acme', 1_001, 'pt-br')]);
    const refused = await api.http.post('/v2/content/links', {
      token: acme.token,
      json: { title: 'Link', url: 'https://links.example/one', language: 'pt-pt' },
    });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error_code: 'limit_reached', limit: 'languages' });
  });

  it('with the same two letters are searched as one', async () => {
    const { body } = await api.http.get('/v2/learning-objects?keyword=wanderer&facets=language&limit=0', {
      token: globex.token,
    });
    expect(body.total).toBe(1);
    const ownAnswer = await api.http.get('/v2/learning-objects?keyword=wanderer&language=en-ad&limit=0', {
      token: acme.token,
    });
    expect(ownAnswer.body.total).toBe(1);
  });
});
