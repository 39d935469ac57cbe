import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdministrates, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Email } from '../../ui/email.js';
import { Filters, hasFilters, withFilter } from '../../ui/filters.js';
import { PrimaryLink } from '../../ui/links.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { PageHead } from '../../ui/page.js';
import { PagedTable } from '../../ui/paged-table.js';
import { EmptyState } from '../../ui/states.js';
import { exportAddress } from '../../ui/search-params.js';
import { RelativeTime } from '../../ui/time.js';
import { WordField } from '../../ui/word-field.js';
import { usePeopleSelection } from './people-selection.js';
import { nameRoles, PersonState } from './person-state.js';
import { personStatusNames, roleWordNames, toPeopleQuery, type PeopleSearch } from './users-search.js';
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
      <PeopleList search={search} onClear={() => change({})} invite={invite} />
    </>
  );
}

interface FiltersProps {
  search: PeopleSearch;
  onChange: (search: PeopleSearch) => void;
}

function PeopleFilters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const set = (name: keyof PeopleSearch, value: string | undefined) =>
    onChange(withFilter(search, name, value));
  return (
    <Filters label={t('people.filters')} onClear={hasFilters(search) ? () => onChange({}) : undefined}>
      <div className="people-search">
        <WordField
          label={t('people.search')}
          placeholder={t('people.searchHint')}
          value={search.q ?? ''}
          onChange={(text) => set('q', text)}
        />
      </div>
      <OptionalChoice
        label={t('people.status')}
        none={t('people.status.open')}
        choices={personStatusNames.map((id) => ({ id, name: t(`people.status.${id}`) }))}
        value={search.status}
        onChange={(id) => set('status', id)}
      />
      <OptionalChoice
        label={t('people.roles')}
        choices={roleWordNames.map((id) => ({ id, name: t(`people.role.${id}`) }))}
        value={search.role}
        onChange={(id) => set('role', id)}
      />
    </Filters>
  );
}

interface ListProps {
  search: PeopleSearch;
  onClear: () => void;
  invite: ReactNode;
}

function PeopleList({ search, onClear, invite }: ListProps): ReactNode {
  const { t } = useTexts();
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
              action={<Button onPress={onClear}>{t('ui.clear')}</Button>}
            >
              <p>{t('people.beginnings')}</p>
            </EmptyState>
          ) : (
            <EmptyState title={t('people.none')} action={invite} />
          )
        }
        counted={{ total: 'people.total', narrow: 'people.narrow' }}
        caption={t('people.title')}
        toKey={({ id }) => id}
        columns={[
          {
            name: t('people.name'),
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
