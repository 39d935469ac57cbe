import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApplicationFilter } from '../../app/application-filter.js';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { Filters, hasFilters, withFilter } from '../../ui/filters.js';
import { PageHead } from '../../ui/page.js';
import { PagedTable } from '../../ui/paged-table.js';
import { EmptyState } from '../../ui/states.js';
import { Time, useZone } from '../../ui/time.js';
import { WordField } from '../../ui/word-field.js';
import type { ApiErrorsSearch } from './api-errors-search.js';
import { useApiErrors, useRemedies } from './api-errors.queries.js';

const route = getRouteApi('/shell/api-errors');

/** The API requests of the last seven days that were refused or failed; the filters are in the URL. */
export function ApiErrorsPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (filters: ApiErrorsSearch) => void navigate({ search: filters, replace: true });
  const set = (name: keyof ApiErrorsSearch, value: string | undefined) =>
    change(withFilter(search, name, value));
  const words = [
    { name: 'operation', label: t('apiErrors.operation'), placeholder: 'POST /v2/users' },
    { name: 'error_code', label: t('apiErrors.code'), placeholder: 'validation_failed' },
    { name: 'ref', label: t('error.ref'), placeholder: 'req_…' },
  ] as const;
  return (
    <>
      <PageHead title={t('apiErrors.title')}>
        <p className="state-text">{t('apiErrors.intro')}</p>
      </PageHead>
      <Filters label={t('apiErrors.title')} onClear={hasFilters(search) ? () => change({}) : undefined}>
        <ApplicationFilter clientId={search.client_id} onChange={(id) => set('client_id', id)} />
        {words.map(({ name, label, placeholder }) => (
          <WordField
            key={name}
            isCode
            label={label}
            placeholder={placeholder}
            value={search[name] ?? ''}
            onChange={(text) => set(name, text)}
          />
        ))}
      </Filters>
      <ApiErrorsList search={search} onClear={() => change({})} />
    </>
  );
}

/** The requests; an operation, application or code in a row links to all requests with it. */
function ApiErrorsList({ search, onClear }: { search: ApiErrorsSearch; onClear: () => void }): ReactNode {
  const { t } = useTexts();
  const zone = useZone();
  const isFiltered = hasFilters(search);
  const filterLink = (filter: ApiErrorsSearch, text: string, className: string) => (
    <Link to="/api-errors" search={{ ...search, ...filter }} className={className}>
      <Breakable text={text} />
    </Link>
  );
  return (
    <PagedTable
      query={useApiErrors(search)}
      none={
        <EmptyState
          title={t('audit.noMatch')}
          action={isFiltered && <Button onPress={onClear}>{t('ui.clear')}</Button>}
        />
      }
      caption={t('apiErrors.title')}
      toKey={({ id }) => id}
      columns={[
        {
          name: t('apiErrors.operation'),
          cell: ({ operation }) => filterLink({ operation }, operation, 'cell-link code'),
          below: ({ ref }) => (
            <span className="code api-error-ref">
              <Breakable text={ref} />
            </span>
          ),
        },
        {
          name: t('audit.application'),
          className: 'audit-part',
          cell: ({ client_id: id, client_name: name }) =>
            filterLink({ client_id: id }, name ?? id, name === null ? 'cell-link code' : 'cell-link'),
        },
        {
          name: t('deliveries.answer'),
          cell: ({ status, error_code: code }) => (
            <>
              {status} {filterLink({ error_code: code }, code, 'cell-link code')}
            </>
          ),
          below: ({ fields }) => fields.length > 0 && t('apiErrors.fields', { fields: fields.join(', ') }),
        },
        {
          name: t('apiErrors.remedy'),
          className: 'api-error-remedy',
          cell: ({ error_code: code, remedy }) => <Remedy code={code} text={remedy} />,
        },
        {
          name: t('ui.timeIn', { zone }),
          phoneName: t('audit.time'),
          className: 'quiet',
          isNumber: true,
          cell: ({ time }) => <Time value={time} withZone={false} />,
        },
      ]}
    />
  );
}

/** The advice for developers; if it is not translated, that of the API. Names are between backticks. */
function Remedy({ code, text }: { code: string; text: string | null }): ReactNode {
  const { language } = useTexts();
  const { data: remedies, isPending } = useRemedies(language);
  if (isPending) return null;
  const translated = remedies?.[code];
  return (
    <span lang={translated ? undefined : 'en'}>
      {(translated ?? text ?? '')
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </span>
  );
}
