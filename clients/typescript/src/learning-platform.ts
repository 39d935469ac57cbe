import createClient, { type Client } from 'openapi-fetch';
import type { components, operations, paths } from './generated/resource-api.js';
import { sendingWith, type SendingOptions } from './sending.js';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export interface PlatformOptions extends SendingOptions {
  /** Address of the resource API, such as `https://api.learning.example`. */
  resourceApi: string;
}

/** The result of openapi-fetch's client. */
type Outcome<Data> = { data?: Data; error?: unknown };

/** The resource API, typed by its OpenAPI document. */
export class LearningPlatform {
  /** Every operation by its address: `platform.api.GET('/v2/users/{userId}', { params: ... })`. */
  readonly api: Client<paths, 'application/json'>;

  constructor({ resourceApi, ...sending }: PlatformOptions) {
    this.api = createClient<paths, 'application/json'>({
      baseUrl: resourceApi.replace(/\/$/, ''),
      fetch: sendingWith(sending),
    });
  }

  /**
   * Every learning object that a search finds, also beyond 10,000: by a scroll, which shows what there was when it
   * began.
   */
  async *learningObjects(
    query: Omit<QueryOf<'LearningObjects_search'>, 'scroll' | 'scrollId' | 'offset'> = {},
  ): AsyncGenerator<Schemas['LearningObject']> {
    const first = { limit: 50, ...query, scroll: true };
    let page = await answerOf(this.api.GET('/v2/learning-objects', { params: { query: first } }));
    while (page.hits.length > 0) {
      yield* page.hits;
      const { _scroll_id: scrollId } = page;
      if (!scrollId) return;
      const next = { scroll: true, scrollId };
      page = await answerOf(this.api.GET('/v2/learning-objects', { params: { query: next } }));
    }
  }

  /** Every person, oldest change first; who changes meanwhile comes again. */
  users(query: Omit<QueryOf<'Users_list'>, 'cursor' | 'offset'> = {}): AsyncGenerator<Schemas['User']> {
    return run((cursor) =>
      answerOf(this.api.GET('/v2/users', { params: { query: { limit: 50, ...query, cursor } } })),
    );
  }

  /** Every enrollment, oldest change first; what changes meanwhile comes again. */
  enrollments(
    query: Omit<QueryOf<'Enrollments_list'>, 'cursor' | 'offset'> = {},
  ): AsyncGenerator<Schemas['Enrollment']> {
    return run((cursor) =>
      answerOf(this.api.GET('/v2/enrollments', { params: { query: { ...query, cursor } } })),
    );
  }
}

/** The data of an answer; refusals were thrown as PlatformError before. */
export async function answerOf<Data>(outcome: Promise<Outcome<Data>>): Promise<Exclude<Data, undefined>> {
  const { data } = await outcome;
  return data as Exclude<Data, undefined>;
}

/** The hits of all pages. */
async function* run<Hit>(
  pageAt: (cursor: string) => Promise<{ hits: Hit[]; next_cursor?: string }>,
): AsyncGenerator<Hit> {
  for (let cursor: string | undefined = '*'; cursor !== undefined;) {
    const page: { hits: Hit[]; next_cursor?: string } = await pageAt(cursor);
    yield* page.hits;
    cursor = page.next_cursor;
  }
}
