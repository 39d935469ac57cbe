import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ContentTabs } from '../../app/content-tabs.js';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { PrimaryLink } from '../../ui/links.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { RowsTable } from '../../ui/table.js';
import { RelativeTime } from '../../ui/time.js';
import { ContentFilters } from './content-filters.js';
import { CONTENT_PAGE, hasContentFilters, MAX_CONTENT_PAGES, type ContentSearch } from './content-search.js';
import { ContentState } from './content-state.js';
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
      <ContentFilters search={search} facets={data?.facets} onChange={change} />
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
  const query = useContent(search);
  const { data, error, refetch, isPlaceholderData } = query;
  if (!data) return <NoAnswer query={query} />;
  if (data.hits.length === 0) {
    if (hasContentFilters(search) || search.page !== undefined)
      return (
        <EmptyState title={t('content.noMatch')} action={<Button onPress={onClear}>{t('ui.clear')}</Button>}>
          {search.q !== undefined && <p>{t('content.noMatchText')}</p>}
        </EmptyState>
      );
    return (
      <EmptyState title={t('content.none')} action={create}>
        <p>{t('content.noneText')}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <RowsTable
        caption={t('content.title')}
        isStale={isPlaceholderData}
        rows={data.hits}
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
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ContentPages search={search} total={data.total} />
    </>
  );
}

/** The range of the rows, and links to the previous and next page. */
function ContentPages({ search, total }: { search: ContentSearch; total: number }): ReactNode {
  const { t } = useTexts();
  const { page = 1, ...rest } = search;
  const pages = Math.ceil(total / CONTENT_PAGE);
  const hasNext = page < Math.min(pages, MAX_CONTENT_PAGES);
  const first = (page - 1) * CONTENT_PAGE + 1;
  return (
    <nav className="content-pages" aria-label={t('content.pages')}>
      <p className="quiet number">
        {t('content.range', { from: first, to: Math.min(page * CONTENT_PAGE, total), total })}
        {page === MAX_CONTENT_PAGES && pages > page && ` ${t('content.narrow')}`}
      </p>
      <div className="actions">
        {page > 1 && (
          <Link
            to="/content"
            search={page === 2 ? rest : { ...rest, page: page - 1 }}
            className="button button-plain"
          >
            {t('content.previous')}
          </Link>
        )}
        {hasNext && (
          <Link to="/content" search={{ ...rest, page: page + 1 }} className="button button-plain">
            {t('content.next')}
          </Link>
        )}
      </div>
    </nav>
  );
}
