import type { components } from '../../../clients/typescript/src/generated/resource-api.js';
import {
  refusal,
  type HarnessAnswer,
  type HarnessRequest,
  type HarnessRoute,
  route,
} from './harness-messages.js';
import { time } from './web-answers.js';
import { learningObjects } from './web-content-answers.js';

type Schemas = components['schemas'];

const collection: Schemas['Collection'] = {
  id: 1,
  title: 'Default',
  items_count: 1_204,
  created_time: time(9_000_000),
  updated_time: time(3_600),
};

const shownCollections: Schemas['Collection'][] = [
  collection,
  { ...collection, id: 7, title: 'First week', items_count: 3, updated_time: time(86_400) },
  {
    ...collection,
    id: 8,
    title: 'Arbeitssicherheitsunterweisungen für Führungskräfte und Sicherheitsbeauftragte aller Standorte',
    items_count: 0,
    updated_time: time(900_000),
  },
  ...Array.from({ length: 6 }, (_, index) => ({
    ...collection,
    id: 20 + index,
    title: `Safety, volume ${index + 1}`,
    items_count: 12 * index,
    updated_time: time(1_000_000 * (index + 1)),
  })),
];

const shownGroups: Schemas['ContentGroup'][] = [
  { ...collection, id: 31, title: 'For our branches', items_count: 2, own: true },
  { ...collection, id: 32, title: 'Lernwelt Nord: basics', items_count: 340, own: false },
];

const findSelection = (kind: string | undefined, id: string | undefined) => {
  const hits: Schemas['Collection'][] = kind === 'collections' ? shownCollections : shownGroups;
  return id === 'default' ? hits[0] : hits.find((one) => one.id === Number(id));
};

/** The content of one of them. */
export function listSelected({ query }: HarnessRequest): HarnessAnswer {
  const word = (query.get('keyword') ?? '').toLowerCase();
  const inIt = query.get('collection') === '8' ? [] : learningObjects.slice(0, 3);
  const hits = inIt.filter(({ title }) => title.toLowerCase().includes(word));
  return { body: { total: hits.length, hits } };
}

/** Answers about collections, content groups and packages. */
export const selectionRoutes: readonly HarnessRoute[] = [
  route('GET', /^\/api\/v2\/(collections|content-groups)$/, (_, [kind]) => {
    const hits: object[] = kind === 'collections' ? shownCollections : shownGroups;
    return { body: { total: hits.length, hits } };
  }),
  route('POST', /^\/api\/v2\/(collections|content-groups)$/, ({ body }, [kind]) => ({
    status: 201,
    body: { ...findSelection(kind, kind === 'collections' ? '7' : '31'), ...(body as object) },
  })),
  route('GET', /^\/api\/v2\/(collections|content-groups)\/(\w+)$/, (_, [kind, id]) => {
    const selection = findSelection(kind, id);
    return selection ? { body: selection, headers: { etag: '"one"' } } : refusal(404, 'not_found');
  }),
  route('POST', /^\/api\/v2\/(collections|content-groups)\/\w+\/items\/add$/, () => ({ status: 204 })),
];
