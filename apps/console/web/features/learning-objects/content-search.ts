import { dropUndefined, readName, readNumber, readText, type SearchParams } from '../../ui/search-params.js';

/** In the order in which they are offered; `relevance` needs a keyword. */
export const contentSortNames = [
  'relevance:desc',
  'created:desc',
  'title:asc',
  'popularity:desc',
  'price:asc',
] as const;
export type ContentSort = (typeof contentSortNames)[number];

/** Filters of the content, as in the URL. */
export interface ContentSearch {
  q?: string;
  type?: string;
  language?: string;
  topic?: string;
  tag?: string;
  provider?: number;
  status?: 'published' | 'draft';
  sort?: ContentSort;
}

/** Reads filters from a URL; invalid ones are ignored. */
export const readContentSearch = (search: SearchParams): ContentSearch =>
  dropUndefined({
    q: readText(search['q']),
    type: readText(search['type']),
    language: readText(search['language']),
    topic: readText(search['topic']),
    tag: readText(search['tag']),
    provider: readNumber(search['provider'], 1, 2_147_483_647),
    status: readName(['published', 'draft'], search['status']),
    sort: readName(contentSortNames, search['sort']),
  });

/** The order of the rows: with a keyword the best match first, otherwise the newest. */
export function chooseContentSort({ q, sort }: ContentSearch): ContentSort {
  const usual = q === undefined ? 'created:desc' : 'relevance:desc';
  return sort === undefined || (sort === 'relevance:desc' && q === undefined) ? usual : sort;
}

/** Whether the search has filters. */
export const hasContentFilters = ({ sort: _sort, ...filters }: ContentSearch): boolean =>
  Object.keys(filters).length > 0;

/** The search as parameters of the API, including premium content and the counts for the filters. */
export function toContentQuery(search: ContentSearch) {
  const { q, type, language, topic, tag, provider, status } = search;
  return {
    premium: true,
    facets: ['type', 'language', 'topics', 'tag', 'instance'],
    sort: [chooseContentSort(search)],
    ...(q !== undefined && { keyword: q }),
    ...(type !== undefined && { type: [type] }),
    ...(language !== undefined && { language: [language] }),
    ...(topic !== undefined && { topics: [topic] }),
    ...(tag !== undefined && { tags: [tag] }),
    ...(provider !== undefined && { providers: [provider] }),
    ...(status !== undefined && { published: status === 'published' }),
  };
}
