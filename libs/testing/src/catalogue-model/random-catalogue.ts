import type { ImportRecord } from '@app/catalogue';
import type { z } from 'zod';
import { SeededRandom } from '@app/sample-content';

/**
 * Words by language: inflected forms, accents, variants of a character, prefixes of others, words one letter apart,
 * stop words, words with hyphens or joiners, and text of scripts without blanks.
 */
export const vocabulary: Record<string, string[]> = {
  en: 'manager managers managing lead leader leadership java javascript safety safely data planning plans the of and work working teams team co2 co₂ m² ﬁre e-learning elearning covid19 sap安全培训 信息安全'.split(
    ' ',
  ),
  de: 'führung führungskraft führen arbeit arbeiten sicherheit sicher planung der die und team java daten gespräch gespräche co₂ covid-19 e-learning-kurs 安全 산업안전교육'.split(
    ' ',
  ),
  fr: 'gérer gestion équipe équipes sécurité données le la de travail travailler réunion réunions java projet projets m2 covid-19 ความปลอดภัย می\u200cخواهم'.split(
    ' ',
  ),
  es: 'gestión equipo equipos seguridad datos el la de trabajo trabajar reunión reuniones proyecto proyectos niño 情報セキュリティ研修 می خواهم'.split(
    ' ',
  ),
};
export const vocabularyLanguages = Object.keys(vocabulary);
export const places = [
  { country: 'DE', locality: 'Berlin', thoroughfare: 'Weg 1' },
  { country: 'DE', locality: 'München', thoroughfare: 'Weg 2' },
  { country: 'FR', locality: 'Paris', thoroughfare: 'Rue 1' },
  { country: 'ES', locality: 'Madrid' },
];
export const tagPool = ['safety', 'Führung', 'java', 'new managers', 'équipe', 'datos', 'onboarding'];
export const topicPool = ['Leadership', 'IT', 'Compliance'];
export const portals = [1, 2, 3, 4];
/** Portal 4 is the seller; the others subscribe, and have some objects of their own. */
export const providers = portals.map((portalId) => ({
  slug: `p${portalId}`,
  portalId,
  name: `Provider ${portalId}`,
}));
export const groups = [
  { slug: 'g1', portalId: 4 },
  { slug: 'g2', portalId: 3 },
];

export interface RandomCatalogue {
  records: z.input<typeof ImportRecord>[];
  collections: { slug: string; portalId: number; items: string[] }[];
  subscriptions: { portalId: number; subscribed: string; licenses: number }[];
  licences: { portalId: number; externalId: string; provider: string; licenses: number }[];
}

const itemTypes = [
  'video',
  'document',
  'text',
  'quiz',
  'event',
  'manual',
  'interactive',
  'assignment',
] as const;
const DAY_MS = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00Z');

/** A catalogue of about sixty objects with all properties that matter to a search. */
export function randomCatalogue(seed: number): RandomCatalogue {
  const random = new SeededRandom(seed);
  const records: z.input<typeof ImportRecord>[] = [];
  const count = random.between(20, 60);
  for (let number = 0; number < count; number++) {
    const provider = random.pick(providers);
    const ownRecords = records.filter(
      (record) => record.provider === provider.slug && record.type !== 'award',
    );
    records.push(
      randomRecord(
        random,
        number,
        provider.slug,
        ownRecords.map((record) => record.external_id),
      ),
    );
  }
  const name = (record: z.input<typeof ImportRecord>) => `${record.provider} ${record.external_id}`;
  const some = (share: number) => records.filter(() => random.next() < share);
  return {
    records,
    collections: [
      { slug: 'c1', portalId: 1, items: some(0.15).map(name) },
      { slug: 'default', portalId: 2, items: some(0.1).map(name) },
      { slug: 'c3', portalId: 3, items: some(0.2).map(name) },
    ],
    subscriptions: [
      { portalId: 1, subscribed: 'g1', licenses: random.pick([-1, 0, 5]) },
      { portalId: 3, subscribed: 'g1', licenses: -1 },
      { portalId: 2, subscribed: 'g2', licenses: random.pick([-1, 0, 5]) },
      { portalId: 2, subscribed: 'c3', licenses: random.pick([-1, 0, 5]) },
    ],
    licences: some(0.1).map((record) => ({
      portalId: random.pick([1, 2]),
      externalId: record.external_id,
      provider: record.provider,
      licenses: random.pick([-1, 0, 10]),
    })),
  };
}

function randomRecord(
  random: SeededRandom,
  number: number,
  provider: string,
  earlier: string[],
): z.input<typeof ImportRecord> {
  const kind = random.next();
  const base = { provider, ...randomFields(random, `o${number}`) };
  const groupSlugs = groups.filter((group) => `p${group.portalId}` === provider).map((group) => group.slug);
  const content_groups = groupSlugs.length > 0 && random.next() < 0.4 ? groupSlugs : [];
  const shared = { premium: random.next() < 0.35, published: random.next() < 0.88, content_groups };
  if (kind < 0.25) {
    const children = Array.from({ length: random.between(1, 3) }, (_, index) => ({
      ...randomFields(random, `o${number}-${index}`),
      type: random.pick(itemTypes),
    }));
    const modules = [{ ...randomFields(random, `o${number}-m`), type: 'module' as const, items: children }];
    return { ...base, ...shared, type: 'course', items: random.next() < 0.5 ? children : modules };
  }
  if (kind < 0.35 && earlier.length > 0)
    return {
      ...base,
      ...shared,
      type: random.pick(['award', 'course'] as const),
      items: [{ ref: random.pick(earlier) }],
    };
  if (kind < 0.42) return { ...base, ...shared, type: 'link', url: 'https://links.example/' };
  return { ...base, ...shared, type: random.pick(itemTypes) };
}

function randomFields(random: SeededRandom, external_id: string) {
  const language = random.pick(vocabularyLanguages);
  const words = (count: number) =>
    Array.from({ length: count }, () => random.pick(vocabulary[language]!)).join(' ');
  const some = <T>(pool: readonly T[], share: number) => pool.filter(() => random.next() < share);
  return {
    external_id,
    language,
    title: words(random.between(1, 3)),
    summary: random.next() < 0.5 ? words(3) : '',
    description: random.next() < 0.3 ? `<p>${words(5)}</p>` : '',
    tags: some(tagPool, 0.2),
    topics: some(topicPool, 0.3),
    delivery: { duration: random.below(120) },
    pricing: { currency: 'EUR', price: random.pick([0, 0, 9.99, 20, 149.5]) },
    events:
      random.next() < 0.2
        ? Array.from({ length: random.between(1, 2) }, () => {
            const begin = start + random.below(300) * DAY_MS;
            return {
              start: new Date(begin).toISOString(),
              end: new Date(begin + random.below(3) * DAY_MS).toISOString(),
              location: random.pick(places),
            };
          })
        : [],
  };
}
