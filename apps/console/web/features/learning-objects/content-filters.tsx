import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { SelectField, type Choice } from '../../ui/fields.js';
import { Filters, withFilter } from '../../ui/filters.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { WordField } from '../../ui/word-field.js';
import {
  chooseContentSort,
  contentSortNames,
  hasContentFilters,
  type ContentSearch,
} from './content-search.js';
import { contentTypeNames, languageName, typeName } from './content-values.js';
import type { ContentFacets } from './learning-objects.queries.js';

interface FiltersProps {
  search: ContentSearch;
  /** Undefined until the first answer. */
  facets: ContentFacets | undefined;
  onChange: (search: ContentSearch) => void;
}

interface FacetBucket {
  key: string;
  doc_count: number;
}

/** Keyword, facets and order in a row; a change updates the URL immediately. */
export function ContentFilters({ search, facets, onChange }: FiltersProps): ReactNode {
  const { t, locale } = useTexts();
  const set = (name: keyof ContentSearch, value: string | number | undefined) =>
    onChange(withFilter<ContentSearch>(search, name, value));
  const providers = facets?.instance?.buckets ?? [];
  const providerNames = new Map(providers.map(({ key, name }) => [String(key), name]));
  const types = new Map(facets?.type?.buckets.map((bucket) => [bucket.key, bucket.doc_count]));
  return (
    <Filters
      label={t('content.filters')}
      onClear={
        hasContentFilters(search) ? () => onChange(search.sort ? { sort: search.sort } : {}) : undefined
      }
    >
      <div className="content-keyword">
        <WordField label={t('content.keyword')} value={search.q ?? ''} onChange={(text) => set('q', text)} />
      </div>
      <FacetField
        label={t('content.type')}
        counted={contentTypeNames.map((key) => ({ key, doc_count: types.get(key) ?? 0 }))}
        value={search.type}
        show={(key) => typeName(key, t)}
        onChange={(type) => set('type', type)}
      />
      <FacetField
        label={t('ui.language')}
        counted={facets?.language?.buckets ?? []}
        value={search.language}
        show={(key) => languageName(key, locale)}
        onChange={(language) => set('language', language)}
      />
      <FacetField
        label={t('content.topic')}
        counted={facets?.topics?.buckets ?? []}
        value={search.topic}
        onChange={(topic) => set('topic', topic)}
      />
      <FacetField
        label={t('content.tag')}
        counted={facets?.tag?.buckets ?? []}
        value={search.tag}
        onChange={(tag) => set('tag', tag)}
      />
      <FacetField
        label={t('content.provider')}
        counted={providers.map((bucket) => ({ ...bucket, key: String(bucket.key) }))}
        value={search.provider?.toString()}
        show={(key) => providerNames.get(key) ?? key}
        onChange={(id) => set('provider', id === undefined ? undefined : Number(id))}
      />
      <OptionalChoice
        label={t('ui.state')}
        choices={[
          { id: 'published', name: t('content.published') },
          { id: 'draft', name: t('content.draft') },
        ]}
        value={search.status}
        onChange={(id) => set('status', id)}
      />
      <SelectField
        label={t('content.sort')}
        choices={contentSortNames
          .filter((name) => name !== 'relevance:desc' || search.q !== undefined)
          .map((id) => ({ id, name: t(`content.sort.${id}`) }))}
        value={chooseContentSort(search)}
        onChange={(id) => set('sort', id)}
      />
    </Filters>
  );
}

interface FacetProps {
  label: string;
  counted: readonly FacetBucket[];
  value: string | undefined;
  /** Formats a value; by default, it is displayed as it is. */
  show?: (key: string) => string;
  onChange: (key: string | undefined) => void;
}

/** A choice of the facet's values, each with its number of matches. */
function FacetField({ label, counted, value, show = (key) => key, onChange }: FacetProps): ReactNode {
  const { locale } = useTexts();
  const choices: Choice[] = counted.map(({ key, doc_count: count }) => ({
    id: key,
    name: count > 0 ? `${show(key)} (${count.toLocaleString(locale)})` : show(key),
  }));
  if (value !== undefined && !choices.some(({ id }) => id === value))
    choices.unshift({ id: value, name: show(value) });
  return <OptionalChoice label={label} choices={choices} value={value} onChange={onChange} />;
}
