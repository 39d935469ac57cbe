import {
  countryCodes,
  csv,
  Flag,
  LanguageShape,
  list,
  listed,
  listSchema,
  LookupId,
  many,
  MAX_SECONDS,
  Numeric,
  paging,
  sortingBy,
  Text,
  withAdvice,
  Words,
  windowError,
  withinWindow,
} from '@app/contracts';
import {
  facetNames,
  LearningObject,
  learningObjectPatchShape,
  LearningObjectType,
  sortKeys,
} from '@app/catalogue';
import { z } from 'zod';

/** Unix seconds; fractions are allowed. */
const Instant = Numeric.pipe(z.number().min(0).max(MAX_SECONDS));
const Label = Words.pipe(z.string().max(300));
const TypeName = listed(Label, [...LearningObjectType.options, 'learning_resource']);
const FacetLabel = listed(Label, facetNames);
const namesOfCountries = new Intl.DisplayNames(['en'], { type: 'region' });
const Country = listed(Label, countryCodes, (code) => namesOfCountries.of(code) ?? code);
const Language = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  LanguageShape,
);
/** Maximum number of requested facets, unknown ones included, and of keys to sort by; more than exist. */
const MAX_NAMES = 50;

const Bound = Numeric.pipe(z.number().min(-1e12).max(1e12));
const Range = z.object({ min: Bound.optional(), max: Bound.optional() });

/** Whether the value is only `relevance`, which the specification sorts in ascending order. */
const isPlainRelevance = (sent: unknown): boolean =>
  [sent].flat().some((part) => typeof part === 'string' && /(^|,)\s*relevance\s*(,|$)/i.test(part));
const Sort = withAdvice(csv(sortingBy(sortKeys), MAX_NAMES), (sent) =>
  isPlainRelevance(sent)
    ? 'sort=relevance puts the worst match first; relevance:desc puts the best first'
    : undefined,
);

/** `duration[0][min]=5&duration[1][max]=10`, or a single range. */
const Ranges = z.preprocess(
  (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return 'min' in value || 'max' in value ? [value] : Object.values(value);
  },
  list(Range, 100),
);

const Collection = Text.transform((text): number | 'default' =>
  text === 'default' ? text : /^\d{1,9}$/.test(text) ? Number(text) : 0,
).describe('The id of a collection, or `default`.');

const EventFilter = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(['true', 'false', 'all', '1', '0']),
);

/** For lists without commas as separators, because a tag may contain one. */
const REPEATED = 'Repeat the parameter for several; not comma-separated.';

export const SearchQuery = z
  .object({
    ...paging(),
    limit: paging().limit.unwrap().optional().describe('How many hits to return, at most 50; default 20.'),
    keyword: Words.pipe(z.string().max(1000))
      .optional()
      .describe('Every word must match; the last one may be the beginning of a word.'),
    type: csv(TypeName)
      .optional()
      .describe('Types, comma-separated; `learning_resource` stands for items outside any course or module.'),
    language: many(Language).optional().describe(`Any of these languages. ${REPEATED}`),
    locale: many(Language).optional().meta({ deprecated: true }).describe('Use `language`.'),
    providers: csv(LookupId).optional().describe('Provider ids, comma-separated.'),
    provider: many(LookupId).optional().meta({ deprecated: true }).describe('Use `providers`.'),
    tags: many(Label).optional().describe(`Any of these tags, spelled exactly. ${REPEATED}`),
    topics: many(Label).optional().describe(`Any of these topics. ${REPEATED}`),
    id: many(LookupId).optional().describe(`Only these learning objects. ${REPEATED}`),
    collection: Collection.optional(),
    content_group: many(LookupId).optional().describe(`Any of these content groups. ${REPEATED}`),
    premium: Flag.default(false).describe('Whether to include premium content.'),
    subscribed: Flag.optional().describe(
      'true: only what the portal has licences for; false: only the rest.',
    ),
    published: Flag.optional().describe(
      'true: only published objects; false: only drafts, which learners do not see.',
    ),
    event: EventFilter.optional().describe('true: only with events; false: only without; `all`: both.'),
    eventStartDate: Instant.optional().describe('Unix time; an event starts at or after it.'),
    eventEndDate: Instant.optional().describe('Unix time; an event ends at or before it.'),
    location: z
      .object({
        country: many(Country)
          .optional()
          .describe('Two-letter country codes; an event takes place in one of these countries.'),
        locality: many(Label).optional().describe('An event takes place in one of these towns.'),
        thoroughfare: many(Label).optional().describe('An event takes place at one of these addresses.'),
      })
      .optional(),
    price: Range.optional().describe('Inclusive bound.'),
    duration: Ranges.optional().describe('Minutes; matches any of the ranges.'),
    updatedAfter: Instant.optional().describe('Unix time; changed after it.'),
    sort: Sort.default([]).describe(
      '`created`, `popularity`, `price`, `relevance`, `title`, each with `:asc` or `:desc`.',
    ),
    facets: csv(FacetLabel, MAX_NAMES)
      .optional()
      .describe('`instance`, `language`, `tag`, `topics`, `type`, `location`.'),
    scroll: Flag.default(false).describe(
      'Opens a scroll over the whole result that lives for one minute after each page.',
    ),
    scrollId: Text.pipe(z.string().max(200)).optional().describe('The `_scroll_id` of an earlier answer.'),
  })
  .refine((query) => query.scroll || withinWindow({ ...query, limit: query.limit ?? 20 }), windowError)
  .refine((query) => query.scroll || query.scrollId === undefined, {
    path: ['scrollId'],
    message: 'can only be used with scroll=true',
  })
  .refine((query) => !query.scroll || query.limit !== 0, {
    path: ['limit'],
    message: 'must be at least 1 with scroll=true',
  });
export type SearchQuery = z.output<typeof SearchQuery>;

const sum_other_doc_count = z.int().optional().describe('How many hits the buckets leave out.');
const Facet = z
  .object({
    buckets: z.array(z.object({ key: z.string(), doc_count: z.int() }).meta({ id: 'FacetBucket' })),
    sum_other_doc_count,
  })
  .meta({ id: 'Facet' });
const ProviderFacet = z
  .object({
    buckets: z.array(
      z
        .object({ key: z.int().describe('Provider id.'), doc_count: z.int(), name: z.string() })
        .meta({ id: 'ProviderFacetBucket' }),
    ),
  })
  .meta({ id: 'ProviderFacet' });
const Facets = z
  .object({
    instance: ProviderFacet.optional(),
    language: Facet.optional(),
    tag: Facet.optional(),
    topics: Facet.optional(),
    type: Facet.optional(),
    location: Facet.optional(),
  })
  .meta({ id: 'Facets' });

export const LearningObjectPage = listSchema(LearningObject, 'LearningObjectPage', {
  facets: Facets.optional().meta({
    description: 'Only when requested.',
    example: { type: { buckets: [{ key: 'course', doc_count: 1 }] } },
  }),
  _scroll_id: z.string().nullable().optional().describe('Only when scrolling; null on an empty page.'),
});
export type LearningObjectPage = z.output<typeof LearningObjectPage>;

/** The fields that the owner may change; absent fields stay. */
export const UpdateLearningObject = z
  .object(learningObjectPatchShape)
  .partial()
  .meta({ id: 'UpdateLearningObject', example: { title: 'First aid at work', tags: ['safety'] } });
export type UpdateLearningObject = z.output<typeof UpdateLearningObject>;
