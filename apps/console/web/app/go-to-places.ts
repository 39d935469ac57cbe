import type { CatalogueKey } from '../texts/en/index.js';
import type { Translate } from '../texts/translate.js';

export interface GoToLink {
  href: string;
  name: string;
}

/** A typed or pasted text and its kind. */
export interface GoToText {
  kind: 'address' | 'event' | 'number' | 'words';
  text: string;
}

/** What the API has found for a text. */
export interface Lookups {
  people: readonly { id: number; full_name: string; email: string }[];
  applications: readonly { client_id: string; client_name: string }[];
  contents: readonly { id: number; title: string }[];
  enrollment: { id: number } | undefined;
  deliveries: readonly { webhook_id: number; id: number; type: string }[];
  /** Whether older deliveries may be of the event, too. */
  hasOlderDeliveries: boolean;
}

export const nothingFound: Lookups = {
  people: [],
  applications: [],
  contents: [],
  enrollment: undefined,
  deliveries: [],
  hasOlderDeliveries: false,
};

interface Sources extends Lookups {
  webhooks: readonly { id: number; url: string }[];
  menu: readonly { path: string; text: CatalogueKey }[];
  t: Translate;
}

const eventIdGrammar = /^evt_[0-9a-f]{32}$/;
const addressGrammar = /^[^\s@]+@[^\s@]+$/;
const numberGrammar = /^\d{1,15}$/;

const contains = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

export function readText(typed: string): GoToText {
  const text = typed.trim();
  if (addressGrammar.test(text)) return { kind: 'address', text };
  if (eventIdGrammar.test(text)) return { kind: 'event', text };
  return { kind: numberGrammar.test(text) ? 'number' : 'words', text };
}

/** The pages and webhooks that a text names, then what the API has found. */
export function listPlaces({ text, kind }: GoToText, sources: Sources): GoToLink[] {
  const { webhooks, menu, people, applications, contents, enrollment, deliveries, t } = sources;
  const address = (id: number) => webhooks.find((one) => one.id === id)?.url ?? String(id);
  return [
    ...menu.filter((entry) => contains(t(entry.text), text)).map((entry) => page(entry.path, t(entry.text))),
    ...webhooks
      .filter(({ id, url }) => (kind === 'number' ? String(id) === text : contains(url, text)))
      .map(({ id, url }) => page(`/webhooks/${id}`, url)),
    ...people.map(({ id, full_name: name, email }) => page(`/people/${id}`, `${name} · ${email}`)),
    ...applications.map(({ client_id: id, client_name: name }) =>
      page(`/applications/${encodeURIComponent(id)}`, t('goTo.application', { name })),
    ),
    ...contents.map(({ id, title }) => page(`/content/${id}`, t('goTo.content', { title }))),
    ...(enrollment
      ? [page(`/enrollments/${enrollment.id}`, t('goTo.enrollment', { id: String(enrollment.id) }))]
      : []),
    ...deliveries.map(({ webhook_id: webhook, id, type }) =>
      page(`/webhooks/${webhook}/deliveries/${id}`, t('goTo.found', { type, url: address(webhook) })),
    ),
    ...(sources.hasOlderDeliveries ? [page(`/webhooks/deliveries?event_id=${text}`, t('goTo.event'))] : []),
  ];
}

const page = (href: string, name: string): GoToLink => ({ href, name });
