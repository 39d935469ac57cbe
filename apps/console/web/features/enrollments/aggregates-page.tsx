import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { SelectField } from '../../ui/fields.js';
import { Filters, hasFilters } from '../../ui/filters.js';
import { SearchCombo } from '../../ui/search-combo.js';
import { leastCounts, readAggregatesSearch, type AggregatesSearch } from './aggregates-search.js';
import { CountsByContent } from './counts-by-content.js';
import { EnrollmentsHead } from './enrollments-head.js';
import { useContentNames, useFoundContent } from './enrollments.queries.js';

const route = getRouteApi('/shell/enrollments/aggregates');

/** Counts of enrollments by content and status; each number links to its enrollments. */
export function AggregatesPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (filters: AggregatesSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <EnrollmentsHead loId={search.lo_id} />
      <AggregateFilters search={search} onChange={change} />
      <CountsByContent search={search} onClear={() => change({})} />
    </>
  );
}

interface FiltersProps {
  search: AggregatesSearch;
  onChange: (search: AggregatesSearch) => void;
}

function AggregateFilters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState<string>();
  const contents = useFoundContent(text);
  const { lo_id: loId, least = 1 } = search;
  const names = useContentNames(loId === undefined ? [] : [loId]);
  return (
    <Filters
      label={t('enrollments.countsFilters')}
      onClear={hasFilters(search) ? () => onChange({}) : undefined}
    >
      <SearchCombo
        label={t('enrollments.content')}
        value={
          loId === undefined
            ? undefined
            : {
                id: loId,
                name: names.data?.get(loId)?.title ?? t('enrollments.numbered', { id: String(loId) }),
              }
        }
        onChange={(one) => onChange(one ? { lo_id: one.id } : {})}
        results={contents.data}
        onSearch={setText}
        placeholder={t('enrollments.anything')}
      />
      {loId === undefined && (
        <SelectField
          label={t('enrollments.title')}
          choices={leastCounts.map((count) => ({ id: String(count), name: t(`enrollments.least.${count}`) }))}
          value={String(least)}
          onChange={(id) => onChange(readAggregatesSearch({ least: id }))}
        />
      )}
    </Filters>
  );
}
