import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdministrates, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Email } from '../../ui/email.js';
import { clearFilters, hasFilters } from '../../ui/filters.js';
import { PrimaryLink } from '../../ui/links.js';
import { PageHead } from '../../ui/page.js';
import { PagedTable } from '../../ui/paged-table.js';
import { EmptyState } from '../../ui/states.js';
import { exportAddress } from '../../ui/search-params.js';
import { RelativeTime } from '../../ui/time.js';
import { PeopleFilters } from './people-filters.js';
import { usePeopleSelection } from './people-selection.js';
import { nameRoles, PersonState } from './person-state.js';
import { INITIAL_PEOPLE_SORT, readPeopleSearch, toPeopleQuery, type PeopleSearch } from './users-search.js';
import { usePeopleList } from './users.queries.js';

const route = getRouteApi('/shell/people');

/** The people of the portal; search and filters are in the URL. */
export function PeoplePage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isAdministrator = useSignedIn().roles.includes('Administrator');
  const canWrite = useAdministrates('user.write');
  const invite = canWrite && <PrimaryLink to="/people/new">{t('people.invite')}</PrimaryLink>;
  const change = (filters: PeopleSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <PageHead
        title={t('people.title')}
        actions={
          <>
            {isAdministrator && (
              <a
                className="button button-plain"
                href={exportAddress('/v2/users', toPeopleQuery(search))}
                download
              >
                {t('ui.export')}
              </a>
            )}
            {canWrite && (
              <Link to="/people/import" className="button button-plain">
                {t('import.open')}
              </Link>
            )}
            {invite}
          </>
        }
      />
      <PeopleFilters search={search} onChange={change} />
      <PeopleList search={search} onChange={change} invite={invite} />
    </>
  );
}

interface ListProps {
  search: PeopleSearch;
  onChange: (search: PeopleSearch) => void;
  invite: ReactNode;
}

function PeopleList({ search, onChange, invite }: ListProps): ReactNode {
  const { t } = useTexts();
  const sorted = search.status !== 'closed' && {
    sorting: {
      value: search.sort,
      initial: INITIAL_PEOPLE_SORT,
      onChange: (sort: string | undefined) => onChange(readPeopleSearch({ ...search, sort })),
    },
  };
  const selection = usePeopleSelection();
  return (
    <>
      {selection.links}
      <PagedTable
        query={usePeopleList(search)}
        none={
          hasFilters(search) ? (
            <EmptyState
              title={t('people.noMatch')}
              action={<Button onPress={() => onChange(clearFilters(search))}>{t('ui.clear')}</Button>}
            >
              <p>{t('people.beginnings')}</p>
            </EmptyState>
          ) : (
            <EmptyState title={t('people.none')} action={invite} />
          )
        }
        counted={{ total: 'people.total' }}
        {...sorted}
        caption={t('people.title')}
        toKey={({ id }) => id}
        columns={[
          {
            name: t('people.name'),
            sortKey: 'last_name',
            cell: ({ id, full_name: name }) => (
              <Link to="/people/$id" params={{ id }} className="row-link">
                {name}
              </Link>
            ),
            below: ({ email }) => <Email address={email} />,
          },
          { name: t('people.status'), cell: (person) => <PersonState person={person} /> },
          { name: t('people.roles'), className: 'quiet', cell: ({ roles }) => nameRoles(roles, t) },
          {
            name: t(search.status === 'closed' ? 'people.closed' : 'people.lastLogin'),
            sortKey: 'last_login_time',
            className: 'quiet moment',
            cell: ({ closed_time: closed, last_login_time: login }) => {
              const time = closed ?? login;
              return time ? <RelativeTime value={time} /> : t('ui.never');
            },
          },
          ...(search.status === 'closed' ? [] : selection.columns),
        ]}
      />
    </>
  );
}
