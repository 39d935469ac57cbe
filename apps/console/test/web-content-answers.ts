import type { HarnessAnswer, HarnessRequest } from './harness-messages.js';
import type { components } from '../../../clients/typescript/src/generated/resource-api.js';
import { script, time } from './web-answers.js';

type Schemas = components['schemas'];

const course: Schemas['LearningObject'] = {
  id: 812,
  type: 'course',
  title: 'First aid at work',
  summary: 'What to do until help comes.',
  description: `<p>What to do until help comes: checks, calls &amp; care.</p>${script}<ul><li>Bleeding</li><li>Burns</li></ul>`,
  language: 'en',
  published: true,
  image: null,
  provider: { id: 4, name: 'Acme Academy', logo: null },
  delivery: { mode: 'self-paced', duration: 95 },
  pricing: { price: 0, currency: 'EUR', tax: 0, tax_included: false },
  subscription: { licenses: -1, package: null },
  ratings: { five_star_rating: 4.5, ratings_count: 12 },
  reviews: { count: 12, rating: 4.5 },
  attributes: { topics: [{ key: 1, value: 'Health and safety' }] },
  authors: [],
  skills: [],
  topics: ['Health and safety'],
  tags: ['safety', 'mandatory'],
  collections: [1],
  portal_collection: true,
  events: [],
  assessable: true,
  previewable: true,
  items_count: 3,
  url: null,
  items: [],
  created_time: time(9_000_000),
  updated_time: time(86_400),
};

export const learningObjects: Schemas['LearningObject'][] = [
  course,
  {
    ...course,
    id: 813,
    type: 'link',
    title: 'Where to find the defibrillators of the building, and who looks after them on each of its floors',
    description: 'A page of the intranet.',
    url: 'https://intranet.acme.example/safety/defibrillators/floors-and-responsible-people',
    published: false,
    delivery: { mode: 'self-paced', duration: 0 },
    items_count: 0,
    previewable: false,
    tags: [],
  },
  {
    ...course,
    id: 814,
    type: 'video',
    title: 'Vorträge gut vorbereiten',
    language: 'de',
    provider: { id: 9, name: 'Lernwelt Nord', logo: null },
    delivery: { mode: 'self-paced', duration: 12 },
    pricing: { price: 49, currency: 'EUR', tax: 0, tax_included: false },
    subscription: { licenses: 25, package: 'Basics' },
    items_count: 0,
  },
  ...Array.from({ length: 12 }, (_, index) => ({
    ...course,
    id: 820 + index,
    title: `Safety briefing, part ${index + 1}`,
    type: index % 2 ? ('document' as const) : ('quiz' as const),
    delivery: { mode: 'self-paced', duration: 5 * index },
    items_count: 0,
    updated_time: time(90_000 * (index + 2)),
  })),
];

/** Detail of a learning object, with what a course contains. */
export const learningObjectDetail = (shown: Schemas['LearningObject']): Schemas['LearningObject'] =>
  shown.type === 'course'
    ? {
        ...shown,
        items: [
          {
            ...shown,
            id: 901,
            type: 'module',
            title: 'Before you help',
            items: learningObjects.slice(3, 5),
          },
          { ...learningObjects[6]!, published: false },
        ],
      }
    : shown;

export const contentFacets: Schemas['Facets'] = {
  type: {
    buckets: [
      { key: 'course', doc_count: 1_204 },
      { key: 'document', doc_count: 6 },
      { key: 'link', doc_count: 1 },
    ],
  },
  language: {
    buckets: [
      { key: 'en', doc_count: 1_100 },
      { key: 'de', doc_count: 104 },
    ],
  },
  topics: { buckets: [{ key: 'Health and safety', doc_count: 60 }] },
  tag: { buckets: [{ key: 'safety', doc_count: 58 }] },
  instance: { buckets: [{ key: 4, name: 'Acme Academy', doc_count: 1_203 }] },
};

/** A page of many: the second one has other rows. */
export const listContent = ({ query }: HarnessRequest): HarnessAnswer => ({
  body: {
    total: 1_211,
    hits: Number(query.get('offset')) < 50 ? learningObjects : learningObjects.slice(3),
    facets: contentFacets,
  },
});
