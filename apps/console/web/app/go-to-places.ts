import type { CatalogueKey } from '../texts/en/index.js';
import type { Translate } from '../texts/translate.js';

export interface KnownWebhook {
  id: number;
  url: string;
}

export interface Place {
  href: string;
  name: string;
}

interface Sources {
  webhooks: readonly KnownWebhook[];
  menu: readonly { path: string; text: CatalogueKey }[];
  t: Translate;
}

const eventIdGrammar = /^evt_[0-9a-f]{32}$/;
const addressGrammar = /^[^\s@]+@[^\s@]*$/;
const numberGrammar = /^\d{1,15}$/;

/**
 * Where a text leads: an event id to its delivery in each webhook, an address to its person, a number to what can have
 * it, anything else to the pages and webhooks whose names contain it.
 */
export function listPlaces(text: string, { webhooks, menu, t }: Sources): Place[] {
  const pasted = text.trim();
  const hasPage = (path: string): boolean => menu.some((entry) => entry.path === path);
  if (addressGrammar.test(pasted) && hasPage('/people')) {
    const href = `/people?q=${encodeURIComponent(pasted)}`;
    return [{ href, name: t('goTo.address', { address: pasted }) }];
  }
  if (eventIdGrammar.test(pasted)) {
    return webhooks.map(({ id, url }) => ({
      href: `/webhooks/${id}?event_id=${pasted}`,
      name: t('goTo.event', { url }),
    }));
  }
  if (numberGrammar.test(pasted)) {
    return [
      { href: `/webhooks/${pasted}`, name: t('goTo.webhook', { id: pasted }) },
      ...webhooks.map(({ id, url }) => ({
        href: `/webhooks/${id}/deliveries/${pasted}`,
        name: t('goTo.delivery', { id: pasted, url }),
      })),
      ...(hasPage('/people')
        ? [{ href: `/people/${pasted}`, name: t('people.numbered', { id: pasted }) }]
        : []),
      ...(hasPage('/enrollments')
        ? [{ href: `/enrollments/${pasted}`, name: t('goTo.enrollment', { id: pasted }) }]
        : []),
      ...(hasPage('/content')
        ? [{ href: `/content/${pasted}`, name: t('content.item', { id: pasted }) }]
        : []),
    ];
  }
  const places = [
    ...menu.map((entry) => ({ href: entry.path, name: t(entry.text) })),
    ...webhooks.map(({ id, url }) => ({ href: `/webhooks/${id}`, name: url })),
  ];
  return places.filter(({ name }) => name.toLowerCase().includes(pasted.toLowerCase()));
}
