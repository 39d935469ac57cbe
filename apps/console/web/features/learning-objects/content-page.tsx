import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ContentTabs } from '../../app/content-tabs.js';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { ContentState } from '../../ui/content-state.js';
import { PrimaryLink } from '../../ui/links.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { PagedTable } from '../../ui/paged-table.js';
import { RelativeTime } from '../../ui/time.js';
import { ContentFilters } from './content-filters.js';
import { hasContentFilters, type ContentSearch } from './content-search.js';
import { formatMinutes, formatPrice, languageName, typeName } from './content-values.js';
import { useContent } from './learning-objects.queries.js';

const route = getRouteApi('/shell/content');

/** The page of all content that people of the portal can learn; its search is in the URL. */
export function ContentPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useContent(search);
  const canWrite = useHasScope('lo.write');
  const create = canWrite && <PrimaryLink to="/content/new">{t('content.new')}</PrimaryLink>;
  const change = (next: ContentSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      <PageHead title={t('content.title')} actions={create}>
        <p className="state-text">{t('content.intro')}</p>
      </PageHead>
      <ContentTabs />
      <ContentFilters search={search} facets={data?.pages[0]?.facets} onChange={change} />
      <ContentList search={search} onClear={() => change({})} create={create} />
    </>
  );
}

interface ListProps {
  search: ContentSearch;
  onClear: () => void;
  create: ReactNode;
}

function ContentList({ search, onClear, create }: ListProps): ReactNode {
  const { t, locale } = useTexts();
  const isFiltered = hasContentFilters(search);
  return (
    <PagedTable
      query={useContent(search)}
      none={
        isFiltered ? (
          <EmptyState
            title={t('content.noMatch')}
            action={<Button onPress={onClear}>{t('ui.clear')}</Button>}
          >
            {search.q !== undefined && <p>{t('content.noMatchText')}</p>}
          </EmptyState>
        ) : (
          <EmptyState title={t('content.none')} action={create}>
            <p>{t('content.noneText')}</p>
          </EmptyState>
        )
      }
      caption={t('content.title')}
      counted={{ total: 'content.count', narrow: 'content.narrow' }}
      toKey={({ id }) => id}
      columns={[
        {
          name: t('content.name'),
          cell: ({ id, title }) => (
            <Link to="/content/$id" params={{ id }} className="row-link">
              {title}
            </Link>
          ),
          below: ({ provider }) => provider.name,
        },
        {
          name: t('content.type'),
          className: 'one-line',
          cell: ({ type }) => typeName(type, t),
          below: ({ items_count: count }) => count > 0 && t('content.itemCount', { count }),
        },
        { name: t('ui.language'), cell: ({ language }) => languageName(language, locale) },
        {
          name: t('content.duration'),
          className: 'content-part',
          isNumber: true,
          cell: ({ delivery }) => formatMinutes(delivery.duration, locale),
        },
        {
          name: t('ui.price'),
          isNumber: true,
          cell: ({ pricing }) =>
            formatPrice(pricing, locale) ?? <span className="quiet">{t('content.free')}</span>,
        },
        {
          name: t('ui.state'),
          cell: ({ published: isPublished }) => <ContentState isPublished={isPublished} />,
        },
        {
          name: t('content.added'),
          className: 'quiet',
          isNumber: true,
          cell: ({ created_time: time }) => <RelativeTime value={time} />,
        },
      ]}
    />
  );
}
