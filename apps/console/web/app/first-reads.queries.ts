import { apiAhead, readSessionAhead, setAnswerLanguage } from '../api/client.js';
import { toEnrollmentsPage } from '../features/enrollments/enrollments-search.js';
import { toContentQuery } from '../features/learning-objects/content-search.js';
import { toPeoplePage } from '../features/users/users-search.js';
import { listMenuEntries } from './menu.js';
import type { ConsoleSession } from './session.queries.js';

/** The reads of a page without filters, word for word as its own queries send them. */
const pageReads: Readonly<Record<string, (session: ConsoleSession) => void>> = {
  '/': () => {
    void apiAhead.GET('/v2/webhooks');
    void apiAhead.GET('/v2/limits');
  },
  '/people': () => void apiAhead.GET('/v2/users', { params: { query: toPeoplePage({}, 0) } }),
  '/enrollments': ({ scopes }) =>
    void apiAhead.GET('/v2/enrollments', { params: { query: toEnrollmentsPage({}, 0, scopes) } }),
  '/webhooks': () => void apiAhead.GET('/v2/webhooks'),
  '/content': () => void apiAhead.GET('/v2/learning-objects', { params: { query: toContentQuery({}) } }),
};

/** Asks who is signed in, and then for what their page shows, while the application is still on its way. */
export async function beginReads(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  language: string,
): Promise<void> {
  setAnswerLanguage(language);
  const answer = await readSessionAhead();
  if (!answer?.ok) return;
  const session = (await answer.json()) as ConsoleSession;
  void apiAhead.GET('/v2/branding');
  if (search === '' && listMenuEntries(session).some(({ path }) => path === pathname))
    pageReads[pathname]?.(session);
}
