import type { Answer } from '@app/testing';
import { previewToken } from '../src/learning-objects/preview/preview-token.js';
import { launchToken } from '../src/learning-objects/scorm/launch-token.js';
import { Signer } from '../src/learning-objects/signer.js';
import type { ResourceApiHarness, TestAccount } from './resource-api.js';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><rect width="400" height="60" fill="#ff0"/><circle cx="30" cy="30" r="24" fill="#111"/></svg>';
const pricing = { currency: 'EUR', price: 10 };
/** Languages of the courses. */
export const courseLanguages = ['en', 'de', 'fr'] as const;

/** A page, as a browser asks for it. */
export interface PageVisit {
  path: string;
  /** Of a portal, instead of the API's. */
  host?: string;
}

/** A page that a route can answer with. */
export interface BrandedPage {
  status: number;
  /** @param language of the content */
  visit: (account: TestAccount, language?: string) => PageVisit;
}

/** Every page of the API, of a portal that has a brand and of one that has none. */
export class BrandedPages {
  acme!: TestAccount;
  plain!: TestAccount;
  blocked!: TestAccount;
  readonly #ids = new Map<string, number>([['gone', 999_999]]);

  constructor(private readonly api: ResourceApiHarness) {}

  /** @param name that the brand has */
  async prepare(name: string): Promise<void> {
    const { api } = this;
    this.acme = await api.administrator();
    this.plain = await api.administrator();
    this.blocked = await api.account(this.acme.portal);
    const market = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('market', market.portal.id);
    const text = { type: 'text' as const, title: 'Rules', content: { html: '<p>Be kind</p>' } };
    const question = { question: 'Which is right?', answers: ['This one', 'That one'], correct: 1 };
    const courses = courseLanguages.map((language) => ({
      provider: 'market',
      external_id: language,
      type: 'course' as const,
      title: `Rules (${language})`,
      summary: 'How we treat each other',
      language,
      premium: true,
      pricing,
      items: [
        { ...text, external_id: `text-${language}` },
        { type: 'quiz', external_id: `quiz-${language}`, title: 'Quiz', content: { questions: [question] } },
        { type: 'link', external_id: `link-${language}`, title: 'More', url: 'https://more.example/' },
      ],
    }));
    const loaded = await seed.load([
      ...courses,
      { ...text, provider: 'market', external_id: 'paid', premium: true, pricing },
    ]);
    for (const external_id of [...courseLanguages, 'paid'])
      this.#ids.set(external_id, loaded.get(`market ${external_id}`)!);
    for (const { portal } of [this.acme, this.plain]) {
      for (const external_id of courseLanguages)
        await seed.licence(portal.id, { provider: 'market', external_id }, 5);
      await seed.licence(portal.id, { provider: 'market', external_id: 'paid' }, 0);
    }
    const brand = (token: string, json: object) => api.http.put('/v2/branding', { token, json });
    await brand(market.token, { name: 'Hostile Market', color: '#ff0000' });
    await brand(this.acme.token, { name, color: '#ffff00' });
    const headers = { 'content-type': 'image/svg+xml' };
    for (const kind of ['logo', 'favicon'])
      await api.http.send('PUT', `/v2/branding/${kind}`, { token: this.acme.token, body: svg, headers });
    await this.acme.patch(`/v2/users/${this.blocked.id}`, { status: false });
  }

  /** @param days how long ago the address was given */
  preview(name: string, { portal, id }: TestAccount, days = 0): PageVisit {
    const shown = { loId: this.#ids.get(name)!, portalId: portal.id, accountId: id };
    return { path: `/preview/${previewToken(this.#signer, shown, this.#ago(days))}` };
  }

  launch(name: string, { portal, id }: TestAccount, days = 0, generation = 0): PageVisit {
    const place = { portalId: portal.id, loId: this.#ids.get(name)!, generation, portalGeneration: 0 };
    const launch = { ...place, accountId: id, issued: this.#ago(days) };
    return { path: `/launch/${launchToken(this.#signer, launch)}` };
  }

  /** By route: each page that it can answer with. */
  readonly byRoute: Record<string, Record<string, BrandedPage>> = {
    '/': { 'a portal’s host': { status: 200, visit: ({ portal }) => ({ path: '/', host: portal.name }) } },
    '/preview/:token': {
      'an object': { status: 200, visit: (account, language = 'en') => this.preview(language, account) },
      'an address that has expired': { status: 403, visit: (account) => this.preview('en', account, 1) },
      'an object that is gone': { status: 404, visit: (account) => this.preview('gone', account) },
    },
    '/launch/:token': {
      'an object': { status: 200, visit: (account, language = 'en') => this.launch(language, account) },
      'a package that is too old': { status: 403, visit: (account) => this.launch('en', account, 400) },
      'a package that was ended': { status: 403, visit: (account) => this.launch('en', account, 0, 7) },
      'a package without its licence': { status: 403, visit: (account) => this.launch('paid', account) },
      'an object that is gone': { status: 404, visit: (account) => this.launch('gone', account) },
    },
  };
  readonly all = Object.entries(this.byRoute).flatMap(([route, variants]) =>
    Object.entries(variants).map(([name, page]) => [route, name, page] as const),
  );

  /** Asks for it as a browser does. */
  open({ path, host }: PageVisit, headers: Record<string, string> = {}): Promise<Answer> {
    const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
    return this.api.http.get(path, { headers: { accept, ...(host && { host }), ...headers } });
  }

  get #signer(): Signer {
    return this.api.server.app.get(Signer);
  }

  #ago(days: number): Date {
    return new Date(this.api.clock.now().getTime() - days * 86_400_000);
  }
}
