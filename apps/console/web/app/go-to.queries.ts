import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, auth } from '../api/client.js';
import type { EventSearch, KnownWebhook, Lookups, PastedText } from './go-to-places.js';

const FRESH_MS = 60_000;
const SETTLED_MS = 250;
/** With the list of webhooks, four requests at most. */
const MAX_SEARCHED_WEBHOOKS = 3;

/** The webhooks of the portal, from the cache if another page has read them. */
export const useKnownWebhooks = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['Webhooks_list'],
    queryFn: async () => (await api.GET('/v2/webhooks')).data!,
    enabled: isNeeded,
    staleTime: FRESH_MS,
  });

/** The webhooks to search: enabled ones first, because they have most of the deliveries. */
const listSearchedWebhooks = (webhooks: readonly KnownWebhook[]): KnownWebhook[] =>
  webhooks
    .toSorted((one, other) => Number(other.enabled) - Number(one.enabled))
    .slice(0, MAX_SEARCHED_WEBHOOKS);

/** Searches for an event in a webhook's deliveries. If that fails, its result links to the webhook's page. */
async function searchWebhook(eventId: string, webhook: KnownWebhook): Promise<EventSearch> {
  const params = { path: { webhookId: webhook.id }, query: { event_id: eventId, limit: 1 } };
  try {
    const { data } = await api.GET('/v2/webhooks/{webhookId}/deliveries', { params });
    return { webhook, delivery: data!.hits[0], isComplete: !data!.next_cursor };
  } catch {
    return { webhook, delivery: undefined, isComplete: false };
  }
}

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
 * Looks up the pasted text in the API.
 * @param webhooks undefined while they are loading
 */
export function useLookups(
  { kind, text }: PastedText,
  webhooks: readonly KnownWebhook[] | undefined,
): Lookups & { isPending: boolean } {
  const isSettled = useDebounced(text) === text;
  const isEvent = kind === 'event' && webhooks !== undefined;
  const people = useQuery({
    queryKey: ['Users_list', 'address', text],
    queryFn: async () => {
      const query = { email: text, limit: 1 };
      return (await api.GET('/v2/users', { params: { query } })).data!.hits;
    },
    enabled: isSettled && kind === 'address',
    staleTime: FRESH_MS,
  });
  const events = useQuery({
    queryKey: ['Deliveries_search', text],
    queryFn: () =>
      Promise.all(listSearchedWebhooks(webhooks!).map((webhook) => searchWebhook(text, webhook))),
    enabled: isSettled && isEvent,
    staleTime: FRESH_MS,
  });
  const application = useQuery({
    queryKey: ['Applications_get', 'named', text],
    queryFn: async () => {
      const params = { path: { clientId: text }, query: { limit: 1 } };
      return (await auth.GET('/applications/{clientId}', { params })).data!;
    },
    enabled: isSettled && kind === 'client',
    staleTime: FRESH_MS,
  });
  const isLookedUp = kind === 'address' || kind === 'event' || kind === 'client';
  const isRunning = people.isLoading || events.isLoading || application.isLoading;
  return {
    people: people.data ?? [],
    events: events.data ?? [],
    application: application.data,
    isPending: isLookedUp && (!isSettled || isRunning || (kind === 'event' && !isEvent)),
  };
}
