import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, auth } from '../api/client.js';
import { nothingFound, type GoToText, type Lookups } from './go-to-places.js';

const FRESH_MS = 60_000;
const SETTLED_MS = 250;
/** Found objects of each kind. */
const FOUND = 5;
/** A shorter text finds too much. */
const MIN_CHARACTERS = 2;

/** The webhooks of the portal, from the cache if another page has read them. */
export const useKnownWebhooks = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['Webhooks_list'],
    queryFn: async () => (await api.GET('/v2/webhooks')).data!,
    enabled: isNeeded,
    staleTime: FRESH_MS,
  });

/** The text, once the person has stopped typing. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * Looks up a text in the API.
 * @param paths of the pages in the person's menu: only their objects are looked up
 */
export function useLookups(
  { kind, text }: GoToText,
  paths: readonly string[],
): { found: Lookups; isPending: boolean } {
  const isSettled = useDebounced(text) === text;
  const isNeeded = text.length >= MIN_CHARACTERS || kind === 'number';
  const { data, isLoading } = useQuery({
    queryKey: ['GoTo', kind, text, paths],
    queryFn: () => lookUp({ kind, text }, paths),
    enabled: isSettled && isNeeded,
    staleTime: FRESH_MS,
  });
  return { found: data ?? nothingFound, isPending: isNeeded && (!isSettled || isLoading) };
}

async function lookUp({ kind, text }: GoToText, paths: readonly string[]): Promise<Lookups> {
  const isWords = kind === 'words';
  const isNumber = kind === 'number';
  const params = <Query>(query: Query) => ({ params: { query: { limit: FOUND, ...query } } });
  const closed = 'all' as const;
  /** Sends no request for pages that the person cannot open; a refused or failed one counts as not found. */
  const ifAllowed = async <Found>(
    path: string,
    isMeant: boolean,
    read: () => Promise<Found>,
  ): Promise<Found | undefined> =>
    isMeant && paths.includes(path) ? read().catch(() => undefined) : undefined;
  const [people, applications, contents, enrollment, deliveries] = await Promise.all([
    ifAllowed('/people', kind !== 'event', async () => {
      if (isNumber) {
        const path = { userId: Number(text) };
        return [(await api.GET('/v2/users/{userId}', { params: { path, query: { closed } } })).data!];
      }
      const query = isWords ? { q: text } : { email: text, closed };
      return (await api.GET('/v2/users', params(query))).data!.hits;
    }),
    ifAllowed(
      '/applications',
      isWords,
      async () => (await auth.GET('/applications', params({ q: text }))).data!.hits,
    ),
    ifAllowed('/content', isWords || isNumber, async () => {
      const query = isWords ? { keyword: text } : { id: [Number(text)] };
      return (await api.GET('/v2/learning-objects', params(query))).data!.hits;
    }),
    ifAllowed('/enrollments', isNumber, async () => {
      const path = { enrollmentId: Number(text) };
      return (await api.GET('/v2/enrollments/{enrollmentId}', { params: { path } })).data!;
    }),
    ifAllowed(
      '/webhooks',
      kind === 'event',
      async () => (await api.GET('/v2/deliveries', params({ event_id: text }))).data!,
    ),
  ]);
  return {
    people: people ?? [],
    applications: applications ?? [],
    contents: contents ?? [],
    enrollment,
    deliveries: deliveries?.hits ?? [],
    hasOlderDeliveries: deliveries?.next_cursor !== undefined,
  };
}
