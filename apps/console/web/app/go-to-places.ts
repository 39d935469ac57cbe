import type { CatalogueKey } from '../texts/en/index.js';
import type { Translate } from '../texts/translate.js';

export interface KnownWebhook {
  id: number;
  url: string;
  enabled: boolean;
}

export interface GoToLink {
  href: string;
  name: string;
}

/** A pasted text and its kind. */
export interface PastedText {
  kind: 'address' | 'event' | 'number' | 'client' | 'words';
  text: string;
}

/** The result of the search for an event in one webhook. */
export interface EventSearch {
  webhook: KnownWebhook;
  delivery: { id: number; type: string } | undefined;
  /** Whether all its deliveries were searched. */
  isComplete: boolean;
}

/** Everything that the service found. */
export interface Lookups {
  people: readonly { id: number; full_name: string }[];
  events: readonly EventSearch[];
  application: { client_id: string; client_name: string } | undefined;
}

interface Sources extends Lookups {
  webhooks: readonly KnownWebhook[];
  menu: Menu;
  t: Translate;
}

type Menu = readonly { path: string; text: CatalogueKey }[];

const eventIdGrammar = /^evt_[0-9a-f]{32}$/;
const addressGrammar = /^[^\s@]+@[^\s@]*$/;
const numberGrammar = /^\d{1,15}$/;
const clientIdGrammar = /^[\w.~-]{3,100}$/;

const hasPage = (menu: Menu, path: string): boolean => menu.some((entry) => entry.path === path);
const contains = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/** Recognises texts that a person with this menu can look up. A part of a page's name is no client id. */
export function readPasted(text: string, { menu, t }: Pick<Sources, 'menu' | 't'>): PastedText {
  const pasted = text.trim();
  const isPage = menu.some((entry) => contains(t(entry.text), pasted));
  if (addressGrammar.test(pasted) && hasPage(menu, '/people')) return { kind: 'address', text: pasted };
  if (eventIdGrammar.test(pasted) && hasPage(menu, '/webhooks')) return { kind: 'event', text: pasted };
  if (numberGrammar.test(pasted)) return { kind: 'number', text: pasted };
  if (clientIdGrammar.test(pasted) && !isPage && hasPage(menu, '/applications'))
    return { kind: 'client', text: pasted };
  return { kind: 'words', text: pasted };
}

/**
 * The links for a text: an event id leads to its deliveries, an address to its person, a number to objects that can have
 * it, a client id to its application, and anything else to pages and webhooks whose names contain it.
 */
export function listPlaces({ kind, text }: PastedText, sources: Sources): GoToLink[] {
  if (kind === 'address') return listPeople(text, sources);
  if (kind === 'event') return listDeliveries(text, sources);
  if (kind === 'number') return listNumbered(text, sources);
  const { application, menu, webhooks, t } = sources;
  const named = [
    ...menu.map((entry) => ({ href: entry.path, name: t(entry.text) })),
    ...webhooks.map(({ id, url }) => ({ href: `/webhooks/${id}`, name: url })),
  ].filter(({ name }) => contains(name, text));
  if (!application) return named;
  const { client_id: id, client_name: name } = application;
  return [
    ...named,
    { href: `/applications/${encodeURIComponent(id)}`, name: t('goTo.application', { name }) },
  ];
}

/** The person, and the list of people, because a closed account may have the address. */
const listPeople = (address: string, { people, t }: Sources): GoToLink[] => [
  ...people.map(({ id, full_name: name }) => ({ href: `/people/${id}`, name: `${name} · ${address}` })),
  { href: `/people?q=${encodeURIComponent(address)}`, name: t('goTo.address', { address }) },
];

/** Deliveries, and the webhooks in which the search is incomplete. */
function listDeliveries(eventId: string, { webhooks, events, t }: Sources): GoToLink[] {
  return webhooks.flatMap((webhook): GoToLink[] => {
    const { id, url } = webhook;
    const search = events.find((one) => one.webhook.id === id);
    if (search?.delivery) {
      const { delivery } = search;
      return [
        {
          href: `/webhooks/${id}/deliveries/${delivery.id}`,
          name: t('goTo.found', { type: delivery.type, url }),
        },
      ];
    }
    return search?.isComplete
      ? []
      : [{ href: `/webhooks/${id}?event_id=${eventId}`, name: t('goTo.event', { url }) }];
  });
}

/** Everything that can have this number. */
function listNumbered(id: string, { webhooks, menu, t }: Sources): GoToLink[] {
  const kinds = [
    { page: '/webhooks', href: `/webhooks/${id}`, name: t('goTo.webhook', { id }) },
    ...webhooks.map((webhook) => ({
      page: '/webhooks',
      href: `/webhooks/${webhook.id}/deliveries/${id}`,
      name: t('goTo.delivery', { id, url: webhook.url }),
    })),
    { page: '/people', href: `/people/${id}`, name: t('people.numbered', { id }) },
    { page: '/enrollments', href: `/enrollments/${id}`, name: t('goTo.enrollment', { id }) },
    { page: '/content', href: `/content/${id}`, name: t('content.item', { id }) },
  ];
  return kinds.filter(({ page }) => hasPage(menu, page)).map(({ href, name }) => ({ href, name }));
}
